import type { Migration } from './types.ts'

export const offers: Migration = ({ id, time, rowNumber, strict, keyed }) => [
  `create table offers (
    row_no ${rowNumber},
    id ${id} not null unique,
    owner_id ${id} references users (id),
    position text not null,
    role text not null default '',
    company text not null default '',
    location text not null default '',
    salary integer check (salary between 0 and 10000000),
    language text not null default '',
    description text not null default '',
    skills text not null default '[]',
    contract_types text not null default '[]',
    applicants_count integer not null default 0 check (applicants_count >= 0),
    created_at ${time} not null,
    updated_at ${time} not null,
    deleted_at ${time},
    hidden_at ${time},
    search_text text
  )${strict}`,
  // They contain the columns of their condition, else SQLite would read every row that a page skips.
  `create index offers_public on offers (created_at, id, deleted_at, hidden_at)
    where deleted_at is null and hidden_at is null`,
  `create index offers_owner on offers (owner_id, created_at, id, deleted_at, hidden_at)
    where deleted_at is null and hidden_at is null`,
  `create table offer_skills (
    offer_id ${id} not null references offers (id),
    name text not null,
    key text not null,
    offer_created_at ${time} not null,
    primary key (offer_id, key)
  )${keyed}`,
  'create index offer_skills_key on offer_skills (key, offer_created_at, offer_id)',
  // The word 'Permanent' is a row of its own, so that its filter is the same look-up (decision 31).
  `create table offer_contract_types (
    offer_id ${id} not null references offers (id),
    name text not null,
    offer_created_at ${time} not null,
    primary key (offer_id, name)
  )${keyed}`,
  `create index offer_contract_types_name
    on offer_contract_types (name, offer_created_at, offer_id)`,
  `create table applications (
    id ${id} primary key,
    offer_id ${id} not null references offers (id),
    user_id ${id} not null references users (id),
    status text not null default 'pending'
      check (status in ('pending', 'reviewed', 'interviewed', 'accepted', 'rejected')),
    phone text not null,
    cover_letter text not null default '',
    applied_at ${time} not null,
    gdpr_accepted_at ${time} not null,
    gdpr_text_version text not null,
    unique (offer_id, user_id)
  )${strict}`,
  'create index applications_offer on applications (offer_id, applied_at, id)',
  'create index applications_user on applications (user_id, applied_at, offer_id)',
  `create table application_changes (
    id ${id} primary key,
    application_id ${id} not null references applications (id),
    changed_by ${id} references users (id),
    from_status text,
    to_status text not null,
    changed_at ${time} not null
  )${strict}`,
  'create index application_changes_application on application_changes (application_id, changed_at, id)',
]
