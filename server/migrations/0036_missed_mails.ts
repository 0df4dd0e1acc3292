import type { Migration } from './types.ts'

/** The last mail about unread messages of a conversation (TALK-05). */
export const missedMails: Migration = ({ time }) => [
  `alter table conversation_sides add column missed_mail_at ${time}`,
]
