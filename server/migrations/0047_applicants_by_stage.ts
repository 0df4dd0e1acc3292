import type { Migration } from './types.ts'

/** Counts of applicants by stage are read from the index alone, without the rows and their letters (X1). */
export const applicantsByStage: Migration = () => [
  `create index applications_stages on applications (offer_id, status, applied_at, answered_at, withdrawn_at)
    where withdrawn_at is null`,
]
