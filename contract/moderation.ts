import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { ListQuery, ListQueryOfWhole, word } from './lists.ts'
import { REPORT_KINDS, REPORT_REASONS } from './reports.ts'
import { m } from './texts.ts'
import { TOPICS } from './topics.ts'
import { Id, IdParams, LIMITS, Time, text } from './values.ts'

export const ACTS = ['dismiss', 'hide', 'warn', 'suspend', 'ban', 'restore'] as const
export type Act = (typeof ACTS)[number]

export const REPORT_STATES = ['open', 'closed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const ACCOUNT_STATES = ['active', 'hidden', 'suspended', 'banned', 'deactivated'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** Of an account that reports (MOD-02). */
export const STANDINGS = ['good', 'low', 'unconfirmed', 'closed'] as const
export type Standing = (typeof STANDINGS)[number]

const MAX_REASON = 1000
const MAX_DAYS = 3650

/** Texts of a thing by their field, as they were when it was reported. */
const Snapshot = z.record(z.string(), z.string())

const Thing = z.object({
  kind: z.enum(REPORT_KINDS),
  _id: Id,
  title: z.string(),
  /** Its public page. */
  path: z.string().nullable(),
  state: z.enum(['shown', 'frozen', 'hidden', 'gone']),
})

const Decision = z.object({
  act: z.enum(ACTS),
  reason: z.string(),
  until: Time.nullable(),
  createdAt: Time,
  report: Id,
  kind: z.enum(REPORT_KINDS),
  moderator: z.string(),
  appeal: z.object({ text: z.string(), createdAt: Time }).nullable(),
})

export const Author = z.object({
  _id: Id,
  name: z.string(),
  surname: z.string(),
  role: z.object({ type: z.enum(['developer', 'recruiter']) }),
  createdAt: Time,
  state: z.enum(ACCOUNT_STATES),
  suspendedUntil: Time.nullable(),
  reports: z.number().int(),
  history: z.array(Decision),
})

const Reporter = z.object({
  /** Null for visitors and automatic reports. */
  _id: Id.nullable(),
  name: z.string(),
  /** Only reports of people in good standing freeze; `low` is often dismissed, `closed` suspended, banned or left. */
  standing: z.enum([...STANDINGS, 'visitor', 'machine']),
  /** Reports of this person that moderators dismissed, of the last five decided. */
  dismissed: z.number().int(),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  createdAt: Time,
})

const ReportedMessage = z.object({
  _id: Id,
  senderId: Id,
  name: z.string(),
  text: z.string(),
  hasImage: z.boolean(),
  /** The name of its file, or ''. */
  file: z.string(),
  createdAt: Time,
  isReported: z.boolean(),
})

/** One for all reports of a thing until it is decided; only moderators see it. */
export const Report = z
  .object({
    _id: Id,
    kind: z.enum(REPORT_KINDS),
    reason: z.enum(REPORT_REASONS),
    text: z.string(),
    state: z.enum(REPORT_STATES),
    createdAt: Time,
    thing: Thing,
    snapshot: Snapshot,
    author: Author.nullable(),
    reporters: z.array(Reporter),
    appeal: z.object({ text: z.string(), createdAt: Time }).nullable(),
    decisions: z.array(Decision),
    /** Of a reported message: five before and after it. */
    messages: z.array(ReportedMessage),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

/** Without the texts of the thing beyond an excerpt, and without history and messages. */
export const listReports = listEndpoint({
  method: 'GET',
  path: '/admin/reports',
  access: 'moderator',
  summary: 'The queue of reports, oldest first; decided ones newest first',
  query: ListQueryOfWhole.omit({ sort: true }).extend({
    state: z.preprocess((given) => (given === 'closed' ? 'closed' : 'open'), z.enum(REPORT_STATES)),
  }),
  item: Report,
})

export const getReport = endpoint({
  method: 'GET',
  path: '/admin/reports/:id',
  access: 'moderator',
  summary: 'A report with the thing as it was, its author and who reported it',
  params: IdParams,
  response: Report,
})

export const ActInput = z
  .object({
    act: z.enum(ACTS, { error: m.general_required }),
    reason: text(MAX_REASON, { required: m.general_required, lines: 'many' }),
    days: z.number({ error: m.general_invalid }).gt(0, { error: m.general_invalid }).max(MAX_DAYS).optional(),
  })
  .refine(({ act, days }) => act !== 'suspend' || days !== undefined, {
    path: ['days'],
    error: m.general_required,
  })
export type ActInput = z.output<typeof ActInput>

export const actOnReport = endpoint({
  method: 'POST',
  path: '/admin/reports/:id/act',
  access: 'moderator',
  changes: TOPICS,
  summary: 'Decides on a report; the author is notified of the reason',
  params: IdParams,
  body: ActInput,
  response: Report,
})

export const confirmModerator = endpoint({
  method: 'POST',
  path: '/admin/confirm',
  access: 'moderator',
  changes: [],
  summary: 'Confirms the sign-in of a moderator by the password',
  body: z.object({
    password: z
      .string({ error: m.general_required })
      .min(1, { error: m.general_required })
      .max(LIMITS.password),
  }),
  response: z.object({ message: z.string() }),
})

const LogEntry = z
  .object({
    _id: Id,
    at: Time,
    moderator: z.object({ _id: Id, name: z.string() }),
    act: z.string(),
    thing: z.object({ kind: z.string(), _id: Id.nullable() }).nullable(),
    reason: z.string(),
  })
  .meta({ id: 'LogEntry' })

export const listLog = listEndpoint({
  method: 'GET',
  path: '/admin/log',
  access: 'moderator',
  serialPerPerson: true,
  summary: 'What moderators did and looked up, newest first',
  query: ListQuery.omit({ sort: true }).extend({ q: word().pipe(z.string().max(LIMITS.query)) }),
  item: LogEntry,
})

export const SUPPORT_TICKET_STATES = ['open', 'waiting', 'closed'] as const
export type SupportTicketState = (typeof SUPPORT_TICKET_STATES)[number]

const MAX_ANSWER = 5000

/** A message of the contact form, as moderators see it. */
export const SupportTicket = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    category: z.string(),
    subject: z.string(),
    message: z.string(),
    state: z.enum(SUPPORT_TICKET_STATES),
    createdAt: Time,
    answers: z.array(z.object({ text: z.string(), moderator: z.string(), createdAt: Time })),
  })
  .meta({ id: 'Ticket' })
export type SupportTicket = z.infer<typeof SupportTicket>

export const listSupportTickets = listEndpoint({
  method: 'GET',
  path: '/admin/tickets',
  access: 'moderator',
  summary: 'Tickets of the contact form, newest first, of one state or all',
  query: ListQueryOfWhole.omit({ sort: true }).extend({
    state: z.preprocess(
      (given) => (SUPPORT_TICKET_STATES.some((state) => state === given) ? given : undefined),
      z.enum(SUPPORT_TICKET_STATES).optional(),
    ),
  }),
  item: SupportTicket,
})

export const answerSupportTicket = endpoint({
  method: 'POST',
  path: '/admin/tickets/:id/answer',
  access: 'moderator',
  changes: [],
  summary: 'Answers a ticket by mail; it waits for its sender then',
  params: IdParams,
  body: z.object({ text: text(MAX_ANSWER, { required: m.general_required, lines: 'many' }) }),
  response: SupportTicket,
})

export const updateSupportTicket = endpoint({
  method: 'PUT',
  path: '/admin/tickets/:id',
  access: 'moderator',
  changes: [],
  summary: 'Sets the state of a ticket',
  params: IdParams,
  body: z.object({ state: z.enum(SUPPORT_TICKET_STATES, { error: m.general_required }) }),
  response: SupportTicket,
})
