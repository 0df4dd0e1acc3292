import type { Migration } from './types.ts'

/** The times at which the app was turned on and the recovery codes were created; null for older ones. */
export const factorTimes: Migration = ({ time }) => [
  `alter table second_factors add column totp_at ${time}`,
  `alter table recovery_codes add column created_at ${time}`,
]
