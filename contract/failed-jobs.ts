import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Time } from './values.ts'

/** A dead letter: a mail or other job that failed for good, without its payload. */
export const FailedJob = z
  .object({
    _id: Id,
    kind: z.string(),
    reason: z.string(),
    attempts: z.number().int(),
    failedAt: Time,
    /** False if its payload was personal: that is deleted when the job fails for good. */
    canRetry: z.boolean(),
  })
  .meta({ id: 'FailedJob' })
export type FailedJob = z.infer<typeof FailedJob>

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/admin/jobs',
  access: 'moderator',
  summary: 'The last 100 jobs that failed for good, newest first',
  response: z.object({ jobs: z.array(FailedJob) }),
})

export const retryFailedJob = endpoint({
  method: 'POST',
  path: '/admin/jobs/:id/retry',
  access: 'moderator',
  changes: [],
  summary: 'Runs a failed job again',
  params: IdParams,
  response: z.object({ message: z.string(), _id: Id }),
})
