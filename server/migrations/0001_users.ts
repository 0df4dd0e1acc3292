import type { Migration } from './types.ts'

export const users: Migration = ({ id, time, rowNumber, strict, keyed }) => [
  // One row a person. `search_text` is null outside of the public lists.
  `create table users (
    row_no ${rowNumber},
    id ${id} not null unique,
    role text not null check (role in ('developer', 'recruiter')),
    email text not null,
    password_hash text not null,
    token_version integer not null default 1,
    name text not null,
    surname text not null,
    phone text not null default '',
    birth_date text,
    avatar text not null default '',
    description text not null default '',
    location text not null default '',
    created_at ${time} not null,
    onboarded_at ${time},
    deactivated_at ${time},
    erased_at ${time},
    professional_position text not null default '',
    resume text not null default '',
    experience_years integer check (experience_years between 0 and 99),
    linkedin text not null default '',
    github text not null default '',
    skills text not null default '[]',
    languages text not null default '[]',
    company_name text not null default '',
    sector text not null default '',
    website text not null default '',
    contact_email text not null default '',
    contact_phone text not null default '',
    multimedia text not null default '[]',
    search_text text
  )${strict}`,
  // Deactivated accounts keep their address (decision 36); erasing one replaces it.
  'create unique index users_email on users (email)',
  // It contains the columns of its condition, else SQLite would read every row that a page skips.
  `create index users_public on users (role, created_at, id, deactivated_at, onboarded_at)
    where deactivated_at is null and onboarded_at is not null`,
  // The filter index of the directory, with listed people only; `users.skills` holds the displayed list.
  `create table user_skills (
    user_id ${id} not null references users (id),
    name text not null,
    key text not null,
    user_created_at ${time} not null,
    primary key (user_id, key)
  )${keyed}`,
  'create index user_skills_key on user_skills (key, user_created_at, user_id)',
  // 'category:Backend', 'years:2-4', 'cover' (fit for the outstanding) and 'no-cover' (fit but for a picture).
  `create table user_facets (
    user_id ${id} not null references users (id),
    facet text not null,
    user_created_at ${time} not null,
    primary key (user_id, facet)
  )${keyed}`,
  'create index user_facets_facet on user_facets (facet, user_created_at, user_id)',
  `create table sign_ins (
    id ${id} primary key,
    user_id ${id} not null references users (id),
    created_at ${time} not null,
    expires_at ${time} not null,
    ended_at ${time}
  )${strict}`,
  'create index sign_ins_user on sign_ins (user_id)',
  `create table reset_tokens (
    token_hash text primary key,
    user_id ${id} not null references users (id),
    created_at ${time} not null,
    expires_at ${time} not null,
    used_at ${time}
  )${strict}`,
  'create index reset_tokens_user on reset_tokens (user_id)',
  // The size of each public list; changed in the transaction of the cause.
  `create table totals (
    name text primary key,
    value integer not null check (value >= 0)
  )${strict}`,
  `insert into totals (name, value) values
    ('developers', 0), ('recruiters', 0), ('projects', 0), ('offers', 0), ('hires', 0)`,
]
