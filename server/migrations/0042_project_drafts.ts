import type { Migration } from './types.ts'

/**
 * Drafts, pins and order (FLOW-06). A draft has `hidden_at` too, which keeps it out of everything
 * public, also for older releases.
 */
export const projectDrafts: Migration = ({ id, time, keyed }) => [
  `alter table projects add column drafted_at ${time}`,
  // The index contains the compared columns, like the others of this table.
  `create index projects_own on projects
    (owner_id, year, created_at, id, deleted_at, hidden_at, drafted_at, moderated_at) where deleted_at is null`,
  // Separate from the projects, whose rows are long. The highest place comes first; 0 is none.
  `create table project_places (
    owner_id ${id} not null references users (id),
    project_id ${id} not null references projects (id),
    place integer not null default 0 check (place >= 0),
    pinned_at ${time},
    primary key (owner_id, project_id)
  )${keyed}`,
]
