import type { Migration } from './types.ts'

/** Rows of a leaving person are found without reading those of everybody (X1). */
export const erasureIndexes: Migration = () => [
  'create index notifications_sender on notifications (sender_id, receiver_id, cleared_at)',
  'create index tickets_user on tickets (user_id) where user_id is not null',
  'create index tickets_email on tickets (email)',
]
