import type { Offer } from '#contract/offers.ts'
import type { Db } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { prepared } from '../lib/prepared.ts'
import { selectOffer, toOffer, type Viewer } from './offer-rows.ts'

/** An offer for this viewer, with the owner's contact data; 404 if this viewer may not see it (LIFE-06). */
export async function requireOffer(db: Db, id: string, viewer: Viewer): Promise<Offer> {
  const offer = await requireOfferToApply(db, id, viewer)
  const isConcerned = offer.applied || (viewer !== undefined && offer.owner?._id === viewer.id)
  if (offer.state === 'paused' && !isConcerned) throw notFound()
  return offer
}

/** The same with paused ones for everybody: applying to them gives the same error as to closed ones. */
export async function requireOfferToApply(db: Db, id: string, viewer: Viewer): Promise<Offer> {
  const [row] = await presentOffer(db, { id })
  if (!row) throw notFound()
  if (row.state === 'draft' && row.owner_id !== viewer?.id) throw notFound()
  return toOffer(db, row, viewer)
}

/** The only way to read an offer before a change: 404 if there is none, 403 if it is someone else's. */
export async function requireOwnOffer(db: Db, user: Viewer, id: string): Promise<{ id: string }> {
  const row = await db
    .selectFrom('offers')
    .select(['id', 'owner_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (user === undefined || row.owner_id !== user.id) throw forbidden()
  return { id: row.id }
}

/** Whether it was an offer, deleted by its owner. */
export async function isDeletedOffer(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

const presentOffer = prepared((db, { id }: { id: string }) =>
  selectOffer(db)
    .where('offers.id', '=', id)
    .where('offers.deleted_at', 'is', null)
    .where('offers.hidden_at', 'is', null),
)
