import type { Migration } from './types.ts'

/** The last change of an account's public data, for the site map; null until the first change. */
export const userChanges: Migration = ({ time }) => [`alter table users add column updated_at ${time}`]
