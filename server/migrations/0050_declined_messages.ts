import type { Migration } from './types.ts'

/** Messages that arrive when their request is accepted are found without those that have arrived (X1). */
export const declinedMessages: Migration = () => [
  `create index messages_declined on messages (conversation_id, seq) where withheld = 'declined'`,
]
