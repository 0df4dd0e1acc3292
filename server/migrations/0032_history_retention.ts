import type { Migration } from './types.ts'

/** Indexes for the end of the history of applications by scheduled maintenance (contract/retention.ts). */
export const historyRetention: Migration = () => [
  'create index application_changes_changed on application_changes (changed_at)',
  'create index former_applications_withdrawn on former_applications (withdrawn_at)',
]
