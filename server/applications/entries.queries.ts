import type { ApplicantEntry, ListedEntry, Status } from '#contract/applications.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'

/** Entries inside a single offer; the applicant board has them all (X1). */
const MAX_ENTRIES = 100

/** The newest entries of an offer, newest first, with the statuses of the board. For its owner only. */
export async function listEntriesOfOffer(db: Db, offerId: string): Promise<ApplicantEntry[]> {
  const rows = await selectEntries(db)
    .where('offer_id', '=', offerId)
    .where('withdrawn_at', 'is', null)
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map((row) => ({ ...entry(row), status: row.status }))
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
    .where('withdrawn_at', 'is', null)
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
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.offer_id, listedEntry(row)]))
}

const selectListed = (db: Db) =>
  db
    .selectFrom('applications')
    .select(['id', 'offer_id', 'user_id', 'status', 'sent_status', 'sends_at', 'applied_at'])

const selectEntries = (db: Db) => selectListed(db).select('cover_letter')

type Row<Select extends (db: Db) => { execute: () => Promise<unknown[]> }> = Awaited<
  ReturnType<ReturnType<Select>['execute']>
>[number]

/** With the last status that was sent (APPL-03). */
const listedEntry = (row: Row<typeof selectListed>): ListedEntry => ({
  _id: row.id,
  user: row.user_id,
  status: sentStatusOf(row),
  appliedDate: row.applied_at,
})

/** The applicant's view. */
export const sentStatusOf = ({ status, sent_status, sends_at }: SentColumns): Status =>
  sent_status !== null && sends_at !== null && sends_at > now() ? sent_status : status

type SentColumns = { status: Status; sent_status: Status | null; sends_at: string | null }

const entry = (row: Row<typeof selectEntries>): ApplicantEntry => ({
  ...listedEntry(row),
  coverLetter: row.cover_letter,
})
