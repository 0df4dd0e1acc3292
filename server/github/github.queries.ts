import { deleteOlder } from '../lib/batches.ts'
import type { Db } from '../lib/db.ts'

/** Whether an existing project links this repository (`owner/name` in lower case). */
export async function isLinked(db: Db, repository: string): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('repository', '=', repository)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function findResponse(db: Db, path: string) {
  return db
    .selectFrom('repository_cache')
    .select(['etag', 'body', 'checked_at'])
    .where('path', '=', path)
    .executeTakeFirst()
}

type NewResponse = { path: string; status: 200 | 404; etag: string | null; body: string | null }

export async function storeResponse(db: Db, { path, ...response }: NewResponse, at: string): Promise<void> {
  const columns = { ...response, fetched_at: at, checked_at: at }
  await db
    .insertInto('repository_cache')
    .values({ path, ...columns })
    .onConflict((known) => known.column('path').doUpdateSet(columns))
    .execute()
}

/** Renews the freshness after a 304. */
export async function touchResponse(db: Db, path: string, at: string): Promise<void> {
  await db.updateTable('repository_cache').set({ checked_at: at }).where('path', '=', path).execute()
}

/** Evicts responses that were last used before this time. */
export const deleteOldRepositoryResponses = (db: Db, before: string): Promise<void> =>
  deleteOlder(db, 'repository_cache', 'checked_at', before)
