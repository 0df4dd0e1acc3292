import type { Db, Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { ROW_BYTES } from '../quota/quotas.ts'
import { countCreated, countRemoved } from '../quota/usage.queries.ts'

export type Like = { projectId: string; userId: string; ownerId: string }
export type LikeState = { liked: boolean; likes: number }

/**
 * Sets the like of one person, or toggles it when `liked` is undefined (P4). The count changes with the row, which
 * stays locked until the end of the transaction. `isNew`: it was not set before.
 */
export async function setLike(
  tx: Tx,
  like: Like,
  liked: boolean | undefined,
): Promise<LikeState & { isNew: boolean; isChanged: boolean }> {
  await lockProject(tx, like.projectId)
  const wasInserted = liked !== false && (await insertLike(tx, like))
  const wasDeleted = liked !== true && !wasInserted && (await deleteLike(tx, like))
  const project = await tx
    .updateTable('projects')
    .set((row) => ({ likes_count: row('likes_count', '+', Number(wasInserted) - Number(wasDeleted)) }))
    .where('id', '=', like.projectId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('likes_count')
    .executeTakeFirst()
  if (!project) throw notFound()
  const { userId: subject } = like
  if (wasInserted) await countCreated(tx, [{ subject, kind: 'like', bytes: ROW_BYTES }])
  if (wasDeleted) await countRemoved(tx, subject, 'like', ROW_BYTES)
  const isChanged = wasInserted || wasDeleted
  return { liked: liked ?? wasInserted, likes: project.likes_count, isNew: wasInserted, isChanged }
}

/** Adds one view and returns the new number (decision 40). */
export async function countView(db: Db, projectId: string): Promise<number> {
  const project = await db
    .updateTable('projects')
    .set((row) => ({ views_count: row('views_count', '+', 1) }))
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('views_count')
    .executeTakeFirst()
  if (!project) throw notFound()
  return project.views_count
}

/** Serialises concurrent toggles, so that each of them takes effect. */
async function lockProject(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set((row) => ({ likes_count: row.ref('likes_count') }))
    .where('id', '=', id)
    .execute()
}

/** False when it existed already. */
async function insertLike(tx: Tx, { projectId, userId, ownerId }: Like): Promise<boolean> {
  const inserted = await tx
    .insertInto('likes')
    .values({ project_id: projectId, user_id: userId, owner_id: ownerId, created_at: now() })
    .onConflict((once) => once.columns(['project_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function deleteLike(tx: Tx, { projectId, userId }: Like): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('likes')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}
