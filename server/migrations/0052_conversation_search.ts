import type { Migration } from './types.ts'

/**
 * The search in messages walks conversations. These indexes of an earlier `0037_message_changes` were 40 % of the pages
 * that a commit of messages wrote.
 */
export const conversationSearch: Migration = () => [
  'drop index if exists messages_sent',
  'drop index if exists messages_received',
]
