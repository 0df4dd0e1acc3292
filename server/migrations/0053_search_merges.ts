import type { Migration } from './types.ts'

/**
 * A commit no longer merges the full-text indexes, which took up to 90 ms: a thread does (`server/sqlite/thread.ts`).
 * Without it, as in operators' commands, a commit merges 256 segments at once.
 */
export const searchMerges: Migration = ({ engine }) =>
  engine === 'postgres'
    ? []
    : ['users', 'projects', 'offers']
        .flatMap((table) => [`${table}_search`, `${table}_grams`])
        .flatMap((index) => [
          `insert into ${index} (${index}, rank) values ('automerge', 0)`,
          `insert into ${index} (${index}, rank) values ('crisismerge', 256)`,
        ])
