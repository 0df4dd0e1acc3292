import type { Migration } from './types.ts'

/** Indexes for scheduled maintenance, which ends periods of retention (contract/retention.ts). */
export const retention: Migration = ({ time }) => [
  `alter table offers add column applications_emptied_at ${time}`,
  `create index offers_to_empty on offers (deleted_at)
    where deleted_at is not null and applications_emptied_at is null`,
  'create index sessions_expires on sessions (expires_at)',
  'create index tickets_created on tickets (created_at)',
]
