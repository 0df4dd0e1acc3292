import type { Migration } from './types.ts'

/**
 * An erasure finds the jobs of a person among those of everybody. Of the first characters, since PostgreSQL refuses an
 * index entry above 2.7 kB.
 */
export const jobPayloadIndex: Migration = () => ['create index jobs_payload on jobs (substr(payload, 1, 60))']
