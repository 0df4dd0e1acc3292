import { sql } from 'kysely'
import type { ListedOffer } from '#contract/offers.ts'
import { type Hidden, hiddenFrom } from '../blocks/blocks.queries.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { inOrder } from '../lib/paging.ts'
import { isOpenAt } from './offer-life.ts'
import { listedByIds, toListed, type Viewer } from './offer-rows.ts'

const MAX_SIMILAR = 3
/** Bounds of the work: the number of skills, and of newest offers of each. */
const MAX_SKILLS = 8
const NEWEST = 100
/** More than needed, since some may be closed or applied to. */
const MAX_CANDIDATES = 50

type Wanted = {
  offerId: string
  skills: readonly string[]
  notAppliedBy?: string | undefined
  hidden?: Hidden | undefined
}

const descending = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0)

/** Open offers with the most skills in common, the newest first among equals (APPL-09, LIFE-06). */
export async function findSimilar(db: Db, { offerId, skills, notAppliedBy, hidden }: Wanted) {
  const keys = [...new Set(skills.map((name) => name.toLowerCase()))]
  const common = new Map<string, { count: number; createdAt: string }>()
  for (const key of keys.slice(0, MAX_SKILLS)) {
    const rows = await db
      .selectFrom('offer_skills')
      .select(['offer_id', 'offer_created_at'])
      .where('key', '=', key)
      .orderBy('offer_created_at', 'desc')
      .orderBy('offer_id', 'desc')
      .limit(NEWEST)
      .execute()
    for (const { offer_id, offer_created_at } of rows) {
      const count = (common.get(offer_id)?.count ?? 0) + 1
      common.set(offer_id, { count, createdAt: offer_created_at })
    }
  }
  common.delete(offerId)
  const best = [...common]
    .toSorted(
      ([oneId, one], [otherId, other]) =>
        other.count - one.count || descending(one.createdAt, other.createdAt) || descending(oneId, otherId),
    )
    .slice(0, MAX_CANDIDATES)
    .map(([id]) => id)
  if (best.length === 0) return []
  const open = await db
    .selectFrom('offers')
    .select(['offers.id as offerId', 'offers.position', 'offers.company'])
    .where('offers.id', 'in', best)
    .where(isOpenAt(now()))
    .$if(hidden !== undefined, (offers) => offers.where(sql<boolean>`offers.id not in ${hidden?.offers}`))
    .$if(notAppliedBy !== undefined, (offers) =>
      offers.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('applications')
              .select('applications.id')
              .whereRef('applications.offer_id', '=', 'offers.id')
              .where('applications.user_id', '=', notAppliedBy ?? ''),
          ),
        ),
      ),
    )
    .execute()
  const byId = new Map(open.map((offer) => [offer.offerId, offer]))
  return best.flatMap((id) => byId.get(id) ?? []).slice(0, MAX_SIMILAR)
}

/** The same in the form of a list, for this viewer. */
export async function listSimilar(db: Db, wanted: Wanted, viewer: Viewer): Promise<ListedOffer[]> {
  const similar = await findSimilar(db, { ...wanted, hidden: await hiddenFrom(db, viewer) })
  const ids = similar.map(({ offerId }) => offerId)
  if (ids.length === 0) return []
  return toListed(db, inOrder(ids, await listedByIds(db, ids)), viewer)
}
