import type { Migration } from './types.ts'

/** Notifications of any kind, unique by key; the list of all of them, read or not. */
export const notifications: Migration = () => [
  // Null in older rows, whose type is the kind.
  'alter table notifications add column kind text',
  "alter table notifications add column data text not null default '{}'",
  'alter table notifications add column once_key text',
  'create unique index notifications_once_key on notifications (receiver_id, once_key) where once_key is not null',
  'create index notifications_receiver on notifications (receiver_id, created_at, id)',
]
