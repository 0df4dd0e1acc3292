import type { Migration } from './types.ts'

/** `sort_end` is the end, or '9999-12' for current entries, so that one index serves the order of decision 28. */
export const careers: Migration = ({ id, time, strict }) => [
  `create table experiences (
    id ${id} primary key,
    owner_id ${id} not null references users (id),
    company text not null,
    company_logo text not null default '',
    position text not null,
    description text not null default '',
    start_month text not null,
    end_month text,
    sort_end text not null,
    skills text not null default '[]',
    created_at ${time} not null,
    updated_at ${time} not null,
    deleted_at ${time},
    check (end_month is null or end_month >= start_month)
  )${strict}`,
  `create index experiences_owner on experiences (owner_id, sort_end, start_month, id)
    where deleted_at is null`,
  `create table studies (
    id ${id} primary key,
    owner_id ${id} not null references users (id),
    degree text not null,
    institute_name text not null,
    institute_logo text not null default '',
    description text not null default '',
    start_month text not null,
    end_month text,
    sort_end text not null,
    created_at ${time} not null,
    updated_at ${time} not null,
    deleted_at ${time},
    check (end_month is null or end_month >= start_month)
  )${strict}`,
  'create index studies_owner on studies (owner_id, sort_end, start_month, id) where deleted_at is null',
]
