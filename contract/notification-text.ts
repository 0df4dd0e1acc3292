import { NOTIFICATION_TYPES, type Notification } from './notifications.ts'
import { texts } from './texts.ts'

/** What the bell says (NOTIF-04 to NOTIF-06). */
export function notificationText({ type, senderName }: Pick<Notification, 'type' | 'senderName'>): string {
  if (type === NOTIFICATION_TYPES.like) return texts.notifications.like(senderName)
  if (type === NOTIFICATION_TYPES.comment) return texts.notifications.comment(senderName)
  return texts.notifications.other
}
