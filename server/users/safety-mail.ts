import { m } from '#contract/texts.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { greeting } from '../mail/greeting.ts'
import { layOut } from '../mail/layout.ts'

/** Tells the owner of a change of what the account is signed in with, who may not have made it. */
export async function sendSafetyMail(
  { db, config, mailer, log }: JobServices,
  { userId, what }: JobPayload<'account safety mail'>,
) {
  // The operator's command has no log: the server's is where others look for such changes.
  if (what === 'offByOperator') log.info({ event: 'second factor off by an operator', userId }, 'security')
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
