import * as calls from '#contract/failed-jobs.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { listFailedJobs, requireFailedJob, retryFailedJobs } from '../jobs/jobs.queries.ts'
import { PERSONAL_KINDS } from '../jobs/jobs.ts'
import { conflict } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { insertLog } from './log.queries.ts'

/** The calls of `puente jobs`, for moderators; each retry is logged (MOD-05). */
export const failedJobRoutes = ({ db, jobs }: Services) => [
  route(calls.listFailedJobs, async () => {
    const failed = await listFailedJobs(db)
    return {
      jobs: failed.map(({ id, kind, attempts, failed_at, last_error }) => ({
        _id: id,
        kind,
        attempts,
        reason: last_error ?? '',
        failedAt: failed_at,
        canRetry: !PERSONAL_KINDS.includes(kind),
      })),
    }
  }),

  route(calls.retryFailedJob, {
    find: ({ params }) => requireFailedJob(db, params.id),
    handle: async ({ found, user }) => {
      await db.transaction().execute(async (tx) => {
        if ((await retryFailedJobs(tx, found)) === 0) throw conflict('WRONG_STATE', m.moderation_jobs_gone())
        await insertLog(tx, { moderatorId: user.id, act: 'retry', thing: { kind: 'job', id: found } })
      })
      jobs.wake()
      return { message: m.moderation_jobs_retried(), _id: found }
    },
  }),
]
