import type { Migration } from './types.ts'

/**
 * The offers that are shown again with their recruiter are found without all others. And FTS5 merges no segment because
 * a tenth of it is deleted, which took up to 430 ms in a commit while thousands of offers were hidden (X1): it is merged
 * with its level, or when somebody is erased.
 */
export const hiddenWork: Migration = ({ engine }) => [
  'create index offers_hidden on offers (owner_id) where hidden_at is not null',
  ...(engine === 'postgres'
    ? []
    : ['users', 'projects', 'offers'].map(
        (table) => `insert into ${table}_grams (${table}_grams, rank) values ('deletemerge', 0)`,
      )),
]
