import type { Migration } from './types.ts'

/** The key of waiting jobs, and their age (server/jobs/jobs.queries.ts). */
export const jobSchedule: Migration = ({ time }) => [
  'alter table jobs add column job_key text',
  // `run_at` moves with leases and retries; this is the time at which the job was first due. Null until its first lease.
  `alter table jobs add column due_at ${time}`,
  `create unique index jobs_scheduled on jobs (kind, job_key)
    where job_key is not null and attempts = 0 and failed_at is null`,
  'create index jobs_due_of_kind on jobs (kind, run_at) where done_at is null and failed_at is null',
]
