import type { Migration } from './types.ts'

/** The warning to the owner and the message to applicants when an offer ends (LIFE-08, LIFE-09). */
export const offerEndings: Migration = ({ time }) => [
  `alter table offers add column warned_at ${time}`,
  'alter table offers add column closing_message text',
  `create index offers_to_warn on offers (state, closes_at, id)
    where warned_at is null and deleted_at is null and hidden_at is null`,
]
