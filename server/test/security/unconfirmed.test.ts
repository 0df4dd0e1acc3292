import { expect, test } from 'vitest'
import { buildDeveloper, buildRecruiter } from '../builders.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { ACCESS } from './access-table.ts'
import { buildScene, JWT_SECRET } from './scene.ts'
import { send } from './send.ts'

/** Calls that need a confirmed address, by hand from ACCT-01. All others ignore the confirmation. */
const CONFIRMED_ONLY = {
  developer: ['POST /offers/:id/apply', 'POST /messages/send/:id'],
  recruiter: ['POST /offers', 'POST /messages/send/:id'],
}

const ABOUT_OTHER_REC = ['PUT /blocks/:id', 'POST /messages/send/:id']

test.each([
  ['with REQUIRE_CONFIRMED an unconfirmed account may do all but what the table names', 'true'],
  ['by default an unconfirmed account may do all that others may', 'false'],
])('%s', { tags: ['ACCT-01'], timeout: 120_000 }, async (_, required) => {
  const host = await startRepositoryHost()
  const server = await startServer(
    { JWT_SECRET, GITHUB_API_URL: host.url, ...(required === 'true' && { REQUIRE_CONFIRMED: required }) },
    { alone: true },
  )
  const scene = await buildScene(server, host)
  const profile = { unconfirmed_at: new Date().toISOString() }
  for (const [name, { sent, expected }] of Object.entries(ACCESS)) {
    const people = [
      ['developer', await buildDeveloper(server, { profile }), expected[2]],
      // In the table the second recruiter is the one that these calls are about.
      [
        'recruiter',
        await buildRecruiter(server, { profile }),
        expected[ABOUT_OTHER_REC.includes(name) ? 3 : 4],
      ],
    ] as const
    for (const [role, person, usual] of people) {
      const isRefused = required === 'true' && CONFIRMED_ONLY[role].includes(name)
      const response = await send(server.url, name, sent(scene), person.token)
      const code = isRefused ? ((await response.json()) as { code: string }).code : undefined
      expect([name, role, response.status, code]).toEqual([
        name,
        role,
        isRefused ? 403 : usual,
        isRefused ? 'EMAIL_UNCONFIRMED' : undefined,
      ])
    }
  }
})
