import { isClosingTime, OFFER_DAYS } from '#contract/offer-life.ts'
import type { OfferChange, OfferInput } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import type { Tx } from '../lib/db.ts'
import { invalid, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated, countGrowth, countRemoved } from '../quota/usage.queries.ts'
import { hideOwned } from '../users/hide-owned.ts'
import { lockUser, requireShown } from '../users/lock-user.ts'
import { daysAfter } from './offer-life.ts'
import { locationKeysOf, workMapping, writeWork } from './offer-pay.ts'
import { contractWords, offerMapping, searchTextOf } from './offers.mapping.ts'

/** Stores an offer and returns its id; an empty company is the recruiter's (decision 31). */
export async function insertOffer(
  tx: Tx,
  ownerId: string,
  { state = 'published', closesAt, ...offer }: OfferInput,
  offerDays = OFFER_DAYS,
): Promise<string> {
  const id = newId()
  const createdAt = now()
  const owner = await lockUser(tx, ownerId)
  requireShown(owner)
  const fields = { ...offer, company: offer.company || owner.company_name }
  const row = await tx
    .insertInto('offers')
    .values({
      id,
      owner_id: ownerId,
      created_at: createdAt,
      updated_at: createdAt,
      state,
      closes_at: closesAt ?? daysAfter(createdAt, offerDays),
      ...offerMapping.write(fields),
      ...writeWork(fields),
      position: offer.position,
      search_text: state === 'published' ? searchTextOf(fields) : null,
    })
    .returning(offerMapping.columns)
    .executeTakeFirstOrThrow()
  await countCreated(tx, [{ subject: ownerId, kind: 'offer', bytes: rowBytes(row) }])
  if (state === 'published') {
    await insertWords(tx, id, createdAt, {
      skills: offer.skills ?? [],
      contractType: offer.contractType ?? [],
      workplace: offer.workplace,
      countries: offer.countries,
    })
    await changeTotal(tx, 'offers', 1)
  }
  return id
}

