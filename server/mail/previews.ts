import { LANGUAGES, type Language } from '#contract/locale.ts'
import { ACTS } from '#contract/moderation.ts'
import type { DataOf, NotificationKind } from '#contract/notification-kinds.ts'
import type { NotificationData } from '#contract/notifications.ts'
import type { Config } from '../config.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { JOB_PAYLOADS } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { openSqlite } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { runInLocale } from '../lib/locale.ts'
import { migrate } from '../migrations/migrate.ts'
import { composeMail, type MailedNotification } from '../notifications/notification-mail.ts'
import { insertUser } from '../users/users.queries.ts'
import type { Mail } from './mail-transport.ts'

/** A mail with example data. */
export type MailPreview = Pick<Mail, 'subject' | 'text'> & {
  html: string | undefined
  name: string
  language: Language
}

/** All mails in all languages, without sending one (`/dev/mails` at `npm run dev`). */
export async function mailPreviews(config: Config): Promise<MailPreview[]> {
  const previews: MailPreview[] = []
  for (const language of LANGUAGES) {
    const mails = [...notificationMails(config, language), ...(await accountMails(config, language))]
    previews.push(...mails.map(({ name, subject, text, html }) => ({ name, language, subject, text, html })))
  }
  return previews
}

const offer = { offerId: newId(), position: 'Backend (Rust)', company: 'Faro Digital' }
const other = { offerId: newId(), position: 'Frontend (Elm)', company: 'Puerto Norte' }
const application = { ...offer, applicationId: newId() }

type Examples = { [Kind in NotificationKind]: [name: string, data: DataOf<Kind>][] }

const EXAMPLES: Examples = {
  message: [['message', {}]],
  missedMessages: [
    ['a missed message', { count: 1 }],
    ['missed messages', { count: 3 }],
  ],
  like: [['like', { title: 'Map of the harbour' }]],
  comment: [],
  applicationStatus: [
    ['reviewed', { ...application, status: 'reviewed' }],
    ['interviewed', { ...application, status: 'interviewed' }],
  ],
  applicationDecision: [
    ['accepted', { ...application, status: 'accepted' }],
    ['rejected', { ...application, status: 'rejected' }],
  ],
  newApplication: [['new application', application]],
  offerEnded: [
    ['offer ended', { ...application, message: '' }],
    ['offer ended, with a message', { ...application, message: 'Thank you.\n\nWe liked your projects.' }],
  ],
  offerEnding: [['offer ending', { ...offer, days: 7 }]],
  noAnswer: [['no answer', { ...application, days: 14, similar: [other, { ...other, company: '' }] }]],
  invitation: [['invitation', offer]],
  interview: (['proposed', 'booked', 'moved', 'cancelled'] as const).map((state) => [
    `interview ${state}`,
    { ...application, state },
  ]),
  alert: [['alert', { alertId: newId(), alert: 'Backend in Madrid', count: 3 }]],
  answerReminder: [['reminder', { offerId: offer.offerId, position: offer.position, count: 2, days: 9 }]],
  verification: [['company verified', { company: offer.company, state: 'verified' }]],
  // Mailed by its cause.
  moderation: [],
  account: [['export ready', { event: 'export ready' }]],
}

type Named = Mail & { name: string }

function notificationMails(config: Config, language: Language): Omit<Named, 'to'>[] {
  const lists: [string, [string, NotificationData][]][] = Object.entries(EXAMPLES)
  const examples = lists.flatMap(([kind, list]) =>
    list.map(([name, data]) => {
      // Object.entries loses the names of its keys.
      const notification = { kind: kind as NotificationKind, data, projectId: null }
      return { name, notification: { ...notification, name: 'Marta Ruiz', createdAt: now() } }
    }),
  )
  const waiting = [
    { id: newId(), offerId: offer.offerId, position: offer.position, name: 'Iván Sosa', days: 9 },
    { id: newId(), offerId: other.offerId, position: other.position, name: 'Lucía Paz', days: 7 },
  ]
  const compose = (notifications: MailedNotification[], mode: 'instant' | 'daily') =>
    runInLocale(language, () =>
      composeMail(config, {
        user: { name: 'Ana' },
        notifications,
        waiting: notifications[0]?.kind === 'answerReminder' ? waiting : [],
        mode,
        tokenOf: (types) => types.join('-'),
      }),
    )
  return [
    ...examples.map(({ name, notification }) => ({ name, ...compose([notification], 'instant') })),
    {
      name: 'digest',
      ...compose(
        examples.map(({ notification }) => notification),
        'daily',
      ),
    },
  ]
}

