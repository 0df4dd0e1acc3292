import type { Migration } from './types.ts'

export const projects: Migration = ({ id, time, rowNumber, strict, keyed }) => [
  // `hidden_at` is set while the owner is deactivated; `gallery_size` serves withGallery from the index.
  `create table projects (
    row_no ${rowNumber},
    id ${id} not null unique,
    owner_id ${id} not null references users (id),
    title text not null,
    category text not null,
    year integer not null,
    professional_role text not null default '',
    duration text not null default '',
    description text not null default '',
    live_link text not null default '',
    github_link text not null default '',
    repository text,
    skills text not null default '[]',
    code_sections text not null default '[]',
    gallery text not null default '[]',
    gallery_size integer not null default 0,
    views_count integer not null default 0 check (views_count >= 0),
    likes_count integer not null default 0 check (likes_count >= 0),
    created_at ${time} not null,
    updated_at ${time} not null,
    deleted_at ${time},
    hidden_at ${time},
    search_text text
  )${strict}`,
  // They contain the columns of their condition, else SQLite would read every row that a page skips.
  `create index projects_public on projects (created_at, id, deleted_at, hidden_at)
    where deleted_at is null and hidden_at is null`,
  `create index projects_category on projects (category, created_at, id, deleted_at, hidden_at, gallery_size)
    where deleted_at is null and hidden_at is null`,
  `create index projects_gallery on projects (created_at, id, deleted_at, hidden_at, gallery_size)
    where deleted_at is null and hidden_at is null and gallery_size > 0`,
  `create index projects_owner on projects (owner_id, year, created_at, id)
    where deleted_at is null and hidden_at is null`,
  `create index projects_owner_views on projects (owner_id, views_count, created_at, id)
    where deleted_at is null and hidden_at is null`,
  'create index projects_repository on projects (repository) where repository is not null',
  `create table project_skills (
    project_id ${id} not null references projects (id),
    name text not null,
    key text not null,
    project_created_at ${time} not null,
    primary key (project_id, key)
  )${keyed}`,
  'create index project_skills_key on project_skills (key, project_created_at, project_id)',
  // `owner_id` repeats the project's owner, so that recent likes of a person are one index range (decision 39).
  `create table likes (
    project_id ${id} not null references projects (id),
    user_id ${id} not null references users (id),
    owner_id ${id} not null references users (id),
    created_at ${time} not null,
    primary key (project_id, user_id)
  )${keyed}`,
  'create index likes_owner on likes (owner_id, created_at)',
  'create index likes_created on likes (created_at, owner_id, user_id)',
  // Cached responses of the repository host, for its outages (decision 41).
  `create table repository_answers (
    path text primary key,
    status integer not null,
    etag text,
    body text,
    fetched_at ${time} not null,
    checked_at ${time} not null
  )${strict}`,
]
