import { sql } from 'kysely'

/** Public. A draft has `hidden_at` too, so that no other condition is needed. */
export const IS_PUBLIC = sql<boolean>`projects.deleted_at is null and projects.hidden_at is null`

/** Visible to the owner: also drafts, unless hidden by a moderator. */
export const IS_OWN = sql<boolean>`projects.deleted_at is null and (projects.hidden_at is null
  or (projects.drafted_at is not null and projects.moderated_at is null))`
