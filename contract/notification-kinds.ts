import { z } from 'zod'
import { STATUSES } from './applications.ts'
import { NOTIFICATION_TYPES, type NotificationData, type NotificationType } from './notifications.ts'
import { REPORT_KINDS } from './reports.ts'
import { m } from './texts.ts'

type Definition<Data extends NotificationData> = {
  /** Its type in the settings; several kinds may share one. */
  type: NotificationType
  /** The stored fields. A sender is stored by id only: names are read on display (S4). */
  data: z.ZodType<Data>
  /** The line in bell, page, mail and push. */
  text: (data: Data & { name: string }) => string
  /** The line in mail and push, where it differs. */
  deliveredText?: (data: Data & { name: string }) => string
  /** The page that it opens, or null. */
  path: (data: Data, projectId: string | null) => string | null
  /** A repetition by the same sender about the same project within this time is dropped. */
  onceInHours?: number
  /** Neither held by quiet hours nor turned off by a link in its mail. */
  isSafety?: boolean
  /** Its cause sends a mail of its own. */
  isMailedByCause?: boolean
  /** Neither in the bell nor pushed. */
  isMailOnly?: boolean
  /** Mailed only to those who chose mail for its type themselves. */
  mailIfChosen?: boolean
}

const define = <Data extends NotificationData>(definition: Definition<Data>) => definition

const projectPath = (_: NotificationData, projectId: string | null) => projectId && `/projects/${projectId}`
const offerPath = ({ offerId }: { offerId: string }) => `/offers/${offerId}`
const boardPath = ({ offerId }: { offerId: string }) => `/private-rec/dashboard/${offerId}`
/** The board with the card of an applicant open. */
export const cardPath = ({ offerId, applicationId }: { offerId: string; applicationId: string }) =>
  `${boardPath({ offerId })}?application=${applicationId}`
const applicationPath = ({ applicationId }: { applicationId: string }) => `/applications/${applicationId}`

const offer = { offerId: z.string(), position: z.string(), company: z.string() }
const application = { applicationId: z.string(), ...offer }

const jobOf = ({ position, company }: { position: string; company: string }) =>
  company === '' ? position : m.offers_job_at({ position, company })

