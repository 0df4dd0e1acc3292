import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { greeting } from '../mail/greeting.ts'
import { layOut } from '../mail/layout.ts'

/** The Message-ID of a ticket or an answer, by which mail programs build a thread (RFC 5322, 3.6.4). */
export const supportMessageId = (id: string, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `<${id}@${new URL(publicUrl).hostname}>`

/** The moderator's text without the input of the form (X8): its address may be of somebody else. */
export async function sendSupportAnswerMail(
  { db, config, mailer }: JobServices,
  { answerId }: JobPayload<'ticket answer mail'>,
): Promise<void> {
  const answer = await db
    .selectFrom('ticket_answers as answer')
    .innerJoin('tickets', 'tickets.id', 'answer.ticket_id')
    .leftJoin('users', 'users.id', 'tickets.user_id')
    .select(['answer.ticket_id', 'answer.text', 'tickets.name', 'tickets.email', 'users.language'])
    .where('answer.id', '=', answerId)
    .executeTakeFirst()
  if (!answer) return
  const earlier = await db
    .selectFrom('ticket_answers')
    .select('id')
    .where('ticket_id', '=', answer.ticket_id)
    .where('id', '<', answerId)
    .orderBy('id')
    .execute()
  const thread = [answer.ticket_id, ...earlier.map(({ id }) => id)].map((id) => supportMessageId(id, config))
  const content = () =>
    layOut(config, {
      subject: m.mails_ticket_subject({ product: config.PRODUCT_NAME }),
      greeting: greeting(answer.name),
      paragraphs: [answer.text],
      reason: m.mails_reason_ticket({ product: config.PRODUCT_NAME }),
    })
  await mailer.send({
    id: answerId,
    messageId: supportMessageId(answerId, config),
    to: answer.email,
    replyTo: config.SUPPORT_EMAIL,
    ...runInLocale(answer.language || config.locale, content),
    headers: { 'In-Reply-To': thread.at(-1) ?? '', References: thread.join(' ') },
  })
}
