import { SignJWT } from 'jose'
import { experienceQueries, studyQueries } from '../../careers/careers.queries.ts'
import { deactivate } from '../../users/deactivation.ts'
import { buildApplication, buildDeveloper, buildOffer, buildRecruiter, type Person } from '../builders.ts'
import { linkRepository, type startRepositoryHost } from '../repository-host.ts'
import type { TestServer } from '../server.ts'

export const JWT_SECRET = 'a secret that only the security tests know'

export type Scene = Awaited<ReturnType<typeof setScene>>
/** The callers; the last five have the rights of a visitor. */
export const CALLERS = ['dev', 'otherDev', 'rec', 'otherRec'] as const
export const NOBODIES = ['visitor', 'malformed', 'expired', 'revoked', 'deactivated'] as const
export type CallerName = (typeof CALLERS)[number] | (typeof NOBODIES)[number]

type Host = Awaited<ReturnType<typeof startRepositoryHost>>

/**
 * A small world: `dev` owns a project, an experience and a study, and has applied to the offer of `rec`. The
 * others own nothing of it. Each scene is new, so that a call may destroy it.
 */
export async function setScene(server: TestServer, host: Host) {
  const [dev, otherDev] = [await buildDeveloper(server), await buildDeveloper(server)]
  const [rec, otherRec] = [await buildRecruiter(server), await buildRecruiter(server)]
  const { params, projectId: project, path, tree } = await linkRepository(server, host, dev)
  host.has(tree, { sha: 'x', truncated: false, tree: [{ path: 'README.md', type: 'blob' }] })
  host.has(`${path}/languages`, { TypeScript: 1 })
  const offer = await buildOffer(server, rec)
  const application = await buildApplication(server, offer, dev, { coverLetter: 'Hola, me interesa.' })
  const month = { startDate: '2020-01', endDate: null }
  const [experience, study] = await server.db
    .transaction()
    .execute(async (tx) => [
      await experienceQueries.insert(tx, dev.id, { company: 'Faro', position: 'Keeper', ...month }),
      await studyQueries.insert(tx, dev.id, { degree: 'Light', instituteName: 'USC', ...month }),
    ])
  return { dev, otherDev, rec, otherRec, project, offer, application, experience, study, repository: params }
}

/** `Authorization` of each caller. NOBODIES are former owners, or never existed. */
export async function tokensOf(server: TestServer, { dev, otherDev, rec, otherRec }: Scene, role: Role) {
  const build = role === 'developer' ? buildDeveloper : buildRecruiter
  const [revoked, deactivated] = [await build(server), await build(server)]
  await server.db
    .updateTable('sessions')
    .set({ ended_at: new Date().toISOString() })
    .where('user_id', '=', revoked.id)
    .execute()
  await server.db.transaction().execute((tx) => deactivate(tx, deactivated.id))
  const owner = role === 'developer' ? dev : rec
  return {
    dev: dev.token,
    otherDev: otherDev.token,
    rec: rec.token,
    otherRec: otherRec.token,
    visitor: undefined,
    malformed: `${owner.token.slice(0, -4)}AAAA`,
    expired: await expiredTokenOf(owner),
    revoked: revoked.token,
    deactivated: deactivated.token,
  } satisfies Record<CallerName, string | undefined>
}

export type Role = 'developer' | 'recruiter'

/** This person's token, as it was before it ended. */
export function expiredTokenOf(person: Person): Promise<string> {
  const [, payload = ''] = person.token.split('.')
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return new SignJWT({ ...claims, iat: 1, exp: 2 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(JWT_SECRET))
}
