import { NOTIFICATION_TYPES, type NotificationType } from '#contract/notifications.ts'
import { ROLES, type Role } from '#contract/users.ts'

type Name = keyof typeof NOTIFICATION_TYPES

/** The roles that receive each type; comments are never created (decision 43). */
const RECEIVERS: Record<Name, readonly Role[]> = {
  message: ROLES,
  like: ['developer'],
  comment: [],
  applicationStatus: ['developer'],
  newApplication: ['recruiter'],
  offerEnd: ROLES,
  noAnswer: ['developer'],
  invitation: ['developer'],
  interview: ROLES,
  alert: ['developer'],
  reminder: ['recruiter'],
  verification: ['recruiter'],
  moderation: ROLES,
  account: ROLES,
}

/** In the order of the settings. */
export const shownTypes = (role: Role): NotificationType[] =>
  (Object.keys(RECEIVERS) as Name[])
    .filter((name) => RECEIVERS[name].includes(role))
    .map((name) => NOTIFICATION_TYPES[name])
