import type { Migration } from './types.ts'

/** What moderators look people and offers up by. */
export const moderationLookUps: Migration = ({ engine }) => [
  // Compared byte by byte, so that the beginning of a name is a range of the index.
  `create index users_name on users ((lower(name || ' ' || surname))${engine === 'postgres' ? ' collate "C"' : ''})`,
  `create index users_sanctioned on users (id)
    where moderated_at is not null or suspended_until is not null or banned_at is not null`,
  'create index offers_moderated on offers (id) where moderated_at is not null',
]
