import type { Migration } from './types.ts'

/** Short addresses: the current one of a person and former ones, which redirect (FLOW-03). */
export const handles: Migration = ({ id, time, keyed }) => [
  `create table handles (
    handle text primary key check (handle = lower(handle)),
    user_id ${id} not null references users (id),
    taken_at ${time} not null,
    released_at ${time}
  )${keyed}`,
  'create unique index handles_current on handles (user_id) where released_at is null',
  'create index handles_user on handles (user_id)',
  'create index handles_released on handles (released_at) where released_at is not null',
]
