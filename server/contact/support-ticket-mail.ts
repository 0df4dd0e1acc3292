import { SUPPORT_TICKET_CATEGORIES } from '#contract/contact.ts'
import { formatUtc } from '#contract/format.ts'
import { m } from '#contract/texts.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { supportMessageId } from './support-answer-mail.ts'

/** Plain text to the address of the settings, in the operator's language; Reply-To is the sender (K1). */
export async function sendSupportTicketMail(
  { db, config, mailer }: JobServices,
  { ticketId }: { ticketId: string },
): Promise<void> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['name', 'email', 'category', 'subject', 'message', 'created_at'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (!ticket) return
  const { name, email } = ticket
  const mail = runInLocale(config.locale, () => {
    const label = SUPPORT_TICKET_CATEGORIES[ticket.category]()
    return {
      subject: `[${label}] ${ticket.subject}`,
      text: `${m.mails_ticket_text({ name, email, time: formatUtc(ticket.created_at) })}\n\n${ticket.message}\n`,
    }
  })
  const messageId = supportMessageId(ticketId, config)
  await mailer.send({ messageId, to: config.SUPPORT_EMAIL, replyTo: email, ...mail })
}
