import type { Role } from '#contract/users.ts'
import type { apiServer } from './api-server.ts'
import { buildToken, buildUser } from './people.ts'

/** The browser of somebody who is signed in. */
export function signedIn(api: ReturnType<typeof apiServer>, role: Role, changes = {}) {
  localStorage.setItem('token', buildToken(role))
  api.on('GET /users/getUserProfile', { body: buildUser(role, changes) })
}
