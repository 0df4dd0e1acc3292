import { m } from '#contract/texts.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { greeting } from '../mail/greeting.ts'
import { layOut } from '../mail/layout.ts'
import { insertEmailToken, isEmailFree } from './email.queries.ts'

/** Mails the link that confirms the address of the account, or the new one; the token exists only in the mail. */
export async function sendConfirmMail(services: JobServices, { userId }: JobPayload<'confirm mail'>) {
  const user = await findUser(services, userId)
  if (!user) return
  if (user.unconfirmed_at !== null) await sendLink(services, user, user.email)
  else if (user.pending_email !== null) await sendLink(services, user, user.pending_email)
}

/** To the former address first, which may be the true owner's; to the new one if it is free. */
export async function sendEmailChangeMails(
  services: JobServices,
  { userId }: JobPayload<'email change mails'>,
) {
  const user = await findUser(services, userId)
  if (!user || user.pending_email === null) return
  const { db, config, mailer } = services
  const days = config.EMAIL_UNDO_DAYS
  const token = await db
    .transaction()
    .execute((tx) => insertEmailToken(tx, { userId, purpose: 'undo', email: user.email, days }))
  const content = () =>
    layOut(config, {
      subject: m.mails_email_change_subject(),
      greeting: greeting(user.name),
      paragraphs: [m.mails_email_change_text()],
      action: { label: m.mails_email_change_action(), url: `${config.publicUrl}/email-change/undo/${token}` },
      closing: [m.mails_email_change_next()],
      reason: m.mails_reason_safety(),
    })
  await mailer.send({ to: user.email, ...runInLocale(user.language || config.locale, content) })
  await sendLink(services, user, user.pending_email)
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

async function sendLink({ db, config, mailer }: JobServices, user: User, email: string) {
  if (!(await isEmailFree(db, email, user.id))) return
  const days = config.CONFIRM_DAYS
  const token = await db
    .transaction()
    .execute((tx) => insertEmailToken(tx, { userId: user.id, purpose: 'confirm', email, days }))
  const content = () =>
    layOut(config, {
      subject: m.mails_confirm_subject(),
      greeting: greeting(user.name),
      paragraphs: [m.mails_confirm_text({ product: config.PRODUCT_NAME })],
      action: { label: m.mails_confirm_action(), url: `${config.publicUrl}/confirm/${token}` },
      closing: [m.mails_confirm_next()],
      reason: m.mails_reason_asked(),
    })
  await mailer.send({ to: email, ...runInLocale(user.language || config.locale, content) })
}

const findUser = ({ db }: JobServices, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'pending_email', 'unconfirmed_at', 'name', 'language'])
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
