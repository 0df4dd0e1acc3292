import type { Migration } from './types.ts'

/** Indexes of hourly deletes by age, and of an erasure by the beginning of a path (X1). */
export const deletionIndexes: Migration = ({ engine }) => [
  'create index repository_cache_checked on repository_cache (checked_at)',
  'create index reset_tokens_expires on reset_tokens (expires_at)',
  // Compared byte by byte, so that the beginning of a path is a range of the index; on SQLite the primary key is.
  ...(engine === 'postgres'
    ? ['create index repository_cache_path on repository_cache (path collate "C")']
    : []),
]
