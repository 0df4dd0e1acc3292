import { TICKET_CATEGORIES, type TicketCategory } from '#contract/contact.ts'
import type { JobServices } from '../jobs/worker.ts'

/** Plain text to the one address of the settings; the answer to it goes to the sender (K1). */
export async function sendTicketMail(
  { db, config, mailer }: JobServices,
  { ticketId }: { ticketId: string },
): Promise<void> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['name', 'email', 'category', 'subject', 'message', 'created_at'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (!ticket) return
  const label = TICKET_CATEGORIES[ticket.category as TicketCategory] ?? ticket.category
  await mailer.send({
    to: config.SUPPORT_EMAIL,
    replyTo: ticket.email,
    subject: `[${label}] ${ticket.subject}`,
    text: `${ticket.name} <${ticket.email}> wrote on ${ticket.created_at}:\n\n${ticket.message}\n`,
  })
}
