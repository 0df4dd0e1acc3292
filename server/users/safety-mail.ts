import { m } from '#contract/texts.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { greeting } from '../mail/greeting.ts'
import { layOut } from '../mail/layout.ts'

/** Notifies the owner of a change of the sign-in methods, which may be somebody else's. */
export async function sendSafetyMail(
  { db, config, mailer, log }: JobServices,
  { userId, what }: JobPayload<'account safety mail'>,
) {
  // Operator commands have no log of their own: such changes are in the server's.
  if (what === 'offByOperator')
    log.info({ event: 'second factor disabled by an operator', userId }, 'security')
  const user = await db
    .selectFrom('users')
    .select(['email', 'name', 'language'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!user) return
  const content = () =>
    layOut(config, {
      subject: m.mails_safety_subject(),
      greeting: greeting(user.name),
      paragraphs: [m.mails_safety_text({ what }), m.mails_safety_next()],
      action: { label: m.mails_safety_action(), url: `${config.publicUrl}/settings/security` },
      reason: m.mails_reason_safety(),
    })
  await mailer.send({ to: user.email, ...runInLocale(user.language || config.locale, content) })
}
