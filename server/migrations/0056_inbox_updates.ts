import type { Migration } from './types.ts'

/**
 * On PostgreSQL the index of full inboxes made each new event rewrite all indexes of its inbox: an update is heap-only
 * unless an index or its condition has a changed column. There, reading all rows blocks nobody.
 */
export const inboxUpdates: Migration = ({ engine }) =>
  engine === 'postgres'
    ? [
        // It may wait to be built.
        "delete from server_state where name = 'index inboxes_full'",
        'drop index if exists inboxes_full',
      ]
    : []
