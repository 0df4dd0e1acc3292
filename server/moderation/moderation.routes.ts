import {
  actOnReport,
  confirmModerator,
  getReport,
  listLog as listLogCall,
  listReports as listReportsCall,
} from '#contract/moderation.ts'
import { getNumbers } from '#contract/numbers.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { ApiError, unauthenticated } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { verifyPassword } from '../lib/passwords.ts'
import type { Services } from '../services.ts'
import { findPasswordHash } from '../users/password.queries.ts'
import { syncVisibilityInCall } from '../users/visibility.ts'
import { decide } from './decisions.ts'
import { insertLog, listLog } from './log.queries.ts'
import { confirmSession } from './moderators.ts'
import { readNumbers } from './numbers.queries.ts'
import { listReports, requireReport } from './reports.queries.ts'

/** Below /admin, for moderators only; their look-ups and acts are logged (MOD-05). */
export const moderationRoutes = ({ db, bus, appealTokens, changes, jobs, limits, realtime }: Services) => [
  route(confirmModerator, async ({ body, user, address, log }) => {
    await limits.check(LIMIT_RULES.wrongOldPassword, user.id)
    const account = await findPasswordHash(db, user.id)
    if (!account) throw unauthenticated()
    if (!(await verifyPassword(account.password_hash, body.password, user.id))) {
      await limits.consume(LIMIT_RULES.wrongOldPassword, user.id)
      log.warn({ event: 'wrong password of a moderator', userId: user.id, address }, 'security')
      const fields = { password: m.settings_current_wrong() }
      throw new ApiError(400, 'WRONG_PASSWORD', m.settings_current_wrong(), { fields })
    }
    await confirmSession(db, user.sessionId)
    return { message: m.moderation_confirmed() }
  }),

  route(listReportsCall, async ({ query, user }) => {
    const page = await listReports(db, query)
    await insertLog(db, { moderatorId: user.id, act: 'read', thing: { kind: 'report', id: null } })
    return page
  }),

  route(getReport, {
    find: ({ params }) => requireReport(db, params.id),
    handle: async ({ found, user }) => {
      await insertLog(db, { moderatorId: user.id, act: 'read', thing: { kind: 'report', id: found._id } })
      return found
    },
  }),

  route(actOnReport, {
    find: ({ params }) => requireReport(db, params.id),
    handle: async ({ found, body, user, address, log }) => {
      const { inboxes, unsettled, ended } = await db
        .transaction()
        .execute((tx) => decide(tx, { reportId: found._id, moderatorId: user.id, input: body, appealTokens }))
      log.info({ event: body.act, userId: user.id, reportId: found._id, address }, 'security')
      if (ended !== null) await realtime.endAllSessions(ended)
      realtime.notify(inboxes)
      if (unsettled !== null) await syncVisibilityInCall({ db, bus, changes }, unsettled)
      jobs.wake()
      return requireReport(db, found._id)
    },
    replay: (_early, id) => requireReport(db, id),
  }),

  route(listLogCall, ({ query }) => listLog(db, query)),

  route(getNumbers, async ({ query }) => ({ days: await readNumbers(db, query.days) })),
]
