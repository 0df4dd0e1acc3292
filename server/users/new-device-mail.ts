import { formatUtc } from '#contract/format.ts'
import { m } from '#contract/texts.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { greeting } from '../mail/greeting.ts'
import { layOut } from '../mail/layout.ts'
import { deviceWords } from './client-names.ts'

/** Notifies the owner of a sign-in, which may be somebody else's (ACCT-04). */
export async function sendNewDeviceMail(
  { db, config, mailer }: JobServices,
  { sessionId }: JobPayload<'new device mail'>,
) {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['email', 'name', 'language', 'browser', 'system', 'sessions.created_at'])
    .where('sessions.id', '=', sessionId)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!session) return
  const content = () =>
    layOut(config, {
      subject: m.mails_device_subject(),
      greeting: greeting(session.name),
      paragraphs: [
        m.mails_device_text({ device: deviceWords(session), time: formatUtc(session.created_at) }),
        m.mails_device_next(),
      ],
      action: { label: m.mails_device_action(), url: `${config.publicUrl}/settings/security` },
      reason: m.mails_reason_safety(),
    })
  await mailer.send({
    to: session.email,
    ...runInLocale(session.language || config.locale, content),
  })
}
