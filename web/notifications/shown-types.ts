import type { NOTIFICATION_TYPES, NotificationType } from '#contract/notifications.ts'
import type { Role } from '#contract/users.ts'

/** By role; comments are never created (decision 43). */
export const SHOWN_TYPES: Record<
  Role,
  readonly Exclude<NotificationType, typeof NOTIFICATION_TYPES.comment>[]
> = {
  developer: [1, 2, 4, 6, 7, 8, 9, 10, 13, 14],
  recruiter: [1, 5, 6, 9, 11, 12, 13, 14],
}
