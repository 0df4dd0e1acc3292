import type { Migration } from './types.ts'

/** Accounts of OpenID Connect providers, and sign-ins with them under way (ACCT-03). */
export const identities: Migration = ({ id, time, strict }) => [
  `create table identities (
    id ${id} primary key,
    user_id ${id} not null references users (id),
    provider text not null,
    issuer text not null,
    subject text not null,
    email text not null,
    created_at ${time} not null,
    last_used_at ${time} not null,
    unique (issuer, subject)
  )${strict}`,
  'create index identities_user on identities (user_id)',
  // `user_id`: the account to link the identity to; null to sign in.
  `create table sign_in_flows (
    flow_hash text primary key,
    provider text not null,
    state text not null,
    nonce text not null,
    verifier text not null,
    role text not null check (role in ('developer', 'recruiter')),
    user_id ${id} references users (id),
    expires_at ${time} not null
  )${strict}`,
  'create index sign_in_flows_user on sign_in_flows (user_id) where user_id is not null',
  'create index sign_in_flows_expiry on sign_in_flows (expires_at)',
]
