import { actOnReport } from '#contract/moderation.ts'
import { type ReportKind, reportThing } from '#contract/reports.ts'
import { buildDeveloper, buildRecruiter, type Person } from './builders.ts'
import type { TestServer } from './server.ts'

export const MODERATOR = { email: 'moderator@example.com', name: 'Inés', surname: 'Casa' }

/** Reports and acts on a server whose `MODERATOR_EMAILS` has the moderator's address. */
export async function moderate(server: TestServer) {
  const moderator = await buildRecruiter(server, MODERATOR)
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => buildDeveloper(server)))
  const report = (kind: ReportKind, id: string, as?: Person, text = '') =>
    server.call(reportThing, { ...(as && { as }), body: { kind, id, reason: 'scam', text } })
  return {
    moderator,
    people,
    report,
    /** Hides the thing; the id of the report. */
    async reportByThree(kind: ReportKind, id: string): Promise<string> {
      let last = ''
      for (const person of await people(3)) last = (await report(kind, id, person)).body._id
      return last
    },
    act: (id: string, body: { act: string; reason?: string; days?: number }) =>
      server.refusal(actOnReport, {
        as: moderator,
        params: { id },
        body: { reason: 'Against our rules', ...body },
      }),
  }
}
