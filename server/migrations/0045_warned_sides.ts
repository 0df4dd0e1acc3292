import type { Migration } from './types.ts'

/** Conversations with a sign of a scam, by its author (TRUST-03). */
export const warnedSides: Migration = ({ time }) => [
  'alter table messages add column warning text',
  `alter table conversation_sides add column warned_at ${time}`,
  'create index conversation_sides_warned on conversation_sides (peer_id) where warned_at is not null',
]
