import type { Migration } from './types.ts'

/** Contact by consent: requests of strangers, and muted conversations. */
export const contactRequests: Migration = ({ id, time }) => [
  // The sender of the request, counted for OUTREACH_PER_DAY.
  `alter table conversations add column requested_by ${id} references users (id)`,
  `alter table conversations add column requested_at ${time}`,
  `create index conversations_requested on conversations (requested_by, requested_at)
    where requested_by is not null`,
  // On the receiving side, while the request is open or declined.
  `alter table conversation_sides add column requested_at ${time}`,
  `alter table conversation_sides add column declined_at ${time}`,
  `alter table conversation_sides add column muted_at ${time}`,
  `create index conversation_sides_marked on conversation_sides (user_id)
    where requested_at is not null or muted_at is not null`,
  // Sent as a part of a request.
  `alter table messages add column requested_at ${time}`,
  // Visible to the sender only: the receiver has declined the request.
  `alter table messages add column withheld text check (withheld in ('declined', 'blocked'))`,
  // The subject of an event of a later kind. Older releases read it as a `cleared` without effect.
  `alter table inbox_events add column subject text check (subject in ('message', 'conversation'))`,
]
