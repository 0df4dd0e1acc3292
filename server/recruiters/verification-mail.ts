import { randomInt } from 'node:crypto'
import { m } from '#contract/texts.ts'
import { CODE_MINUTES } from '#contract/verification.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { hashPassword } from '../lib/passwords.ts'
import { layOut } from '../mail/layout.ts'
import { findPending, setCode } from './verification.queries.ts'

const CODE_DIGITS = 6

/** Mails the code to the address at the company's domain; the code exists only in the mail. */
export async function sendVerificationMail(
  { db, config, mailer }: JobServices,
  { userId }: JobPayload<'verification mail'>,
) {
  const user = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  const pending = await findPending(db, userId)
  if (!user || pending?.way !== 'mail') return
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  if (!(await setCode(db, userId, pending.value, await hashPassword(code, userId)))) return
  const { domain, address } = pending
  const content = () =>
    layOut(config, {
      subject: m.mails_verification_subject({ product: config.PRODUCT_NAME }),
      greeting: m.mails_hello(),
      paragraphs: [
        m.mails_verification_text({ product: config.PRODUCT_NAME, domain }),
        m.mails_verification_code({ code, minutes: CODE_MINUTES }),
      ],
      closing: [m.mails_verification_next()],
      reason: m.mails_reason_asked(),
    })
  await mailer.send({ to: address, ...runInLocale(user.language || config.locale, content) })
}
