import * as calls from '#contract/look-ups.ts'
import { m } from '#contract/texts.ts'
import { Id } from '#contract/values.ts'
import { route } from '../http/route.ts'
import { conflict, notFound } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { insertLog } from './log.queries.ts'
import { lookUpOffers, lookUpPeople } from './look-ups.queries.ts'
import { requireReport } from './reports.queries.ts'
import { openReport } from './reports.writes.ts'
import { findThing } from './things.ts'

/** For moderators: people and offers, reported or not. Each look-up is logged (MOD-05). */
export const lookUpRoutes = (services: Services) => {
  const { db } = services

  /** Without the query: it may name people, and the log outlives an erasure. */
  const logLookUp = (moderatorId: string, kind: string, items: readonly { _id: string }[]) =>
    insertLog(db, {
      moderatorId,
      act: 'read',
      thing: { kind, id: items.length === 1 ? (items[0]?._id ?? null) : null },
    })

  return [
    route(calls.lookUpPeople, async ({ query, user }) => {
      const page = await lookUpPeople(services, query)
      await logLookUp(user.id, 'person', page.items)
      return page
    }),

    route(calls.lookUpOffers, async ({ query, user }) => {
      const page = await lookUpOffers(services, query)
      await logLookUp(user.id, 'offer', page.items)
      return page
    }),

    route(calls.openReport, {
      handle: async ({ body: { kind, id }, user }) => {
        const thing = Id.safeParse(id).success ? await findThing(db, kind, id) : undefined
        if (!thing) throw notFound()
        if (thing.authorId === user.id) throw conflict('WRONG_STATE', m.moderation_own_thing())
        const reportId = await db.transaction().execute(async (tx) => {
          const report = await openReport(tx, thing)
          await insertLog(tx, { moderatorId: user.id, act: 'open', thing: { kind: 'report', id: report.id } })
          return report.id
        })
        return requireReport(db, reportId)
      },
      replay: (_early, id) => requireReport(db, id),
    }),
  ]
}
