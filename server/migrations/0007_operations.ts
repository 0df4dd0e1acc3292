import type { Migration } from './types.ts'

export const operations: Migration = ({ id, time, strict }) => [
  `create table tickets (
    id ${id} primary key,
    name text not null,
    email text not null,
    category text not null,
    subject text not null,
    message text not null,
    user_id ${id} references users (id),
    created_at ${time} not null
  )${strict}`,
  // Mail and clean-up that must follow a commit, even if the process is killed.
  `create table jobs (
    id ${id} primary key,
    kind text not null,
    payload text not null,
    run_at ${time} not null,
    attempts integer not null default 0,
    done_at ${time},
    failed_at ${time},
    last_error text
  )${strict}`,
  'create index jobs_due on jobs (run_at) where done_at is null and failed_at is null',
  `create table idempotent_answers (
    user_id ${id} not null references users (id),
    path text not null,
    key text not null,
    status integer,
    body text,
    created_at ${time} not null,
    primary key (user_id, path, key)
  )${strict}`,
  'create index idempotent_answers_created on idempotent_answers (created_at)',
]
