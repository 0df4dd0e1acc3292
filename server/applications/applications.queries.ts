import { type Application, GDPR_TEXT_VERSION } from '#contract/applications.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated } from '../quota/usage.queries.ts'
import { insertStatusChange } from './status.queries.ts'

/**
 * Stores the one application of a developer to an offer; false when there is one already (O2).
 */
export async function insertApplication(
  tx: Tx,
  offerId: string,
  userId: string,
  application: Application,
): Promise<boolean> {
  const appliedAt = now()
  // The offer is counted up first: that locks its row, so a delete in the same moment comes before or after.
  const offer = await tx
    .updateTable('offers')
    .set((row) => ({ applicants_count: row('applicants_count', '+', 1) }))
    .where('id', '=', offerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!offer) throw notFound()
  const inserted = await tx
    .insertInto('applications')
    .values({
      id: newId(),
      offer_id: offerId,
      user_id: userId,
      phone: application.phone,
      cover_letter: application.coverLetter,
      applied_at: appliedAt,
      gdpr_accepted_at: appliedAt,
      gdpr_text_version: GDPR_TEXT_VERSION,
    })
    .onConflict((once) => once.columns(['offer_id', 'user_id']).doNothing())
    .returning(['id', 'phone', 'cover_letter'])
    .executeTakeFirst()
  if (!inserted) return false
  const { phone, cover_letter } = inserted
  await countCreated(tx, [{ subject: userId, kind: 'application', bytes: rowBytes({ phone, cover_letter }) }])
  await insertStatusChange(tx, inserted.id, userId, null, 'pending', appliedAt)
  return true
}
