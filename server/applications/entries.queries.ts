import type { ApplicantEntry, ListedEntry } from '#contract/applications.ts'
import type { Db } from '../lib/db.ts'

/** Entries inside a single offer; the applicant board has them all (X1). */
const MAX_ENTRIES = 100

/** The newest entries of an offer, newest first. For its owner only. */
export async function listEntriesOfOffer(db: Db, offerId: string): Promise<ApplicantEntry[]> {
  const rows = await selectEntries(db)
    .where('offer_id', '=', offerId)
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map(entry)
}

/** The own entry of one developer in this offer. */
export async function findEntryOfUser(
  db: Db,
  userId: string,
  offerId: string,
): Promise<ApplicantEntry | undefined> {
  const row = await selectEntries(db)
    .where('user_id', '=', userId)
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
  return row && entry(row)
}

/** The own entries of one developer among these offers, by offer, as lists show them. */
export async function listEntriesOfUser(
  db: Db,
  userId: string,
  offerIds: string[],
): Promise<Map<string, ListedEntry>> {
  if (offerIds.length === 0) return new Map()
  const rows = await selectListed(db)
    .where('user_id', '=', userId)
    .where('offer_id', 'in', offerIds)
    .execute()
  return new Map(rows.map((row) => [row.offer_id, listedEntry(row)]))
}

const selectListed = (db: Db) =>
  db.selectFrom('applications').select(['id', 'offer_id', 'user_id', 'status', 'applied_at'])

const selectEntries = (db: Db) => selectListed(db).select('cover_letter')

type Row<Select extends (db: Db) => { execute: () => Promise<unknown[]> }> = Awaited<
  ReturnType<ReturnType<Select>['execute']>
>[number]

const listedEntry = (row: Row<typeof selectListed>): ListedEntry => ({
  _id: row.id,
  user: row.user_id,
  status: row.status,
  appliedDate: row.applied_at,
})

const entry = (row: Row<typeof selectEntries>): ApplicantEntry => ({
  ...listedEntry(row),
  coverLetter: row.cover_letter,
})
