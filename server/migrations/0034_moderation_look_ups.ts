import type { Migration } from './types.ts'

/** Indexes for moderators' searches for people and offers. */
export const moderationLookUps: Migration = ({ engine }) => [
  // Compared byte by byte, so that the beginning of a name is a range of the index.
  `create index users_name on users ((lower(name || ' ' || surname))${engine === 'postgres' ? ' collate "C"' : ''})`,
  `create index users_sanctioned on users (id)
    where moderated_at is not null or suspended_until is not null or banned_at is not null`,
  'create index offers_moderated on offers (id) where moderated_at is not null',
]
