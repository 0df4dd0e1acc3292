import type { Migration } from './types.ts'

/** Browser and system of a session, and the known devices of an account. */
export const sessionDevices: Migration = ({ id, time, keyed }) => [
  // Names of a fixed list, or ''; the user agent itself is not stored.
  "alter table sessions add column browser text not null default ''",
  "alter table sessions add column system text not null default ''",
  `alter table sessions add column last_seen_at ${time}`,
  'create index sessions_open on sessions (user_id, id, expires_at) where ended_at is null',
  `create table known_devices (
    user_id ${id} not null references users (id),
    device_hash text not null,
    seen_at ${time} not null,
    primary key (user_id, device_hash)
  )${keyed}`,
]
