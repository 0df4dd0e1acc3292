import type { Migration } from './types.ts'

/** When what an account shows was changed last, for the site map; null until the first change from here on. */
export const userChanges: Migration = ({ time }) => [`alter table users add column updated_at ${time}`]
