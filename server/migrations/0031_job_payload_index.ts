import type { Migration } from './types.ts'

/**
 * An index of jobs by person, for the erasure. Of the first characters, since PostgreSQL refuses an
 * index entry above 2.7 kB.
 */
export const jobPayloadIndex: Migration = () => ['create index jobs_payload on jobs (substr(payload, 1, 60))']
