import type { Page } from '#contract/endpoint.ts'
import type { OwnProjectsQuery, ProfileProject } from '#contract/projects.ts'
import type { Db } from '../lib/db.ts'
import { rangeOf } from '../lib/paging.ts'
import { inOrder, readOrder } from './order.queries.ts'
import { listedProject, readListed, stateOf, type Viewer } from './projects.queries.ts'
import { IS_OWN, IS_PUBLIC } from './visibility.ts'

/**
 * The public projects of one developer in the order of the profile (PROF-34, FLOW-06), or the most viewed first (PROF-12);
 * for the owner who asks for them drafts, too.
 */
export async function listProjectsOf(
  db: Db,
  ownerId: string,
  query: OwnProjectsQuery,
  viewer: Viewer,
): Promise<Page<ProfileProject>> {
  const isOwner = query.drafts && viewer?.id === ownerId
  const byViews = query.order === 'views'
  // All of them, which are few, from an index: the order is the owner's own.
  const all = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(isOwner && !byViews ? IS_OWN : IS_PUBLIC)
    .orderBy(byViews ? 'views_count' : 'year', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const order = await readOrder(db, ownerId)
  const ids = all.map(({ id }) => id)
  const ordered = behind(query.after, byViews ? ids : inOrder(ids, order))
  const { limit, offset } = rangeOf(query)
  const page = ordered.slice(offset, offset + limit)
  const rows = await readListed(db, page, viewer)
  const items = rows.map(
    (row): ProfileProject => ({
      ...listedProject(row),
      state: stateOf(row),
      pinned: order.get(row.id)?.isPinned ?? false,
    }),
  )
  return { items, total: ordered.length }
}

/** All others, from the one behind it on; all of them if it is none of these. */
function behind(id: string, ids: string[]): string[] {
  const index = ids.indexOf(id)
  return index === -1 ? ids : [...ids.slice(index + 1), ...ids.slice(0, index)]
}
