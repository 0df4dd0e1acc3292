import { sql } from 'kysely'
import type { ClosedReason, OfferState } from '#contract/offer-life.ts'
import type { Db } from '../lib/db.ts'
import { prepared } from '../lib/prepared.ts'
import { totalOf } from '../lib/totals.ts'

type Stored = { state: OfferState; closes_at: string }

/**
 * The state of an offer at a time, computed from `closes_at` whatever the stored state
 * (LIFE-04). Storing 'expired' (offer-clock.ts) only keeps lists short.
 */
export const stateAt = ({ state, closes_at }: Stored, at: string): OfferState =>
  (state === 'published' || state === 'paused') && closes_at <= at ? 'expired' : state

export const LIFE_COLUMNS = [
  'offers.state',
  'offers.closes_at',
  'offers.closed_reason',
  'offers.drafted_at',
] as const

type Life = Stored & { created_at: string; closed_reason: ClosedReason | null }

/** The public facts of an offer's life. */
export function lifeOf(row: Life, at: string) {
  const state = stateAt(row, at)
  return {
    state,
    publishedAt: state === 'draft' ? null : row.created_at,
    closesAt: row.closes_at,
    closedReason: row.closed_reason,
    acceptsApplications: state === 'published',
  }
}

const DAY_MS = 24 * 3600 * 1000

/** The time a number of days later; decimals are allowed. */
export const daysAfter = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * DAY_MS).toISOString()

/** Stored as published, and neither deleted nor of a deactivated account. */
const IS_LISTED = sql<boolean>`offers.state = 'published' and offers.deleted_at is null and offers.hidden_at is null`

/** `stateAt(…) === 'published'` for listed offers. */
export const isOpenAt = (at: string) => sql<boolean>`${IS_LISTED} and offers.closes_at > ${at}`

/** Repeats the condition of the index by `closes_at`. */
const BY_CLOSING = sql<boolean>`offers.state <> 'draft'`

/** Offers expired since the last run of the clock; they still have words and search text and are in the stored total. */
export const isOverdueAt = (at: string) =>
  sql<boolean>`${IS_LISTED} and ${BY_CLOSING} and offers.closes_at <= ${at}`

/** `stateAt(…) === state`, in a form that the index of an owner serves. */
export function isInStateAt(state: OfferState, at: string) {
  if (state === 'expired') {
    return sql<boolean>`(offers.state = 'expired'
      or (offers.state in ('published', 'paused') and offers.closes_at <= ${at}))`
  }
  const isStored = sql<boolean>`offers.state = ${state}`
  return state === 'published' || state === 'paused'
    ? sql<boolean>`${isStored} and offers.closes_at > ${at}`
    : isStored
}

/** `stateAt` as a column. */
export const stateColumnAt = (at: string) =>
  sql<OfferState>`case when offers.state in ('published', 'paused') and offers.closes_at <= ${at} then 'expired'
    else offers.state end`

const firstClosing = sql<string | null>`(
  select closes_at from offers where ${IS_LISTED} and ${BY_CLOSING} order by closes_at limit 1)`

/**
 * The stored total of open offers, and the first closing time among them, as columns of another statement. Overdue
 * offers are not counted there: PostgreSQL expects any time to find a third of all offers, and would plan the statement for
 * each request, which takes five times as long as running it.
 */
export const openTotalColumns = [totalOf('offers').as('stored'), firstClosing.as('first_closing')]

type StoredTotal = { stored: number; first_closing: string | null }

/** The number of open offers, exact at any time. */
export async function openTotal(db: Db, { stored, first_closing }: StoredTotal, at: string): Promise<number> {
  if (first_closing === null || first_closing > at) return stored
  const [row] = await countOverdue(db, { at })
  return stored - Number(row?.count ?? 0)
}

export async function readOpenTotal(db: Db, at: string): Promise<number> {
  const [row] = await selectOpenTotal(db, {})
  return row ? openTotal(db, row, at) : 0
}

const selectOpenTotal = prepared((db) => db.selectNoFrom(openTotalColumns))

const countOverdue = prepared((db, { at }: { at: string }) =>
  db
    .selectFrom('offers')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(isOverdueAt(at)),
)

/** The next closing time of an open offer, in ms; Infinity without one. */
export async function nextClosing(db: Db, afterMs: number): Promise<number> {
  const [row] = await selectNextClosing(db, { at: new Date(afterMs).toISOString() })
  return row ? Date.parse(row.closes_at) : Number.POSITIVE_INFINITY
}

const selectNextClosing = prepared((db, { at }: { at: string }) =>
  db
    .selectFrom('offers')
    .select('closes_at')
    .where(isOpenAt(at))
    .where(BY_CLOSING)
    .orderBy('closes_at')
    .limit(1),
)
