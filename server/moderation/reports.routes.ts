import { appealDecision, reportThing } from '#contract/reports.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { ApiError } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { countCreated } from '../quota/usage.queries.ts'
import type { Services } from '../services.ts'
import { syncVisibilityInCall } from '../users/visibility.ts'
import { appeal } from './decisions.ts'
import { insertReport } from './reports.writes.ts'
import { requireReportable } from './things.ts'

/** Reports and appeals, open to everybody. */
export const reportRoutes = ({ db, bus, changes, config, limits, quota, appealTokens }: Services) => [
  route(reportThing, {
    find: async ({ user, address }) => {
      if (!user) await limits.take(LIMIT_RULES.report, address)
    },
    handle: async ({ body, user, address, log, setUnchanged }) => {
      const { kind, id: thingId, reason, text = '' } = body
      const thing = await requireReportable(db, { kind, id: thingId }, user)
      if (user && thing.authorId === user.id) {
        throw new ApiError(400, 'VALIDATION', m.moderation_own_report(), {
          fields: { id: m.moderation_own_report() },
        })
      }
      const key = user?.id ?? quota.subjectOf(address)
      const { id, isFrozen } = await db.transaction().execute(async (tx) => {
        await countCreated(tx, [{ subject: key, kind: 'report', bytes: 0 }])
        if (user) await quota.requireRoom(tx, user.id, 'report')
        else await quota.requireRoomForVisitor(tx, address, 'report')
        const reporter = { id: user?.id ?? null, key }
        return insertReport(tx, { thing, reporter, reason, text }, config.MOD_FREEZE_REPORTS)
      })
      log.info({ event: isFrozen ? 'frozen' : 'reported', userId: user?.id, kind, address }, 'security')
      if (!isFrozen) setUnchanged()
      else if (kind === 'user') await syncVisibilityInCall({ db, bus, changes }, thingId)
      return { message: m.moderation_reported(), _id: id }
    },
  }),

  route(appealDecision, {
    handle: async ({ params, body, address, log }) => {
      const decisionId = appealTokens.read(params.token)
      if (decisionId === undefined) throw new ApiError(400, 'TOKEN_INVALID', m.moderation_appeal_invalid())
      await db.transaction().execute((tx) => appeal(tx, decisionId, body.text))
      log.info({ event: 'appealed', decisionId, address }, 'security')
      return { message: m.moderation_appealed() }
    },
  }),
]
