import { sql } from 'kysely'
import type { DevCard, DevFilters } from '#contract/devs.ts'
import type { Page } from '#contract/endpoint.ts'
import { cachedWhenLarge } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { listDevsByIds } from './devs.queries.ts'
import { COVER, NO_COVER } from './listing.ts'

const MAX_OUTSTANDING = 4
const RECENT_MS = 30 * 24 * 3600 * 1000

/** At most four developers for the home page, by the rule of decision 39. */
export async function listOutstandingDevs(
  db: Db,
  { page, limit }: DevFilters,
  hidden: ReadonlySet<string> = new Set(),
): Promise<Page<DevCard>> {
  const found = await cachedWhenLarge(
    db,
    'outstanding',
    async () => ({ ids: await findOutstanding(db), isCostly: await hasManyLikes(db) }),
    ({ isCostly }) => isCostly,
  )
  const ids = found.ids.filter((id) => !hidden.has(id))
  const items = await listDevsByIds(db, ids.slice((page - 1) * limit, page * limit))
  return { items, total: ids.length }
}

/** All of them are counted for anybody who asks, which takes some ms from here on. */
const MANY_LIKES = 5000

async function hasManyLikes(db: Db): Promise<boolean> {
  const likes = await db.selectFrom('likes').select('user_id').limit(1).offset(MANY_LIKES).execute()
  return likes.length > 0
}

/** Full qualifiers by recent likes; if they are fewer than four, those who only lack a picture by all likes. */
async function findOutstanding(db: Db): Promise<string[]> {
  const since = new Date(Date.now() - RECENT_MS).toISOString()
  const liked = await byLikes(db, COVER, since, MAX_OUTSTANDING)
  const found = [...liked, ...(await newest(db, COVER, liked))].slice(0, MAX_OUTSTANDING)
  if (found.length === MAX_OUTSTANDING) return found
  const likedToo = await byLikes(db, NO_COVER, '', MAX_OUTSTANDING)
  return [...found, ...likedToo, ...(await newest(db, NO_COVER, likedToo))].slice(0, MAX_OUTSTANDING)
}

/** Owners of projects liked by others since then, most likes first; ties by newest account. */
async function byLikes(db: Db, facet: string, since: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select fit.user_id as id
    from likes
    inner join projects on projects.id = likes.project_id
    inner join user_facets as fit on fit.user_id = likes.owner_id and fit.facet = ${facet}
    where ${since === '' ? sql`1 = 1` : sql`likes.created_at >= ${since}`}
      and likes.user_id <> likes.owner_id
      and projects.deleted_at is null and projects.hidden_at is null
    group by fit.user_id, fit.user_created_at
    order by count(*) desc, fit.user_created_at desc, fit.user_id desc
    limit ${sql.lit(limit)}`.execute(db)
  return rows.map((row) => row.id)
}

/** Those without any such like follow, the newest account first. */
async function newest(db: Db, facet: string, without: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('user_facets')
    .select('user_id')
    .where('facet', '=', facet)
    .orderBy('user_created_at', 'desc')
    .orderBy('user_id', 'desc')
    .limit(MAX_OUTSTANDING + without.length)
    .execute()
  return rows.map((row) => row.user_id).filter((id) => !without.includes(id))
}
