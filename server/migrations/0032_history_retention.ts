import type { Migration } from './types.ts'

/** What scheduled maintenance looks for when the history of applications ends (contract/retention.ts). */
export const historyRetention: Migration = () => [
  'create index application_changes_changed on application_changes (changed_at)',
  'create index former_applications_withdrawn on former_applications (withdrawn_at)',
]
