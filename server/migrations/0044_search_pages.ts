import type { Migration } from './types.ts'

/**
 * New pages of the full-text indexes hold 2,000 bytes, not 4,050: FTS5 merges a fixed number of them in the commit of a
 * write, which took up to 50 ms (X1). Existing pages stay readable.
 */
export const searchPages: Migration = ({ engine }) =>
  engine === 'postgres'
    ? []
    : ['offers', 'projects'].map(
        (table) => `insert into ${table}_search (${table}_search, rank) values ('pgsz', 2000)`,
      )
