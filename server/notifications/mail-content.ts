import {
  cardPath,
  type DataOf,
  type NotificationKind,
  showForDelivery,
} from '#contract/notification-kinds.ts'
import type { NotificationData } from '#contract/notifications.ts'
import { m } from '#contract/texts.ts'
import { safeName } from '../mail/greeting.ts'

/** The content of a mail about one notification; greeting, reason and unsubscribe link come from the layout. */
export type Content = {
  subject: string
  paragraphs: readonly string[]
  action: string
  /** After the paragraphs. */
  lines?: readonly { text: string; path: string; note?: string }[]
}

type Template<Kind extends NotificationKind> = (data: DataOf<Kind> & { name: string }) => Content

const jobOf = ({ position, company }: { position: string; company: string }) =>
  company === '' ? position : m.offers_job_at({ position, company })

function status({ status, ...offer }: DataOf<'applicationStatus'>): Content {
  const job = jobOf(offer)
  return {
    subject: m.mails_status_subject({ status, job }),
    paragraphs: [m.mails_status_text({ status, job }), m.mails_status_next({ status })],
    action: m.mails_see_application(),
  }
}

/** Mails with more text than the line in the bell. */
const TEMPLATES: { [Kind in NotificationKind]?: Template<Kind> } = {
  applicationStatus: status,
  applicationDecision: status,
  newApplication: ({ name, position }) => ({
    subject: m.mails_new_application_subject({ position }),
    paragraphs: [m.mails_new_application_text({ name, position }), m.mails_new_application_next()],
    action: m.mails_see_the_application(),
  }),
  missedMessages: ({ name, count }) => ({
    subject: m.mails_missed_subject({ name }),
    paragraphs: [m.mails_missed_text({ name, count }), m.mails_missed_next()],
    action: m.mails_open(),
  }),
  offerEnded: ({ message, ...offer }) => ({
    subject: m.mails_offer_ended_subject({ job: jobOf(offer) }),
    paragraphs: [m.mails_offer_ended_text({ job: jobOf(offer) }), ...(message === '' ? [] : [message])],
    action: m.mails_see_application(),
  }),
  offerEnding: ({ position, days }) => ({
    subject: m.mails_offer_ending_subject({ position }),
    paragraphs: [m.mails_offer_ending_text({ position, days }), m.mails_offer_ending_next()],
    action: m.mails_see_offer(),
  }),
  noAnswer: ({ days, similar, ...offer }) => ({
    subject: m.mails_no_answer_subject({ job: jobOf(offer) }),
    paragraphs: [
      m.mails_no_answer_text({ job: jobOf(offer), days }),
      m.mails_no_answer_next(),
      ...(similar.length > 0 ? [m.mails_no_answer_similar()] : []),
    ],
    lines: similar.map((other) => ({ text: jobOf(other), path: `/offers/${other.offerId}` })),
    action: m.mails_see_application(),
  }),
  answerReminder: ({ position, count, days }) => ({
    subject: m.mails_reminder_subject({ position, count }),
    paragraphs: [m.mails_reminder_text({ position, count, days }), m.mails_reminder_next()],
    action: m.mails_see_applications(),
  }),
}

/** The mail about one notification; `data` contains nothing that mail programs would turn into links. */
export function mailContentOf(kind: NotificationKind, given: NotificationData, name: string): Content {
  const data: NotificationData = withoutLinks(given)
  // The kind pairs its data with its template.
  const template = TEMPLATES[kind] as ((data: NotificationData) => Content) | undefined
  if (template) return template({ ...data, name })
  const { text } = showForDelivery(kind, data, null, name)
  return { subject: text, paragraphs: [`${text}.`], action: m.mails_open() }
}

/** Texts of strangers cannot become links in a mail (X8): addresses are removed, and host names are broken at their dots. */
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|(?:\d{1,3}\.){3}\d{1,3}[/:])\S*/gi
/** A dot before two letters, as in every top-level domain; not in Node.js or ASP.NET, which are no addresses. */
const DOT_OF_HOST =
  /(?<=[\p{L}\p{M}\p{N}_-])[.\uff0e](?!(?:js|jsx|ts|tsx|css|php)(?!\.?[\p{L}\p{N}-]))(?!(?<=(?<![\p{L}\p{N}.-])(?:asp|ado|vb|ml)\.)net(?!\.?[\p{L}\p{N}-]))(?=\p{L}{2})/giu

/** Applied to all texts of a value. */
function withoutLinks<Value>(value: Value): Value
function withoutLinks(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(ADDRESS, '…').replaceAll(DOT_OF_HOST, '. ')
  if (Array.isArray(value)) return value.map(withoutLinks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutLinks(inner)]))
}

type Waiting = { id: string; offerId: string; position: string; name: string; days: number }

/** The lines of a reminder, each with a link to its card (APPL-08). */
export const reminderLines = (waiting: readonly Waiting[]) =>
  waiting.map(({ id, offerId, position, name, days }) => ({
    text: m.mails_reminder_line({ name: safeName(name), position: withoutLinks(position) }),
    note: m.mails_reminder_days({ days }),
    path: cardPath({ offerId, applicationId: id }),
  }))