/** The mails of the job handlers, on an empty database with one account. */
async function accountMails(config: Config, language: Language): Promise<Named[]> {
  const { db, close } = await openScratch()
  const sent: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => void sent.push(mail),
    dryRun: async () => undefined,
    close: async () => undefined,
  }
  // The only services that mail handlers use.
  const appealTokens = { sign: (id: string) => id, read: (token: string) => token }
  const services = {
    db,
    config: { ...config, locale: language },
    mailer,
    appealTokens,
    log: { info: () => undefined },
  } as unknown as JobServices
  const email = 'ana@example.com'
  const person = { name: 'Ana', surname: 'García', email, role: 'developer', password_hash: '' } as const
  const userId = (await insertUser(db, person)) ?? ''
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
  const sessionId = newId()
  const session = { browser: 'Firefox', system: 'Linux', created_at: now(), expires_at: now() }
  await db
    .insertInto('sessions')
    .values({ id: sessionId, user_id: userId, ...session })
    .execute()
  const ticketId = newId()
  const ticket = {
    category: 'bug',
    subject: 'A page is empty',
    message: 'The list of offers shows nothing.',
  } as const
  await db
    .insertInto('tickets')
    .values({ id: ticketId, name: 'Ana', email, created_at: now(), ...ticket })
    .execute()
  const moderator = { ...person, email: 'moderator@example.com' }
  const by = { moderator_id: (await insertUser(db, moderator)) ?? '', created_at: now() }
  const answerId = newId()
  const text = 'It shows them again. Thank you!'
  await db
    .insertInto('ticket_answers')
    .values({ id: answerId, ticket_id: ticketId, text, ...by })
    .execute()
  const decisions: string[] = []
  // Also a dismissed appeal.
  for (const act of [...ACTS, 'dismiss'] as const) {
    const reportId = newId()
    const report = { id: reportId, kind: 'offer', thing_id: newId(), author_id: userId } as const
    const snapshot = JSON.stringify({ position: offer.position })
    await db
      .insertInto('reports')
      .values({ ...report, state: 'closed', snapshot, created_at: now() })
      .execute()
    const decided = { report_id: reportId, author_id: userId, reason: 'A link.', ...by }
    if (decisions.length === ACTS.length) {
      const earlier = { ...decided, id: newId(), act: 'hide', until: null, appealed_at: now() } as const
      await db.insertInto('decisions').values(earlier).execute()
    }
    const decision = { ...decided, id: newId(), act, until: act === 'suspend' ? now() : null }
    await db.insertInto('decisions').values(decision).execute()
    decisions.push(decision.id)
  }
  const named: Named[] = []
  async function take(name: string, send: Promise<unknown>) {
    await send
    named.push(...sent.splice(0).map((mail) => ({ name, ...mail })))
  }
  await take('reset mail', jobHandlers['reset mail'](services, { email }))
  await take('password changed mail', jobHandlers['password changed mail'](services, { userId }))
  await take('new device mail', jobHandlers['new device mail'](services, { sessionId }))
  for (const what of SAFETY) {
    await take('account safety mail', jobHandlers['account safety mail'](services, { userId, what }))
  }
  await db.updateTable('users').set({ unconfirmed_at: now() }).where('id', '=', userId).execute()
  const proof = { user_id: userId, domain: 'example.com', way: 'mail', address: 'ana@example.com' } as const
  await db
    .insertInto('verifications')
    .values({ ...proof, value: '', created_at: now(), ends_at: '9999-12-31T00:00:00.000Z' })
    .execute()
  await take('verification mail', jobHandlers['verification mail'](services, { userId }))
  await take('confirm mail', jobHandlers['confirm mail'](services, { userId }))
  const pending = { pending_email: 'new@example.com', unconfirmed_at: null }
  await db.updateTable('users').set(pending).where('id', '=', userId).execute()
  await take('email change mails', jobHandlers['email change mails'](services, { userId }))
  for (const decisionId of decisions) {
    await take('moderation mail', jobHandlers['moderation mail'](services, { decisionId }))
  }
  await db.updateTable('tickets').set({ user_id: userId }).where('id', '=', ticketId).execute()
  await take('ticket answer mail', jobHandlers['ticket answer mail'](services, { answerId }))
  await take('ticket mail', jobHandlers['ticket mail'](services, { ticketId }))
  await close()
  return named
}

const SAFETY = JOB_PAYLOADS['account safety mail'].shape.what.options

async function openScratch() {
  const database = openSqlite(':memory:')
  await migrate(database)
  return database
}
