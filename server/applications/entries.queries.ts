import type { ApplicantEntry, ListedEntry, Status } from '#contract/applications.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'

/** Entries inside a single offer; the applicant board has them all (X1). */
const MAX_ENTRIES = 100

/** The newest entries of an offer, newest first, with the statuses of the board. For its owner only. */
export async function listEntriesOfOffer(db: Db, offerId: string): Promise<ApplicantEntry[]> {
  const rows = await db
    .selectFrom('applications')
    .select([...COLUMNS, 'applications.cover_letter'])
    .where('offer_id', '=', offerId)
    .where('withdrawn_at', 'is', null)
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map((row) => ({ ...entry(row), status: row.status }))
}

/** The current application of a developer to an offer, and whether a new one is possible; undefined without any. */
export type OwnEntry<Entry> = {
  /** Undefined once it is withdrawn. */
  entry: Entry | undefined
  /** The second application too: there is no third one (APPL-06). */
  withdrawnTwice: boolean
}

export async function findEntryOfUser(
  db: Db,
  userId: string,
  offerId: string,
): Promise<OwnEntry<ApplicantEntry> | undefined> {
  const row = await selectOwn(db, userId)
    .select('applications.cover_letter')
    .where('applications.offer_id', '=', offerId)
    .executeTakeFirst()
  return row && own(row, entry)
}

/** By offer, as lists show them. */
export async function listEntriesOfUser(
  db: Db,
  userId: string,
  offerIds: string[],
): Promise<Map<string, OwnEntry<ListedEntry>>> {
  if (offerIds.length === 0) return new Map()
  const rows = await selectOwn(db, userId).where('applications.offer_id', 'in', offerIds).execute()
  return new Map(rows.map((row) => [row.offer_id, own(row, listedEntry)]))
}

const COLUMNS = [
  'applications.id',
  'applications.offer_id',
  'applications.user_id',
  'applications.status',
  'applications.sent_status',
  'applications.sends_at',
  'applications.applied_at',
] as const

/** With a former application to the same offer, which was withdrawn. */
const selectOwn = (db: Db, userId: string) =>
  db
    .selectFrom('applications')
    .leftJoin('former_applications as former', (join) =>
      join
        .onRef('former.offer_id', '=', 'applications.offer_id')
        .onRef('former.user_id', '=', 'applications.user_id'),
    )
    .select([...COLUMNS, 'applications.withdrawn_at', 'former.id as former_id'])
    .where('applications.user_id', '=', userId)

type OwnColumns = { withdrawn_at: string | null; former_id: string | null }

const own = <Row extends OwnColumns, Entry>(row: Row, read: (row: Row) => Entry): OwnEntry<Entry> => ({
  entry: row.withdrawn_at === null ? read(row) : undefined,
  withdrawnTwice: row.withdrawn_at !== null && row.former_id !== null,
})

type EntryRow = SentColumns & { id: string; user_id: string; applied_at: string }

/** With the last status that was sent (APPL-03). */
const listedEntry = (row: EntryRow): ListedEntry => ({
  _id: row.id,
  user: row.user_id,
  status: sentStatusOf(row),
  appliedDate: row.applied_at,
})

/** The applicant's view. */
export const sentStatusOf = ({ status, sent_status, sends_at }: SentColumns): Status =>
  sent_status !== null && sends_at !== null && sends_at > now() ? sent_status : status

type SentColumns = { status: Status; sent_status: Status | null; sends_at: string | null }

const entry = (row: EntryRow & { cover_letter: string }): ApplicantEntry => ({
  ...listedEntry(row),
  coverLetter: row.cover_letter,
})
