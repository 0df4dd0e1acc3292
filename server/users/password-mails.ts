import { m } from '#contract/texts.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { greeting } from '../mail/greeting.ts'
import { layOut } from '../mail/layout.ts'
import { replaceDummyResetToken, replaceResetToken } from './reset.queries.ts'

/**
 * Mails the reset link if there is an active account; the token is created here and exists only in the mail (A7). The
 * same work is done for an unknown address, so that timing does not reveal which one it was.
 */
export async function sendResetMail({ db, config, mailer }: JobServices, { email }: { email: string }) {
  const user = await findAddressee(db, 'email', email)
  const token = await db
    .transaction()
    .execute((tx) => (user ? replaceResetToken(tx, user.id) : replaceDummyResetToken(tx)))
  // The configured host, never that of a request.
  const link = `${config.publicUrl}/reset-password/${token}`
  const content = () =>
    layOut(config, {
      subject: m.mails_reset_subject(),
      greeting: greeting(user?.name ?? ''),
      paragraphs: [m.mails_reset_text()],
      action: { label: m.mails_reset_action(), url: link },
      closing: [m.mails_reset_next()],
      reason: m.mails_reason_asked(),
    })
  const mail = { to: email, ...runInLocale(user?.language || config.locale, content) }
  await (user ? mailer.send(mail) : mailer.dryRun(mail))
}

/** Notifies the owner of a change that may be somebody else's (A7, A8). */
export async function sendPasswordChangedMail(
  { db, config, mailer }: JobServices,
  { userId }: { userId: string },
) {
  const user = await findAddressee(db, 'id', userId)
  if (!user) return
  const link = `${config.publicUrl}/login`
  const content = () =>
    layOut(config, {
      subject: m.mails_changed_subject(),
      greeting: greeting(user.name),
      paragraphs: [m.mails_changed_text(), m.mails_changed_next()],
      action: { label: m.mails_changed_action(), url: link },
      reason: m.mails_reason_safety(),
    })
  await mailer.send({ to: user.email, ...runInLocale(user.language || config.locale, content) })
}

const findAddressee = (db: JobServices['db'], column: 'id' | 'email', value: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language'])
    .where(column, '=', value)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
