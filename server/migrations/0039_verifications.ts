import type { Migration } from './types.ts'

/** The domain that a recruiter has proven, and proofs under way (TRUST-01). */
export const verifications: Migration = ({ id, time, strict }) => [
  'alter table users add column verified_domain text',
  `alter table users add column verified_at ${time}`,
  `alter table users add column verified_until ${time}`,
  `create table verifications (
    user_id ${id} primary key references users (id),
    domain text not null,
    way text not null check (way in ('mail', 'dns', 'file')),
    address text not null default '',
    value text not null,
    code_hash text,
    tries integer not null default 0,
    created_at ${time} not null,
    ends_at ${time} not null
  )${strict}`,
  'create index verifications_end on verifications (ends_at)',
]
