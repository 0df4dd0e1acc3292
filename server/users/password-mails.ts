import type { JobServices } from '../jobs/worker.ts'
import { greeting } from '../mail/greeting.ts'
import { rehearseResetToken, replaceResetToken } from './reset.queries.ts'

/**
 * Mails the reset link if there is an active account; the token is created here and exists only in the mail (A7). The
 * same work is done for an unknown address, so that nobody can measure which one it was.
 */
export async function sendResetMail({ db, config, mailer }: JobServices, { email }: { email: string }) {
  const user = await findAddressee(db, 'email', email)
  const token = await db
    .transaction()
    .execute((tx) => (user ? replaceResetToken(tx, user.id) : rehearseResetToken(tx)))
  // The configured host, never that of a request.
  const link = `${config.publicUrl}/reset-password/${token}`
  const mail = {
    to: email,
    subject: 'Reset your password',
    ...bodies(
      `${greeting(user?.name ?? '')} we received a request to reset the password of your account. ` +
        `Open this link to choose a new one: ${link} ` +
        'The link works once and expires in 1 hour. ' +
        'If you did not ask for this, ignore this message; your password stays as it is.',
      link,
    ),
  }
  await (user ? mailer.send(mail) : mailer.rehearse(mail))
}

/** Notifies the owner, who may not have made the change (A7, A8). */
export async function sendPasswordChangedMail(
  { db, config, mailer }: JobServices,
  { userId }: { userId: string },
) {
  const user = await findAddressee(db, 'id', userId)
  if (!user) return
  const link = `${config.publicUrl}/login`
  await mailer.send({
    to: user.email,
    subject: 'Your password was changed',
    ...bodies(
      `${greeting(user.name)} the password of your account was changed, and all other devices were signed out. ` +
        'If this was you, there is nothing to do. ' +
        `If it was not, choose a new one at once with 'Forgot password' on this page: ${link}`,
      link,
    ),
  })
}

const findAddressee = (db: JobServices['db'], column: 'id' | 'email', value: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where(column, '=', value)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()

/** The same text as plain text and as HTML with a link. */
function bodies(text: string, link: string): { text: string; html: string } {
  const [before = '', after = ''] = text.split(link)
  return {
    text,
    html: `<p>${escaped(before)}<a href="${escaped(link)}">${escaped(link)}</a>${escaped(after)}</p>`,
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark)
