import type { Migration } from './types.ts'

/**
 * Drafts, and what stands first in a profile (FLOW-06). A draft has `hidden_at` too, which keeps it out of all that is
 * public, also for programs that know nothing of drafts.
 */
export const projectDrafts: Migration = ({ id, time, keyed }) => [
  `alter table projects add column drafted_at ${time}`,
  // The index holds the compared columns, as the others of this table do.
  `create index projects_own on projects
    (owner_id, year, created_at, id, deleted_at, hidden_at, drafted_at, moderated_at) where deleted_at is null`,
  // Apart from the projects, whose rows are long. The highest place comes first; 0 is none.
  `create table project_places (
    owner_id ${id} not null references users (id),
    project_id ${id} not null references projects (id),
    place integer not null default 0 check (place >= 0),
    pinned_at ${time},
    primary key (owner_id, project_id)
  )${keyed}`,
]
