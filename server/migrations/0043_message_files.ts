import type { Migration } from './types.ts'

/** PDF files in messages (FLOW-08). */
export const messageFiles: Migration = ({ id }) => [
  // Name, bytes and stored URL as JSON, for the reader of a conversation.
  'alter table messages add column file text',
  // The message with the file, once it is sent.
  `alter table files add column message_id ${id}`,
]
