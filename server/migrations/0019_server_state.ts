import type { Migration } from './types.ts'

/** State of the database itself, shared by processes and commands. Created earlier where index builds are pending (migrate.ts). */
export const serverState: Migration = ({ time, strict }) => [
  `create table if not exists server_state (
    name text primary key,
    value text not null,
    changed_at ${time} not null
  )${strict}`,
]
