import type { ProjectOrder } from '#contract/projects.ts'
import { refreshListing } from '../devs/listing.ts'
import type { Db, Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { lockUser } from '../users/lock-user.ts'
import { IS_OWN } from './visibility.ts'

type Place = { place: number; isPinned: boolean }

/** A developer's order and pins, by project. */
export async function readPlaces(db: Db, ownerId: string): Promise<Map<string, Place>> {
  const rows = await db
    .selectFrom('project_places')
    .select(['project_id', 'place', 'pinned_at'])
    .where('owner_id', '=', ownerId)
    .execute()
  return new Map(
    rows.map(({ project_id, place, pinned_at }) => [project_id, { place, isPinned: pinned_at !== null }]),
  )
}

/** Pinned ones first, then the owner's order, then the others in their order. */
export function inPlaces(ids: readonly string[], places: Map<string, Place>): string[] {
  const of = (id: string) => places.get(id) ?? { place: 0, isPinned: false }
  return ids.toSorted((a, b) => Number(of(b).isPinned) - Number(of(a).isPinned) || of(b).place - of(a).place)
}

/** Replaces the order, and the pins if given. 404 if one of them is no own project. */
export async function setPlaces(tx: Tx, ownerId: string, { ids, pinned }: ProjectOrder): Promise<void> {
  await lockUser(tx, ownerId)
  const rows = await tx
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(IS_OWN)
    .execute()
  const own = new Set(rows.map(({ id }) => id))
  if (![...ids, ...(pinned ?? [])].every((id) => own.has(id))) throw notFound()
  const former = await readPlaces(tx, ownerId)
  const pins = new Set(pinned ?? [...former].flatMap(([id, { isPinned }]) => (isPinned ? id : [])))
  await tx.deleteFrom('project_places').where('owner_id', '=', ownerId).execute()
  const at = now()
  const places = Array.from(new Set([...ids, ...pins]), (project_id, index) => ({
    owner_id: ownerId,
    project_id,
    place: Math.max(0, ids.length - index),
    pinned_at: pins.has(project_id) ? at : null,
  }))
  if (places.length > 0) await tx.insertInto('project_places').values(places).execute()
  // A pinned project may be the cover of the person.
  await refreshListing(tx, ownerId)
}

/** With an order of one's own, a new project comes first. */
export async function insertPlace(tx: Tx, ownerId: string, projectId: string): Promise<void> {
  const { last } = await tx
    .selectFrom('project_places')
    .select(({ fn }) => fn.max('place').as('last'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (!last) return
  const row = { owner_id: ownerId, project_id: projectId, place: last + 1 }
  await tx.insertInto('project_places').values(row).execute()
}

export async function deletePlace(tx: Tx, ownerId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('project_places')
    .where('owner_id', '=', ownerId)
    .where('project_id', '=', projectId)
    .execute()
}
