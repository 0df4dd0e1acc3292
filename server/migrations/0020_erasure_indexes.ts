import type { Migration } from './types.ts'

/** Indexes of the rows of one person, for the erasure (X1). */
export const erasureIndexes: Migration = () => [
  'create index notifications_sender on notifications (sender_id, receiver_id, cleared_at)',
  'create index tickets_user on tickets (user_id) where user_id is not null',
  'create index tickets_email on tickets (email)',
]