/** All kinds of notifications. A new one is a record here and a call of `notify` (server/notifications/notify.ts). */
export const NOTIFICATION_KINDS = {
  message: define({
    type: NOTIFICATION_TYPES.message,
    data: z.object({}),
    text: () => m.notifications_other(),
    deliveredText: ({ name }) => m.notifications_message({ name }),
    path: projectPath,
    // By default only missed notifications are mailed.
    mailIfChosen: true,
  }),
  /** By mail only: unread for a while. */
  missedMessages: define({
    type: NOTIFICATION_TYPES.message,
    data: z.object({ count: z.number() }),
    text: ({ name, count }) => m.notifications_missed({ name, count }),
    path: () => null,
    isMailOnly: true,
  }),
  like: define({
    type: NOTIFICATION_TYPES.like,
    data: z.object({ title: z.string() }),
    text: ({ name }) => m.notifications_like({ senderName: name }),
    path: projectPath,
    onceInHours: 24,
  }),
  comment: define({
    type: NOTIFICATION_TYPES.comment,
    data: z.object({}),
    text: ({ name }) => m.notifications_comment({ senderName: name }),
    path: projectPath,
  }),
  applicationStatus: define({
    type: NOTIFICATION_TYPES.applicationStatus,
    data: z.object({ ...application, status: z.enum(STATUSES) }),
    text: ({ status, ...offer }) => m.notifications_application_status({ status, job: jobOf(offer) }),
    path: applicationPath,
    mailIfChosen: true,
  }),
  /** Accepted or rejected. */
  applicationDecision: define({
    type: NOTIFICATION_TYPES.applicationStatus,
    data: z.object({ ...application, status: z.enum(STATUSES) }),
    text: ({ status, ...offer }) => m.notifications_application_status({ status, job: jobOf(offer) }),
    path: applicationPath,
  }),
  newApplication: define({
    type: NOTIFICATION_TYPES.newApplication,
    data: z.object(application),
    text: ({ name, position }) => m.notifications_new_application({ name, position }),
    path: cardPath,
  }),
  /** To a waiting applicant. */
  offerEnded: define({
    type: NOTIFICATION_TYPES.offerEnd,
    data: z.object({ ...application, message: z.string() }),
    text: (offer) => m.notifications_offer_ended({ job: jobOf(offer) }),
    path: applicationPath,
  }),
  /** To the owner. */
  offerEnding: define({
    type: NOTIFICATION_TYPES.offerEnd,
    data: z.object({ ...offer, days: z.number() }),
    text: ({ position, days }) => m.notifications_offer_ending({ position, days }),
    path: offerPath,
  }),
  noAnswer: define({
    type: NOTIFICATION_TYPES.noAnswer,
    /** `similar` are other open offers. */
    data: z.object({ ...application, days: z.number(), similar: z.array(z.object(offer)) }),
    text: ({ days, ...offer }) => m.notifications_no_answer({ days, job: jobOf(offer) }),
    path: applicationPath,
  }),
  invitation: define({
    type: NOTIFICATION_TYPES.invitation,
    data: z.object(offer),
    text: ({ name, ...offer }) => m.notifications_invitation({ name, job: jobOf(offer) }),
    path: offerPath,
  }),
  interview: define({
    type: NOTIFICATION_TYPES.interview,
    data: z.object({ ...application, state: z.enum(['proposed', 'booked', 'moved', 'cancelled']) }),
    text: ({ state, ...offer }) => m.notifications_interview({ state, job: jobOf(offer) }),
    path: applicationPath,
  }),
  alert: define({
    type: NOTIFICATION_TYPES.alert,
    data: z.object({ alertId: z.string(), alert: z.string(), count: z.number() }),
    text: ({ alert, count }) => m.notifications_alert({ alert, count }),
    path: () => '/alerts',
  }),
  /** To an owner: applications without an answer. */
  answerReminder: define({
    type: NOTIFICATION_TYPES.reminder,
    data: z.object({ offerId: z.string(), position: z.string(), count: z.number(), days: z.number() }),
    text: ({ position, count, days }) => m.notifications_answer_reminder({ position, count, days }),
    path: boardPath,
  }),
  verification: define({
    type: NOTIFICATION_TYPES.verification,
    data: z.object({ company: z.string(), state: z.enum(['verified', 'expired']) }),
    text: ({ company, state }) => m.notifications_verification({ company, state }),
    path: () => '/settings/company',
  }),
  /** To the author of a thing. `appeal` is the token of its page, or ''. */
  moderation: define({
    type: NOTIFICATION_TYPES.moderation,
    data: z.object({ act: z.string(), kind: z.enum(REPORT_KINDS), title: z.string(), appeal: z.string() }),
    text: ({ act, kind, title }) =>
      m.notifications_moderation({ act, thing: m.moderation_your_thing({ kind, title }) }),
    path: ({ appeal }) => (appeal === '' ? null : `/appeal/${appeal}`),
    isSafety: true,
    isMailedByCause: true,
  }),
  account: define({
    type: NOTIFICATION_TYPES.account,
    data: z.object({ event: z.enum(['export ready', 'email changed', 'new device']) }),
    text: ({ event }) => m.notifications_account({ event }),
    path: () => '/settings',
    isSafety: true,
  }),
}

export type NotificationKind = keyof typeof NOTIFICATION_KINDS
/** The data that `notify` stores with a kind. */
export type DataOf<Kind extends NotificationKind> = z.infer<(typeof NOTIFICATION_KINDS)[Kind]['data']>

const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]

/** Older rows have no kind; types of a newer server get a general line. */
const kindOf = (kind: string | null, type: number): NotificationKind =>
  KINDS.find((name) => name === kind) ??
  KINDS.find((name) => NOTIFICATION_KINDS[name].type === type) ??
  'message'

type Stored = { kind: string | null; type: number; data: NotificationData; projectId: string | null }

// The kind pairs the data with its functions; a union of both loses that.
const definitionOf = (kind: NotificationKind) =>
  NOTIFICATION_KINDS[kind] as unknown as Definition<NotificationData>

/** Text and page of a stored notification; `name` is the sender's. */
export function showNotification({ kind, type, data, projectId }: Stored, name: string) {
  const { text, path } = definitionOf(kindOf(kind, type))
  return { text: text({ ...data, name }), path: path(data, projectId) }
}

/** The same in mail and push. */
export function showForDelivery(
  kind: NotificationKind,
  data: NotificationData,
  projectId: string | null,
  name: string,
) {
  const { text, deliveredText = text, path } = definitionOf(kind)
  return { text: deliveredText({ ...data, name }), path: path(data, projectId) }
}

export const kindSettings = (kind: NotificationKind) => {
  const definition = definitionOf(kind)
  const { type, isSafety = false, isMailedByCause = false, isMailOnly = false } = definition
  const { mailIfChosen = false, onceInHours } = definition
  return { type, isSafety, isMailedByCause, isMailOnly, mailIfChosen, onceInHours }
}

export const isNotificationKind = (kind: string): kind is NotificationKind =>
  Object.hasOwn(NOTIFICATION_KINDS, kind)
