import type { Migration } from './types.ts'

/** Second factors, and sign-ins under way. */
export const secondFactors: Migration = ({ id, time, big, strict, keyed }) => [
  // Secrets are encrypted; `last_step`: the last period of 30 s of which a code was used.
  `create table second_factors (
    user_id ${id} primary key references users (id),
    totp_secret text,
    totp_pending text,
    last_step ${big} not null default 0,
    failures integer not null default 0,
    locked_until ${time}
  )${strict}`,
  `create table recovery_codes (
    user_id ${id} not null references users (id),
    code_hash text not null,
    primary key (user_id, code_hash)
  )${keyed}`,
  `create table passkeys (
    id ${id} primary key,
    user_id ${id} not null references users (id),
    credential_id text not null unique,
    public_key text not null,
    counter ${big} not null,
    transports text not null default '[]',
    name text not null,
    created_at ${time} not null,
    last_used_at ${time}
  )${strict}`,
  'create index passkeys_user on passkeys (user_id)',
  // `user_id` is null where a passkey alone identifies the account.
  `create table sign_in_tickets (
    ticket_hash text primary key,
    user_id ${id} references users (id),
    token_version integer,
    purpose text not null check (purpose in ('second', 'passkey', 'new passkey')),
    challenge text,
    tries integer not null default 0,
    expires_at ${time} not null
  )${strict}`,
  'create index sign_in_tickets_user on sign_in_tickets (user_id)',
  'create index sign_in_tickets_expiry on sign_in_tickets (expires_at)',
]
