import { formatUtc } from '#contract/format.ts'
import { m } from '#contract/texts.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { isTrue } from '../lib/db.ts'
import { runInLocale } from '../lib/locale.ts'
import { greeting } from '../mail/greeting.ts'
import { layOut } from '../mail/layout.ts'
import { isAppealable, notifiedOf } from './decisions.ts'
import { readSnapshot, titleOf } from './things.ts'

/** Mails the author of a thing the decision, its reason and how to appeal, also if they can no longer sign in (MOD-03). */
export async function sendDecisionMail(
  { db, config, mailer, appealTokens }: JobServices,
  { decisionId }: JobPayload<'moderation mail'>,
): Promise<void> {
  const row = await db
    .selectFrom('decisions')
    .innerJoin('reports', 'reports.id', 'decisions.report_id')
    .innerJoin('users', 'users.id', 'decisions.author_id')
    .select([
      'decisions.act',
      'decisions.reason',
      'decisions.until',
      'reports.kind',
      'reports.snapshot',
      'users.email',
      'users.name',
      'users.language',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('decisions as earlier')
          .select('earlier.id')
          .whereRef('earlier.report_id', '=', 'decisions.report_id')
          .whereRef('earlier.id', '<', 'decisions.id')
          .where('earlier.appealed_at', 'is not', null),
      ).as('was_appealed'),
    )
    .where('decisions.id', '=', decisionId)
    .where('users.erased_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  const { act: decided, reason, until, kind } = row
  const wasAppealed = isTrue(row.was_appealed)
  const act = notifiedOf(decided, wasAppealed)
  const title = titleOf(kind, readSnapshot(row.snapshot))
  const content = () => {
    const thing = m.moderation_your_thing({ kind, title })
    const canAppeal = isAppealable(decided) && !wasAppealed
    return layOut(config, {
      subject: m.mails_moderation_subject({ act, thing }),
      greeting: greeting(row.name),
      paragraphs: [
        m.mails_moderation_text({ act, thing, date: until === null ? '' : formatUtc(until) }),
        m.mails_moderation_reason({ reason }),
        ...(canAppeal ? [m.mails_moderation_appeal()] : []),
      ],
      action: canAppeal
        ? {
            label: m.moderation_appeal_title(),
            url: `${config.publicUrl}/appeal/${appealTokens.sign(decisionId)}`,
          }
        : undefined,
      reason: m.mails_reason_moderation({ product: config.PRODUCT_NAME }),
    })
  }
  await mailer.send({
    id: decisionId,
    messageId: `<${decisionId}@${new URL(config.publicUrl).hostname}>`,
    to: row.email,
    ...runInLocale(row.language || config.locale, content),
  })
}
