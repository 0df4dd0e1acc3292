import { type Application, GDPR_TEXT_VERSION, type Status } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { stateAt } from '../offers/offer-life.ts'
import { ROW_BYTES, rowBytes } from '../quota/quotas.ts'
import { countCreated, countRemoved } from '../quota/usage.queries.ts'
import { readChangesOf } from './facts.queries.ts'
import { insertStatusChange } from './status.queries.ts'

/**
 * Stores the application of a developer to an offer, and returns its id; undefined when there is one already (O2), or
 * when a second one was withdrawn too (APPL-06). 409 if the offer takes none (LIFE-07).
 */
export async function insertApplication(
  tx: Tx,
  offerId: string,
  userId: string,
  application: Application,
): Promise<string | undefined> {
  const appliedAt = now()
  // The counter of the offer first: that locks its row, so a concurrent delete comes before or after.
  const offer = await tx
    .updateTable('offers')
    .set((row) => ({ applicants_count: row('applicants_count', '+', 1) }))
    .where('id', '=', offerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning(['state', 'closes_at'])
    .executeTakeFirst()
  if (!offer) throw notFound()
  if (stateAt(offer, appliedAt) !== 'published') throw conflict('OFFER_CLOSED', m.offers_takes_none())
  await setAsideWithdrawn(tx, offerId, userId)
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
  if (!inserted) return undefined
  const { phone, cover_letter } = inserted
  await countCreated(tx, [{ subject: userId, kind: 'application', bytes: rowBytes({ phone, cover_letter }) }])
  await insertStatusChange(tx, {
    applicationId: inserted.id,
    changedBy: userId,
    from: null,
    to: 'pending',
    changedAt: appliedAt,
    sentAt: appliedAt,
  })
  return inserted.id
}

/**
 * Withdraws an application and its counts; 409 when it is withdrawn already (APPL-06). Returns an outcome that is due
 * and of which the applicant was not notified yet.
 */
export async function withdraw(
  tx: Tx,
  { id, offerId, reason }: { id: string; offerId: string; reason: string },
): Promise<Status | undefined> {
  // The offer first, as in `insertApplication`.
  await tx
    .updateTable('offers')
    .set((row) => ({ applicants_count: row('applicants_count', '-', 1) }))
    .where('id', '=', offerId)
    .execute()
  const at = now()
  const waiting = await tx
    .updateTable('applications')
    .set((row) => ({ status: row.ref('status') }))
    .where('id', '=', id)
    .returning('sends_at')
    .executeTakeFirst()
  const withdrawn = await tx
    .updateTable('applications')
    .set({ withdrawn_at: at, withdraw_reason: reason, sent_status: null, sends_at: null })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('status')
    .executeTakeFirst()
  if (!withdrawn) throw conflict('WRONG_STATE', m.applications_is_withdrawn())
  if (withdrawn.status === 'accepted') await changeTotal(tx, 'hires', -1)
  return waiting?.sends_at != null && waiting.sends_at <= at ? withdrawn.status : undefined
}

/**
 * Makes room for the second application of a developer to an offer: archives the withdrawn first one without its contact
 * data. Does nothing when a first one was archived before.
 */
async function setAsideWithdrawn(tx: Tx, offerId: string, userId: string): Promise<void> {
  const row = await tx
    .selectFrom('applications')
    .selectAll()
    .where('offer_id', '=', offerId)
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is not', null)
    .executeTakeFirst()
  if (!row || row.withdrawn_at === null) return
  const { id, status, applied_at, answered_at, replied_at, reminded_at, withdrawn_at, withdraw_reason } = row
  const changes = (await readChangesOf(tx, [id])).get(id) ?? []
  const moved = await tx
    .insertInto('former_applications')
    .values({
      ...{ id, offer_id: offerId, user_id: userId, status, applied_at, answered_at, replied_at, reminded_at },
      ...{ withdrawn_at, withdraw_reason, changes: JSON.stringify(changes) },
    })
    .onConflict((once) => once.columns(['offer_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!moved) return
  await tx.deleteFrom('application_changes').where('application_id', '=', id).execute()
  await tx.deleteFrom('applications').where('id', '=', id).execute()
  const { phone, cover_letter } = row
  await countRemoved(tx, userId, 'application', rowBytes({ phone, cover_letter }))
  for (const { by } of changes) if (by !== null) await countRemoved(tx, by, 'statusChange', ROW_BYTES)
}