/** Changes the given keys of an own offer (decision 47). Returns its growth in bytes. */
export async function updateOffer(
  tx: Tx,
  ownerId: string,
  id: string,
  { closesAt, ...change }: OfferChange,
  offerDays = OFFER_DAYS,
): Promise<number> {
  // The write locks the row, so that concurrent changes are measured in sequence.
  const before = await tx
    .updateTable('offers')
    .set({ updated_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning(offerMapping.columns)
    .executeTakeFirst()
  const changed = await tx
    .updateTable('offers')
    .set({ ...offerMapping.write(change), ...writeWork(change), updated_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning(['created_at', 'state', ...workMapping.columns, ...offerMapping.columns])
    .executeTakeFirst()
  if (!before || !changed) throw notFound()
  const { created_at, state, workplace, countries, min_years, ...after } = changed
  const grown = rowBytes(after) - rowBytes(before)
  await countGrowth(tx, ownerId, grown)
  if (state === 'draft' && closesAt !== undefined) await closeDraftAt(tx, id, closesAt, offerDays)
  if (state !== 'published') return grown
  await tx
    .updateTable('offers')
    .set({ search_text: searchTextOf(offerMapping.read(after)) })
    .where('id', '=', id)
    .execute()
  if (change.skills) {
    await tx.deleteFrom('offer_skills').where('offer_id', '=', id).execute()
    await insertSkills(tx, id, created_at, change.skills)
  }
  if (change.contractType) {
    await tx.deleteFrom('offer_contract_types').where('offer_id', '=', id).execute()
    await insertContractTypes(tx, id, created_at, change.contractType)
  }
  if (change.workplace !== undefined || change.countries !== undefined) {
    await tx.deleteFrom('offer_places').where('offer_id', '=', id).execute()
    await insertLocations(tx, id, created_at, workMapping.read({ workplace, countries, min_years }))
  }
  return grown
}

/** Sets the end of a draft; the current end stays valid, however near it is. */
async function closeDraftAt(tx: Tx, id: string, closesAt: string | null, offerDays: number): Promise<void> {
  if (closesAt !== null && !isClosingTime(closesAt)) {
    const same = await tx
      .selectFrom('offers')
      .select('id')
      .where('id', '=', id)
      .where('closes_at', '=', closesAt)
      .executeTakeFirst()
    if (!same) throw invalid({ closesAt: m.offers_closes_at_range() })
    return
  }
  const closes_at = closesAt ?? daysAfter(now(), offerDays)
  await tx.updateTable('offers').set({ closes_at }).where('id', '=', id).execute()
}

/** Soft-deletes an own offer; false when it was deleted already (decision 36). */
export async function deleteOffer(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .updateTable('offers')
    .set({ deleted_at: now(), search_text: null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('state')
    .executeTakeFirst()
  if (!deleted) return false
  if (deleted.state === 'published') await unlist(tx, [id])
  await countRemoved(tx, ownerId, 'offer')
  return true
}

/** Hides a few offers of a deactivated recruiter from every list; true when there may be more (decision 36). */
export const hideOffers = (tx: Tx, ownerId: string): Promise<boolean> =>
  hideOwned(tx, 'offers', ownerId, async (ids) => {
    if (ids.length === 0) return
    const published = await tx
      .selectFrom('offers')
      .select('id')
      .where('id', 'in', ids)
      .where('state', '=', 'published')
      .execute()
    await unlist(
      tx,
      published.map(({ id }) => id),
    )
  })

/** Undoes `hideOffers` for one offer; false when there is none. */
export async function showOffers(tx: Tx, ownerId: string): Promise<boolean> {
  const hidden = await tx
    .selectFrom('offers')
    .select(['id', 'created_at', 'state', ...workMapping.columns, ...offerMapping.columns])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is not', null)
    .where('moderated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!hidden) return false
  const { id, created_at, state, ...row } = hidden
  await tx.updateTable('offers').set({ hidden_at: null }).where('id', '=', id).execute()
  if (state === 'published')
    await list(tx, id, created_at, { ...offerMapping.read(row), ...workMapping.read(row) })
  return true
}

/** Hides one offer from every page and list; false when it is deleted or hidden by a moderator already. */
export async function hideOffer(tx: Tx, id: string): Promise<boolean> {
  const hidden = await tx
    .updateTable('offers')
    .set({ moderated_at: now() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('moderated_at', 'is', null)
    .returning(['state', 'hidden_at'])
    .executeTakeFirst()
  if (!hidden) return false
  // Otherwise it is hidden with its owner.
  if (hidden.hidden_at !== null) return true
  await tx.updateTable('offers').set({ hidden_at: now(), search_text: null }).where('id', '=', id).execute()
  if (hidden.state === 'published') await unlist(tx, [id])
  return true
}

/** Undoes `hideOffer`; the offer of a hidden owner stays hidden. */
export async function unhideOffer(tx: Tx, id: string, isOwnerShown: boolean): Promise<boolean> {
  const offer = await tx
    .updateTable('offers')
    .set({ moderated_at: null })
    .where('id', '=', id)
    .where('moderated_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .returning(['created_at', 'state', ...workMapping.columns, ...offerMapping.columns])
    .executeTakeFirst()
  if (!offer) return false
  if (!isOwnerShown) return true
  const { created_at, state, ...row } = offer
  await tx.updateTable('offers').set({ hidden_at: null }).where('id', '=', id).execute()
  if (state === 'published')
    await list(tx, id, created_at, { ...offerMapping.read(row), ...workMapping.read(row) })
  return true
}

type Location = Parameters<typeof locationKeysOf>[0]
type Words = { skills: readonly string[]; contractType: readonly string[] } & Location
type Listed = Words & Parameters<typeof searchTextOf>[0]

/** Adds an offer to the lists, the search and the total. */
export async function list(tx: Tx, id: string, createdAt: string, offer: Listed): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ search_text: searchTextOf(offer) })
    .where('id', '=', id)
    .execute()
  await insertWords(tx, id, createdAt, offer)
  await changeTotal(tx, 'offers', 1)
}

/** Removes offers from the lists and the total; the caller's update removes their search text. */
export async function unlist(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('offer_skills').where('offer_id', 'in', ids).execute()
  await tx.deleteFrom('offer_contract_types').where('offer_id', 'in', ids).execute()
  await tx.deleteFrom('offer_places').where('offer_id', 'in', ids).execute()
  await changeTotal(tx, 'offers', -ids.length)
}

/** Only published offers have filter rows; the shown values are in the offer itself. */
async function insertWords(
  tx: Tx,
  id: string,
  createdAt: string,
  { skills, contractType, ...location }: Words,
): Promise<void> {
  await insertSkills(tx, id, createdAt, skills)
  await insertContractTypes(tx, id, createdAt, contractType)
  await insertLocations(tx, id, createdAt, location)
}

async function insertLocations(tx: Tx, id: string, createdAt: string, location: Location): Promise<void> {
  const rows = locationKeysOf(location).map((place) => ({ offer_id: id, place, offer_created_at: createdAt }))
  if (rows.length > 0) await tx.insertInto('offer_places').values(rows).execute()
}

async function insertSkills(tx: Tx, id: string, createdAt: string, skills: readonly string[]): Promise<void> {
  if (skills.length === 0) return
  await tx
    .insertInto('offer_skills')
    .values(
      skills.map((name) => ({ offer_id: id, name, key: name.toLowerCase(), offer_created_at: createdAt })),
    )
    .execute()
}

async function insertContractTypes(
  tx: Tx,
  id: string,
  createdAt: string,
  types: readonly string[],
): Promise<void> {
  const words = contractWords(types)
  if (words.length === 0) return
  await tx
    .insertInto('offer_contract_types')
    .values(words.map((name) => ({ offer_id: id, name, offer_created_at: createdAt })))
    .execute()
}
