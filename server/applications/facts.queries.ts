import { z } from 'zod'
import { STATUSES, type Status } from '#contract/applications.ts'
import type { OfferState } from '#contract/offer-life.ts'
import type { Db } from '../lib/db.ts'
import { parseJson } from '../lib/mapping.ts'
import type { Change, Facts } from './application-life.ts'

/** An application with all its stored facts, from either table. */
export type StoredApplication = {
  id: string
  offerId: string
  userId: string
  ownerId: string | null
  /** The recruiter's last status, sent or not. */
  status: Status
  withdrawReason: string
  facts: Facts
}

const StoredChanges = z.array(
  z.object({ to: z.enum(STATUSES), at: z.string(), sentAt: z.string(), by: z.string().nullable() }),
)

/** The form of the changes in `former_applications`. */
export const readChanges = (json: string): Change[] => parseJson(StoredChanges, json)

/** An application, one followed by another included. */
export async function findStored(db: Db, id: string): Promise<StoredApplication | undefined> {
  return (await readStored(db, [id])).get(id) ?? (await findFormer(db, id))
}

/** Applications of the main table with their facts, by id. */
export async function readStored(db: Db, ids: string[]): Promise<Map<string, StoredApplication>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('applications')
    .innerJoin('offers', 'offers.id', 'applications.offer_id')
    .select([
      'applications.id',
      'applications.offer_id',
      'applications.user_id',
      'applications.status',
      'applications.applied_at',
      'applications.replied_at',
      'applications.reminded_at',
      'applications.withdrawn_at',
      'applications.withdraw_reason',
      'offers.owner_id',
      ...OFFER_END,
    ])
    .where('applications.id', 'in', ids)
    .execute()
  const changes = await readChangesOf(db, ids)
  return new Map(
    rows.map((row) => [row.id, stored(row, row.withdrawn_at, changes.get(row.id) ?? [])] as const),
  )
}

/** Withdrawn applications of a developer that were followed by another to the same offer. */
export async function listFormer(
  db: Db,
  of: { userId: string } | { offerId: string } | { ids: string[] },
): Promise<StoredApplication[]> {
  if ('ids' in of && of.ids.length === 0) return []
  const rows = await db
    .selectFrom('former_applications')
    .innerJoin('offers', 'offers.id', 'former_applications.offer_id')
    .selectAll('former_applications')
    .select(['offers.owner_id', ...OFFER_END])
    .$if('userId' in of, (select) => select.where('user_id', '=', 'userId' in of ? of.userId : ''))
    .$if('offerId' in of, (select) => select.where('offer_id', '=', 'offerId' in of ? of.offerId : ''))
    .$if('ids' in of, (select) => select.where('former_applications.id', 'in', 'ids' in of ? of.ids : ['']))
    .execute()
  return rows.map((row) => stored(row, row.withdrawn_at, readChanges(row.changes)))
}

const findFormer = async (db: Db, id: string) => (await listFormer(db, { ids: [id] }))[0]

/** The changes of status of each application, oldest first. */
export async function readChangesOf(db: Db, ids: string[]): Promise<Map<string, Change[]>> {
  const rows = await db
    .selectFrom('application_changes')
    .select(['application_id', 'to_status', 'changed_at', 'sent_at', 'changed_by', 'from_status'])
    .where('application_id', 'in', ids)
    .where('from_status', 'is not', null)
    .orderBy('changed_at')
    .orderBy('id')
    .execute()
  const changes = new Map<string, Change[]>()
  for (const row of rows) {
    const list = changes.get(row.application_id) ?? []
    list.push({
      to: row.to_status,
      at: row.changed_at,
      sentAt: row.sent_at ?? row.changed_at,
      by: row.changed_by,
    })
    changes.set(row.application_id, list)
  }
  return changes
}

type Row = {
  id: string
  offer_id: string
  user_id: string
  owner_id: string | null
  status: Status
  applied_at: string
  replied_at: string | null
  reminded_at: string | null
  withdraw_reason: string
} & OfferEnd

const stored = (row: Row, withdrawnAt: string | null, changes: Change[]): StoredApplication => ({
  id: row.id,
  offerId: row.offer_id,
  userId: row.user_id,
  ownerId: row.owner_id,
  status: row.status,
  withdrawReason: row.withdraw_reason,
  facts: {
    appliedAt: row.applied_at,
    changes,
    repliedAt: row.replied_at,
    remindedAt: row.reminded_at,
    withdrawnAt,
    offerEndedAt: offerEndedAt(row),
  },
})

/** The columns that `offerEndedAt` reads. */
export const OFFER_END = [
  'offers.state as offer_state',
  'offers.closes_at',
  'offers.closed_at',
  'offers.deleted_at',
  'offers.hidden_at',
] as const

type OfferEnd = {
  offer_state: OfferState
  closes_at: string
  closed_at: string | null
  deleted_at: string | null
  hidden_at: string | null
}

/** The end of an offer, which may be in the future; null for a draft. */
export function offerEndedAt(offer: OfferEnd): string | null {
  const { offer_state, closes_at, closed_at, deleted_at, hidden_at } = offer
  const own = offer_state === 'draft' ? null : offer_state === 'closed' ? (closed_at ?? closes_at) : closes_at
  return [own, deleted_at, hidden_at].reduce((first, time) =>
    first === null || (time !== null && time < first) ? time : first,
  )
}
