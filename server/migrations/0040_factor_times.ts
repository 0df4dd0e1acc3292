import type { Migration } from './types.ts'

/** When the app was turned on and the recovery codes were made; null for those of before. */
export const factorTimes: Migration = ({ time }) => [
  `alter table second_factors add column totp_at ${time}`,
  `alter table recovery_codes add column created_at ${time}`,
]
