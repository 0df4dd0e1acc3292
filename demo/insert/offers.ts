import { GDPR_TEXT_VERSION } from '#contract/applications.ts'
import type { Tx } from '../../server/lib/db.ts'
import { changeTotal } from '../../server/lib/totals.ts'
import { updateOffer } from '../../server/offers/offers.writes.ts'
import type { World } from '../world-types.ts'
import { inBatches } from './in-batches.ts'

/** Offers and applications, each in chronological order. */
export async function insertOffers(tx: Tx, { offers, applications }: World): Promise<void> {
  const applicationsOf = Map.groupBy(applications, (application) => application.offerId)
  for (const { id, ownerId, createdAt, position, ...offer } of offers) {
    const times = { created_at: createdAt, updated_at: createdAt }
    await tx
      .insertInto('offers')
      .values({ id, owner_id: ownerId, position, ...times })
      .execute()
    // Derives skills, contract types and search text as for every offer.
    await updateOffer(tx, ownerId, id, offer)
    await tx
      .updateTable('offers')
      .set({ updated_at: createdAt, applicants_count: applicationsOf.get(id)?.length ?? 0 })
      .where('id', '=', id)
      .execute()
  }
  await changeTotal(tx, 'offers', offers.length)
  await insertApplications(tx, applications)
}

async function insertApplications(tx: Tx, applications: World['applications']): Promise<void> {
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
