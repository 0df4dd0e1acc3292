import type { Migration } from './types.ts'

/** Indexes for the clean-up of uploads: rows that refer to a file, deleted ones included (decision 36). */
export const fileReferences: Migration = ({ time }) => [
  // Since when the file has no references; null while it has.
  `alter table files add column orphaned_at ${time}`,
  'create index files_deleted on files (deleted_at) where deleted_at is not null',
  "create index messages_image on messages (image) where image <> ''",
  'create index projects_of_owner on projects (owner_id)',
  'create index experiences_of_owner on experiences (owner_id)',
  'create index studies_of_owner on studies (owner_id)',
]
