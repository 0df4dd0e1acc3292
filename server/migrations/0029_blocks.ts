import type { Migration } from './types.ts'

/** People blocked by others (TALK-04). */
export const blocks: Migration = ({ id, time, keyed }) => [
  `create table blocks (
    user_id ${id} not null references users (id),
    peer_id ${id} not null references users (id),
    created_at ${time} not null,
    primary key (user_id, peer_id)
  )${keyed}`,
  'create index blocks_peer on blocks (peer_id, user_id)',
]
