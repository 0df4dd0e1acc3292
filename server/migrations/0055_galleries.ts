import type { Migration } from './types.ts'

/**
 * The search for references to an upload read whole projects, most of them text: up to 46 ms for 300 of them (X1).
 * PostgreSQL stores long texts apart, and its index rows are too small for them.
 */
export const galleries: Migration = ({ engine }) =>
  engine === 'sqlite'
    ? ["create index projects_galleries on projects (owner_id, gallery) where gallery <> '[]'"]
    : []
