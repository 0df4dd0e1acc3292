import { formatUtc } from '#contract/format.ts'
import {
  isNotificationKind,
  kindSettings,
  type NotificationKind,
  showForDelivery,
} from '#contract/notification-kinds.ts'
import { NotificationData, type NotificationType } from '#contract/notifications.ts'
import { m } from '#contract/texts.ts'
import { listToRemind } from '../applications/reminders.queries.ts'
import type { Config } from '../config.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { parseJson } from '../lib/mapping.ts'
import { greeting, safeName } from '../mail/greeting.ts'
import { layOut, type MailContent } from '../mail/layout.ts'
import { listRead } from '../messages/missed-messages.ts'
import { deleteBatch, listBatch } from './deliveries.queries.ts'
import { mailContentOf, reminderLines } from './mail-content.ts'
import { loadPeople } from './notifications.queries.ts'

export type MailedNotification = {
  kind: NotificationKind
  data: NotificationData
  projectId: string | null
  /** The sender's name; '' without a sender. */
  name: string
  createdAt: string
}

/** Sends one notification, or a digest of several. A retry after a kill is the same mail. */
export async function sendNotificationMail(
  { db, config, mailer, unsubscribeTokens }: JobServices,
  { batchId }: JobPayload<'notification mail'>,
): Promise<void> {
  const rows = await listBatch(db, batchId)
  const userId = rows[0]?.user_id
  const user = userId && (await findAddressee(db, userId))
  if (user) {
    const people = await loadPeople(
      db,
      rows.flatMap((row) => row.sender_id ?? []),
    )
    const read = await listRead(
      db,
      userId,
      rows.flatMap(({ kind, sender_id }) => (kind === 'missedMessages' ? (sender_id ?? []) : [])),
    )
    const notifications = rows.flatMap(({ kind, data, sender_id, project_id, created_at }) => {
      if (kind === 'missedMessages' && read.has(sender_id ?? '')) return []
      const sender = sender_id === null ? undefined : people.get(sender_id)
      // Not about a sender deactivated since (decision 36).
      if (!isNotificationKind(kind) || (sender_id !== null && !sender)) return []
      const name = sender ? `${sender.name} ${sender.surname}`.trim() : ''
      return {
        kind,
        data: parseJson(NotificationData, data),
        projectId: project_id,
        name,
        createdAt: created_at,
      }
    })
    if (notifications.length > 0) {
      const tokenOf = (types: readonly number[]) => unsubscribeTokens.sign(user.id, types)
      const mode = rows[0]?.mode ?? 'instant'
      const isReminder = mode === 'instant' && notifications[0]?.kind === 'answerReminder'
      const waiting = isReminder ? await listToRemind(db, config, user.id) : []
      const mail = runInLocale(user.language || config.locale, () =>
        composeMail(config, { user, notifications, waiting, mode, tokenOf }),
      )
      await mailer.send({
        id: batchId,
        messageId: `<${batchId}@${new URL(config.publicUrl).hostname}>`,
        to: user.email,
        ...mail,
        headers: mail.types.length > 0 ? unsubscribeHeaders(config, tokenOf(mail.types)) : {},
      })
    }
  }
  await deleteBatch(db, batchId)
}

const findAddressee = (db: JobServices['db'], id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language'])
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()

/** One-click unsubscribe in the mail program (RFC 8058). */
const unsubscribeHeaders = ({ publicUrl }: Config, token: string) => ({
  'List-Unsubscribe': `<${publicUrl}/api/unsubscribe?token=${token}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type Composed = {
  user: { name: string }
  notifications: readonly MailedNotification[]
  /** The subject of a reminder. */
  waiting: Awaited<ReturnType<typeof listToRemind>>
  mode: 'instant' | 'hourly' | 'daily' | 'weekly'
  tokenOf: (types: readonly number[]) => string
}

/** One notification by its kind's template, or a digest with a line for each. */
export function composeMail(
  config: Config,
  { user, notifications: given, waiting, mode, tokenOf }: Composed,
) {
  const notifications = given.map((one) => ({ ...one, name: one.name && safeName(one.name) }))
  const [first] = notifications
  if (!first) throw new Error('A mail needs something to say')
  const types = kindsToTurnOff(notifications)
  const urlOf = ({ kind, data, projectId, name }: MailedNotification) => {
    const { path } = showForDelivery(kind, data, projectId, name)
    return `${config.publicUrl}${path ?? '/'}`
  }
  const said =
    mode === 'instant' ? single(config, first, urlOf(first), waiting) : digestOf(notifications, mode, urlOf)
  const content: MailContent = {
    ...said,
    greeting: greeting(user.name),
    reason:
      mode === 'instant'
        ? m.mails_reason({ product: config.PRODUCT_NAME })
        : m.mails_reason_digest({ url: `${config.publicUrl}/settings/notifications` }),
    unsubscribe:
      types.length === 0
        ? undefined
        : { label: unsubscribeLabel(types), url: `${config.publicUrl}/unsubscribe/${tokenOf(types)}` },
  }
  return { ...layOut(config, content), types }
}

/** The types that the link of a mail turns off: all of a digest (NTFY-06), except account safety. */
function kindsToTurnOff(notifications: readonly MailedNotification[]): NotificationType[] {
  const ordinary = notifications.map(({ kind }) => kindSettings(kind)).filter(({ isSafety }) => !isSafety)
  return [...new Set(ordinary.map(({ type }) => type))].sort((a, b) => a - b)
}

const unsubscribeLabel = (types: readonly NotificationType[]) =>
  types.length === 1
    ? m.mails_unsubscribe()
    : m.mails_unsubscribe_kinds({ kinds: types.map((type) => m.notifications_type({ type })).join(', ') })

function single(
  { publicUrl }: Config,
  { kind, data, name }: MailedNotification,
  url: string,
  waiting: Composed['waiting'],
) {
  const content = mailContentOf(kind, data, name)
  const { subject, paragraphs, action, lines = reminderLines(waiting) } = content
  return {
    subject,
    paragraphs,
    lines: lines.map(({ path, ...line }) => ({ ...line, url: `${publicUrl}${path}` })),
    action: { label: action, url },
  }
}

function digestOf(
  notifications: readonly MailedNotification[],
  mode: 'hourly' | 'daily' | 'weekly',
  urlOf: (notification: MailedNotification) => string,
) {
  const lines = notifications.map((notification) => {
    const { kind, data, name, createdAt } = notification
    const text = mailContentOf(kind, data, name).subject
    return { text, url: urlOf(notification), note: formatUtc(createdAt) }
  })
  const [only] = lines
  return {
    subject: lines.length === 1 && only ? only.text : m.mails_digest_subject({ count: lines.length }),
    paragraphs: [m.mails_digest_text({ mode })],
    lines,
  }
}
