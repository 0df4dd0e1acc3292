import type { Migration } from './types.ts'

export const files: Migration = ({ id, time, strict }) => [
  // `name` is the one in the address; 128 random bits (F4).
  `create table files (
    id ${id} primary key,
    name text not null unique,
    kind text not null check (kind in ('image', 'pdf', 'chat')),
    owner_id ${id} not null references users (id),
    content_type text not null,
    bytes integer not null,
    width integer,
    height integer,
    created_at ${time} not null,
    deleted_at ${time}
  )${strict}`,
  'create index files_owner on files (owner_id, created_at)',
  'create index files_created on files (created_at) where deleted_at is null',
]
