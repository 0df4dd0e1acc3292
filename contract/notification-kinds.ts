import { NOTIFICATION_TYPES, type Notification } from './notifications.ts'
import { texts } from './texts.ts'

type Content = Pick<Notification, 'senderName' | 'projectId'>

const projectPath = ({ projectId }: Content) => projectId && `/projects/${projectId}`

type Definition = {
  /** The line in the bell, in Spanish, as the bell marks it. */
  text: (content: Content) => string
  /** The page that it opens, or null. */
  path: (content: Content) => string | null
  /** A repetition by the same sender about the same subject within this time is dropped. */
  onceInHours?: number
}

export type NotificationKind = keyof typeof NOTIFICATION_TYPES

/** All kinds of notifications. A new one is a number in `NOTIFICATION_TYPES`, a record here, and a call of `notify`. */
export const NOTIFICATION_KINDS: Record<NotificationKind, Definition> = {
  message: { text: () => texts.notifications.other, path: projectPath },
  like: {
    text: ({ senderName }) => texts.notifications.like(senderName),
    path: projectPath,
    onceInHours: 24,
  },
  comment: { text: ({ senderName }) => texts.notifications.comment(senderName), path: projectPath },
}

/** Types of a newer server read as a general line. */
function definitionOf(type: number): Definition {
  const names = Object.keys(NOTIFICATION_TYPES) as NotificationKind[]
  const kind = names.find((name) => NOTIFICATION_TYPES[name] === type)
  return NOTIFICATION_KINDS[kind ?? 'message']
}

/** The line in the bell (NOTIF-04 to NOTIF-06). */
export const notificationText = ({ type, ...content }: Content & Pick<Notification, 'type'>): string =>
  definitionOf(type).text(content)

/** The page that a notification opens, or null. */
export const notificationPath = ({ type, ...content }: Content & Pick<Notification, 'type'>): string | null =>
  definitionOf(type).path(content)
