import type { Migration } from './types.ts'

/**
 * The offers of an erased, exported or blocked person, in any state, the waiting job of a key and the full inboxes were found
 * by reading all rows: a pause for everybody on SQLite (X1). On PostgreSQL reading all inboxes blocks nobody, and with an index
 * whose condition names `last_seq` no event would be a heap-only update of its inbox.
 */
export const fullScans: Migration = ({ engine }) => [
  'create index offers_all_of_owner on offers (owner_id)',
  'create index jobs_of_key on jobs (kind, job_key) where job_key is not null and failed_at is null',
  // With the number of events of server/inbox/retention.ts.
  ...(engine === 'sqlite'
    ? ['create index inboxes_full on inboxes (user_id) where last_seq >= first_seq + 5000']
    : []),
]
