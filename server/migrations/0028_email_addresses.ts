import type { Migration } from './types.ts'

/** Whether the address of an account is confirmed, and links that confirm one or restore a former one. */
export const emailAddresses: Migration = ({ id, time, strict }) => [
  // Since when it is unconfirmed; null is confirmed, as are all older accounts.
  `alter table users add column unconfirmed_at ${time}`,
  'alter table users add column pending_email text',
  `create table email_tokens (
    token_hash text primary key,
    user_id ${id} not null references users (id),
    purpose text not null check (purpose in ('confirm', 'undo')),
    email text not null,
    created_at ${time} not null,
    expires_at ${time} not null,
    used_at ${time}
  )${strict}`,
  'create index email_tokens_user on email_tokens (user_id, created_at)',
  'create index email_tokens_email on email_tokens (email)',
  'create index email_tokens_expiry on email_tokens (expires_at)',
]
