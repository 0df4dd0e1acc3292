import type { Migration } from './types.ts'

/** State of the database itself, shared by processes and commands. Made earlier where indexes wait (migrate.ts). */
export const serverState: Migration = ({ time, strict }) => [
  `create table if not exists server_state (
    name text primary key,
    value text not null,
    changed_at ${time} not null
  )${strict}`,
]
