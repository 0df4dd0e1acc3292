import { sql } from 'kysely'
import { MAX_OFFER_DAYS, type OfferState } from '#contract/offer-life.ts'
import type { OfferStateChange } from '#contract/own-offers.ts'
import { m } from '#contract/texts.ts'
import type { Engine, Tx } from '../lib/db.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated } from '../quota/usage.queries.ts'
import { lockUser } from '../users/lock-user.ts'
import { daysAfter, stateAt } from './offer-life.ts'
import { payOf, workColumns, workMapping } from './offer-pay.ts'
import { offerMapping } from './offers.mapping.ts'
import { list, unlist } from './offers.writes.ts'

/** The allowed transitions by the owner (LIFE-03). */
const NEXT: Partial<Record<OfferState, readonly OfferState[]>> = {
  draft: ['published'],
  published: ['paused', 'closed'],
  paused: ['published', 'closed'],
}

const wrongState = () => conflict('WRONG_STATE', m.offers_wrong_state())

/** A draft published with less time than this before its end gets the default span. */
const LEAST_DAYS = 1

type StateOptions = { engine: Engine; offerDays: number; requirePay: boolean }

/** Whether pay is mandatory (REQUIRE_PAY, PAY-03). */
export const payRequired = () => invalid({ pay: m.general_required() })

/** Moves an own offer to another state; 409 for a transition that is not allowed. */
export async function changeState(
  tx: Tx,
  id: string,
  { state: to, reason, message }: OfferStateChange,
  options: StateOptions,
): Promise<void> {
  const at = now()
  const offer = await lockOffer(tx, id)
  const from = stateAt(offer, at)
  if (!NEXT[from]?.includes(to)) throw wrongState()
  if (options.requirePay && to === 'published' && payOf(offer) === null) throw payRequired()
  if (from === 'published') await unlist(tx, [id])
  await tx
    .updateTable('offers')
    .set({
      state: to,
      search_text: null,
      ...(to === 'closed' && { closed_reason: reason, closing_message: message || null, closed_at: at }),
    })
    .where('id', '=', id)
    .execute()
  if (to !== 'published') return
  const createdAt = from === 'draft' ? await publishDraft(tx, id, offer, at, options) : offer.created_at
  await list(tx, id, createdAt, {
    ...offerMapping.read(offer),
    ...workMapping.read(offer),
  })
}

/** Refuses a published offer without pay. */
export async function requirePay(tx: Tx, id: string): Promise<void> {
  const offer = await tx
    .selectFrom('offers')
    .select(['state', 'salary', ...workColumns])
    .where('id', '=', id)
    .executeTakeFirst()
  if (offer?.state === 'published' && payOf(offer) === null) throw payRequired()
}

/** Puts a draft at the front of the lists; returns its time of creation. */
async function publishDraft(
  tx: Tx,
  id: string,
  offer: { created_at: string; closes_at: string },
  at: string,
  { engine, offerDays }: StateOptions,
): Promise<string> {
  const isSoon = offer.closes_at < daysAfter(at, LEAST_DAYS)
  await tx
    .updateTable('offers')
    .set({
      created_at: at,
      drafted_at: offer.created_at,
      closes_at: isSoon ? daysAfter(at, offerDays) : offer.closes_at,
      // The full-text index has rows in the order of their numbers (search-sqlite.ts).
      ...(engine === 'sqlite' && { row_no: sql<number>`(select max(row_no) + 1 from offers)` }),
    })
    .where('id', '=', id)
    .execute()
  return at
}

/** Moves the end of an offer by days, at most to MAX_OFFER_DAYS after its publication, and never back (LIFE-09). */
export async function extend(tx: Tx, id: string, days: number): Promise<void> {
  const offer = await lockOffer(tx, id)
  const state = stateAt(offer, now())
  if (state !== 'published' && state !== 'paused') throw wrongState()
  const latest = daysAfter(offer.created_at, MAX_OFFER_DAYS)
  const wanted = daysAfter(offer.closes_at, days)
  const closesAt = wanted < latest ? wanted : latest
  if (closesAt <= offer.closes_at) return
  await tx.updateTable('offers').set({ closes_at: closesAt, warned_at: null }).where('id', '=', id).execute()
}

/** Stores a draft with the content of an ended offer; returns its id (LIFE-10). */
export async function repost(tx: Tx, ownerId: string, id: string, offerDays: number): Promise<string> {
  await lockUser(tx, ownerId)
  const offer = await lockOffer(tx, id)
  const at = now()
  const state = stateAt(offer, at)
  if (state !== 'closed' && state !== 'expired') throw wrongState()
  const { created_at, closes_at, state: _, ...content } = offer
  const draft = newId()
  await tx
    .insertInto('offers')
    .values({
      ...content,
      id: draft,
      owner_id: ownerId,
      state: 'draft',
      created_at: at,
      updated_at: at,
      closes_at: daysAfter(at, offerDays),
    })
    .execute()
  const texts = Object.fromEntries(offerMapping.columns.map((column) => [column, content[column]]))
  await countCreated(tx, [{ subject: ownerId, kind: 'offer', bytes: rowBytes(texts) }])
  return draft
}

/** Locks the row by a write, so that concurrent changes see each other's result. */
async function lockOffer(tx: Tx, id: string) {
  const offer = await tx
    .updateTable('offers')
    .set({ updated_at: now() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning(['state', 'closes_at', 'created_at', ...workColumns, ...offerMapping.columns])
    .executeTakeFirst()
  if (!offer) throw notFound()
  return offer
}
