import type { OfferChange, OfferInput } from '#contract/offers.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { inParts } from '../lib/turns.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated, countGrowth, countRemoved } from '../quota/usage.queries.ts'
import { lockUser } from '../users/lock-user.ts'
import { contractWords, offerMapping, searchTextOf } from './offers.mapping.ts'

/** Posts an offer; an empty company is the recruiter's (decision 31). Gives its id. */
export async function insertOffer(tx: Tx, ownerId: string, offer: OfferInput): Promise<string> {
  const id = newId()
  const createdAt = now()
  const owner = await lockUser(tx, ownerId)
  const fields = { ...offer, company: offer.company || owner.company_name }
  const row = await tx
    .insertInto('offers')
    .values({
      id,
      owner_id: ownerId,
      created_at: createdAt,
      updated_at: createdAt,
      ...offerMapping.write(fields),
      position: offer.position,
      search_text: searchTextOf(fields),
    })
    .returning(offerMapping.columns)
    .executeTakeFirstOrThrow()
  await countCreated(tx, [{ subject: ownerId, kind: 'offer', bytes: rowBytes(row) }])
  await insertSkills(tx, id, createdAt, offer.skills ?? [])
  await insertContractTypes(tx, id, createdAt, offer.contractType ?? [])
  await changeTotal(tx, 'offers', 1)
  return id
}

/** Changes the given keys of an own open offer (decision 47). Returns the bytes by which it grew. */
export async function updateOffer(tx: Tx, ownerId: string, id: string, change: OfferChange): Promise<number> {
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
    .set({ ...offerMapping.write(change), updated_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning(['created_at', ...offerMapping.columns])
    .executeTakeFirst()
  if (!before || !changed) throw notFound()
  await tx
    .updateTable('offers')
    .set({ search_text: searchTextOf(offerMapping.read(changed)) })
    .where('id', '=', id)
    .execute()
  const { created_at, ...after } = changed
  const grown = rowBytes(after) - rowBytes(before)
  await countGrowth(tx, ownerId, grown)
  if (change.skills) {
    await tx.deleteFrom('offer_skills').where('offer_id', '=', id).execute()
    await insertSkills(tx, id, created_at, change.skills)
  }
  if (change.contractType) {
    await tx.deleteFrom('offer_contract_types').where('offer_id', '=', id).execute()
    await insertContractTypes(tx, id, created_at, change.contractType)
  }
  return grown
}

/** Soft-deletes an own offer; false when it was gone already (decision 36). */
export async function deleteOffer(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .updateTable('offers')
    .set({ deleted_at: now(), search_text: null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) return false
  await deleteWords(tx, id)
  await changeTotal(tx, 'offers', -1)
  await countRemoved(tx, ownerId, 'offer')
  return true
}

/** Rows, rewritten without a pause (X1). */
const PART = 3

/** Takes offers of a deactivated recruiter out of every list (decision 36). True when there are more: each step takes a few. */
export async function hideOffers(tx: Tx, ownerId: string): Promise<boolean> {
  const shown = await tx
    .selectFrom('offers')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .limit(PART)
    .execute()
  if (shown.length === 0) return false
  const ids = shown.map(({ id }) => id)
  const hidden = await tx
    .updateTable('offers')
    .set({ hidden_at: now(), search_text: null })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .execute()
  await tx.deleteFrom('offer_skills').where('offer_id', 'in', ids).execute()
  await tx.deleteFrom('offer_contract_types').where('offer_id', 'in', ids).execute()
  await changeTotal(tx, 'offers', -hidden.length)
  return shown.length === PART
}

/** Undoes `hideOffers`. */
export async function unhideOffers(tx: Tx, ownerId: string): Promise<void> {
  const hidden = await tx
    .selectFrom('offers')
    .select(['id', 'created_at', ...offerMapping.columns])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is not', null)
    .execute()
  await inParts(hidden, 1, async (part) => {
    for (const { id, created_at, ...row } of part) {
      const offer = offerMapping.read(row)
      await tx
        .updateTable('offers')
        .set({ hidden_at: null, search_text: searchTextOf(offer) })
        .where('id', '=', id)
        .execute()
      await insertSkills(tx, id, created_at, offer.skills)
      await insertContractTypes(tx, id, created_at, offer.contractType)
    }
  })
  await changeTotal(tx, 'offers', hidden.length)
}

/** Only open offers have rows to filter by; what they show stands in the offer itself. */
async function deleteWords(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('offer_skills').where('offer_id', '=', id).execute()
  await tx.deleteFrom('offer_contract_types').where('offer_id', '=', id).execute()
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
