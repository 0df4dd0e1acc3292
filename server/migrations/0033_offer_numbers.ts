import type { Migration } from './types.ts'

/** Offers are counted by the day of their publication (MOD-06). */
export const offerNumbers: Migration = () => [
  "create index offers_published on offers (created_at) where state <> 'draft'",
]
