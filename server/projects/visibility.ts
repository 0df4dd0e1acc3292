import { sql } from 'kysely'

/** Visible to everybody. A draft has `hidden_at` too, so that nothing else has to know of drafts. */
export const IS_PUBLIC = sql<boolean>`projects.deleted_at is null and projects.hidden_at is null`

/** Visible to the owner: drafts too, unless a moderator has hidden them. */
export const IS_OWN = sql<boolean>`projects.deleted_at is null and (projects.hidden_at is null
  or (projects.drafted_at is not null and projects.moderated_at is null))`
