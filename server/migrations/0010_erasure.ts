import type { Migration } from './types.ts'

/** Index of the accounts to be erased by scheduled maintenance (D-5). */
export const erasure: Migration = () => [
  `create index users_to_erase on users (deactivated_at)
    where deactivated_at is not null and erased_at is null`,
]
