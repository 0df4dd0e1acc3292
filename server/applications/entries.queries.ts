import type { ApplicantEntry } from '#contract/applications.ts'
import type { Db } from '../lib/db.ts'

/** The entries of these offers, by offer, newest first. For the owner of the offers only. */
export async function listEntriesOfOffers(
  db: Db,
  offerIds: string[],
): Promise<Map<string, ApplicantEntry[]>> {
  if (offerIds.length === 0) return new Map()
  const rows = await selectEntries(db)
    .where('offer_id', 'in', offerIds)
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows.map(entry), ({ offerId }) => offerId) as Map<string, ApplicantEntry[]>
}

/** The own entries of one developer among these offers, by offer. */
export async function listEntriesOfUser(
  db: Db,
  userId: string,
  offerIds: string[],
): Promise<Map<string, ApplicantEntry[]>> {
  if (offerIds.length === 0) return new Map()
  const rows = await selectEntries(db)
    .where('user_id', '=', userId)
    .where('offer_id', 'in', offerIds)
    .execute()
  return Map.groupBy(rows.map(entry), ({ offerId }) => offerId) as Map<string, ApplicantEntry[]>
}

const selectEntries = (db: Db) =>
  db.selectFrom('applications').select(['id', 'offer_id', 'user_id', 'status', 'cover_letter', 'applied_at'])

const entry = (row: Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]) => ({
  offerId: row.offer_id,
  _id: row.id,
  user: row.user_id,
  status: row.status,
  coverLetter: row.cover_letter,
  appliedDate: row.applied_at,
})
