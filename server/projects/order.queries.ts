import type { ProjectOrder } from '#contract/projects.ts'
import { refreshListing } from '../devs/listing.ts'
import type { Db, Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { lockUser } from '../users/lock-user.ts'
import { IS_OWN } from './visibility.ts'

type Rank = { rank: number; isPinned: boolean }

/** A developer's order and pins, by project. */
export async function readOrder(db: Db, ownerId: string): Promise<Map<string, Rank>> {
  const rows = await db
    .selectFrom('project_places')
    .select(['project_id', 'place', 'pinned_at'])
    .where('owner_id', '=', ownerId)
    .execute()
  return new Map(
    rows.map(({ project_id, place, pinned_at }) => [
      project_id,
      { rank: place, isPinned: pinned_at !== null },
    ]),
  )
}

/** Pinned ones first, then the owner's order, then the others in their order. */
export function inOrder(ids: readonly string[], order: Map<string, Rank>): string[] {
  const of = (id: string) => order.get(id) ?? { rank: 0, isPinned: false }
  return ids.toSorted((a, b) => Number(of(b).isPinned) - Number(of(a).isPinned) || of(b).rank - of(a).rank)
}

/** Replaces the order, and the pins if given. 404 if one of them is no own project. */
export async function setOrder(tx: Tx, ownerId: string, { ids, pinned }: ProjectOrder): Promise<void> {
  await lockUser(tx, ownerId)
  const rows = await tx
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(IS_OWN)
    .execute()
  const own = new Set(rows.map(({ id }) => id))
  if (![...ids, ...(pinned ?? [])].every((id) => own.has(id))) throw notFound()
  const former = await readOrder(tx, ownerId)
  const pins = new Set(pinned ?? [...former].flatMap(([id, { isPinned }]) => (isPinned ? id : [])))
  await tx.deleteFrom('project_places').where('owner_id', '=', ownerId).execute()
  const at = now()
  const ranks = Array.from(new Set([...ids, ...pins]), (project_id, index) => ({
    owner_id: ownerId,
    project_id,
    place: Math.max(0, ids.length - index),
    pinned_at: pins.has(project_id) ? at : null,
  }))
  if (ranks.length > 0) await tx.insertInto('project_places').values(ranks).execute()
  // A pinned project may be the cover of the person.
  await refreshListing(tx, ownerId)
}

/** With an order of one's own, a new project comes first. */
export async function insertRank(tx: Tx, ownerId: string, projectId: string): Promise<void> {
  const { last } = await tx
    .selectFrom('project_places')
    .select(({ fn }) => fn.max('place').as('last'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (!last) return
  const row = { owner_id: ownerId, project_id: projectId, place: last + 1 }
  await tx.insertInto('project_places').values(row).execute()
}

export async function deleteRank(tx: Tx, ownerId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('project_places')
    .where('owner_id', '=', ownerId)
    .where('project_id', '=', projectId)
    .execute()
}
