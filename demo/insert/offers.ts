import { GDPR_TEXT_VERSION } from '#contract/applications.ts'
import type { Tx } from '../../server/lib/db.ts'
import { now } from '../../server/lib/ids.ts'
import { changeTotal } from '../../server/lib/totals.ts'
import { updateOffer } from '../../server/offers/offers.writes.ts'
import { DAY_MS } from '../world/clock.ts'
import { NO_ANSWER_DAYS } from '../world/lives.ts'
import type { World } from '../world-types.ts'
import { inBatches } from './in-batches.ts'

/** Offers and applications, each in chronological order. */
export async function insertOffers(tx: Tx, { offers, applications }: World): Promise<void> {
  const applicationsOf = Map.groupBy(applications, (application) => application.offerId)
  for (const { id, ownerId, createdAt, position, life, ...offer } of offers) {
    const times = { created_at: createdAt, updated_at: createdAt }
    await tx
      .insertInto('offers')
      .values({
        id,
        owner_id: ownerId,
        position,
        ...times,
        ...(life && {
          state: life.state,
          closes_at: life.closesAt,
          closed_reason: life.closedReason,
          closed_at: life.closedAt,
        }),
      })
      .execute()
    // Derives skills, contract types and search text as for every offer.
    await updateOffer(tx, ownerId, id, offer)
    await tx
      .updateTable('offers')
      .set({ updated_at: createdAt, applicants_count: countActive(applicationsOf.get(id)) })
      .where('id', '=', id)
      .execute()
  }
  await changeTotal(tx, 'offers', offers.filter(({ life }) => life === undefined).length)
  await insertApplications(tx, applications)
  await countResponsiveness(tx, [...new Set(offers.map(({ ownerId }) => ownerId))])
}

const countActive = (applications: World['applications'] = []) =>
  applications.filter(({ withdrawnAt }) => withdrawnAt === undefined).length

/** The server counts it when it starts, and sends no reminders for the past. */
async function countResponsiveness(tx: Tx, ownerIds: string[]): Promise<void> {
  const dueAt = now()
  await inBatches(
    ownerIds.map((user_id) => ({ user_id, due_at: dueAt })),
    (batch) => tx.insertInto('responsiveness_due').values(batch).execute(),
  )
  await tx.updateTable('users').set({ reminder_mailed_at: dueAt }).where('id', 'in', ownerIds).execute()
}

const NO_ANSWER_MS = NO_ANSWER_DAYS * DAY_MS

async function insertApplications(tx: Tx, applications: World['applications']): Promise<void> {
  const longAgo = new Date(Date.now() - NO_ANSWER_MS).toISOString()
  const rows = applications.map((application) => ({
    id: application.id,
    offer_id: application.offerId,
    user_id: application.userId,
    status: application.status,
    phone: application.phone,
    cover_letter: application.coverLetter,
    applied_at: application.appliedAt,
    gdpr_accepted_at: application.appliedAt,
    gdpr_text_version: GDPR_TEXT_VERSION,
    withdrawn_at: application.withdrawnAt ?? null,
    reminded_at: application.remindedAt ?? null,
    // No notifications for the past.
    no_answer_sent_at: application.appliedAt < longAgo ? longAgo : null,
  }))
  const changes = applications
    .flatMap((application) =>
      application.changes.map((change) => ({
        id: change.id,
        application_id: application.id,
        changed_by: change.by,
        from_status: change.from,
        to_status: change.to,
        changed_at: change.at,
      })),
    )
    .sort((a, b) => a.changed_at.localeCompare(b.changed_at))
  await inBatches(rows, (batch) => tx.insertInto('applications').values(batch).execute())
  await inBatches(changes, (batch) => tx.insertInto('application_changes').values(batch).execute())
  await changeTotal(tx, 'hires', applications.filter(({ status }) => status === 'accepted').length)
}
