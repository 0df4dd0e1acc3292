import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { type Db, isTrue } from '../lib/db.ts'
import type { Tables } from '../lib/tables.ts'
import { countRemoved } from '../quota/usage.queries.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Active uploads in the order of their ids, each with whether it is referenced. */
export async function listFileReferences(db: Db, after: string, limit: number) {
  const rows = await fileReferencesQuery(db, after, limit).execute()
  return rows.map(({ id, orphaned_at, is_referenced }) => ({
    id,
    orphaned_at,
    isReferenced: isTrue(is_referenced),
  }))
}

/** Not executed, so that a test can explain it. */
export function fileReferencesQuery(db: Db, after: string, limit: number) {
  return db
    .selectFrom('files')
    .select((row) => ['files.id', 'files.orphaned_at', isReferenced(row).as('is_referenced')])
    .where('files.deleted_at', 'is', null)
    .where('files.id', '>', after === '' ? NO_ID : after)
    .orderBy('files.id')
    .limit(limit)
}

/**
 * Only the owner's rows can refer to a file (F3). Deleted rows count: their files stay (decision 36). The `_` in
 * file names is a wildcard in the pattern: at worst an unused file stays.
 */
function isReferenced(row: ExpressionBuilder<Tables, 'files'>) {
  const pattern = sql<string>`'%' || files.name || '%'`
  return row.or([
    row.exists(
      row
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'files.owner_id')
        .where((user) =>
          user.or([
            user('users.avatar', 'like', pattern),
            user('users.resume', 'like', pattern),
            user('users.multimedia', 'like', pattern),
          ]),
        ),
    ),
    row.exists(
      row
        .selectFrom('projects')
        .select('projects.owner_id')
        .whereRef('projects.owner_id', '=', 'files.owner_id')
        // Repeats the condition of the partial index, which holds all that is read.
        .where('projects.gallery', '<>', sql.lit('[]'))
        .where('projects.gallery', 'like', pattern),
    ),
    row.exists(
      row
        .selectFrom('experiences')
        .select('experiences.id')
        .whereRef('experiences.owner_id', '=', 'files.owner_id')
        .where('experiences.company_logo', 'like', pattern),
    ),
    row.exists(
      row
        .selectFrom('studies')
        .select('studies.id')
        .whereRef('studies.owner_id', '=', 'files.owner_id')
        .where('studies.institute_logo', 'like', pattern),
    ),
    row.exists(
      row
        .selectFrom('messages')
        .select('messages.id')
        .where('messages.image', '=', sql<string>`'/files/' || files.name`)
        // Likewise.
        .where('messages.image', '<>', ''),
    ),
    row.exists(
      row.selectFrom('messages').select('messages.id').whereRef('messages.id', '=', 'files.message_id'),
    ),
  ])
}

export async function clearOrphans(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('files').set({ orphaned_at: null }).where('id', 'in', ids).execute()
}

export async function markOrphans(db: Db, ids: string[], at: string): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('files').set({ orphaned_at: at }).where('id', 'in', ids).execute()
}

/** Marks unused uploads as deleted, after checking references once more. Their URLs are 404 from now on. */
export async function retireOrphans(
  db: Kysely<Tables>,
  ids: string[],
  limit: string,
  at: string,
): Promise<void> {
  if (ids.length === 0) return
  await db.transaction().execute(async (tx) => {
    const retired = await tx
      .updateTable('files')
      .set({ deleted_at: at })
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .where('orphaned_at', '<=', limit)
      .where((row) => row.not(isReferenced(row)))
      .returning(['owner_id', 'bytes'])
      .execute()
    // The counters are locked in this order everywhere.
    retired.sort((a, b) => (a.owner_id < b.owner_id ? -1 : 1))
    for (const { owner_id, bytes } of retired) await countRemoved(tx, owner_id, 'upload', bytes)
  })
}

/** Uploads whose bytes may be deleted. */
export function listDueFiles(db: Db, limit: string, count: number) {
  return db
    .selectFrom('files')
    .select(['id', 'name'])
    .where('deleted_at', 'is not', null)
    .where((row) => row.or([row('deleted_at', '<=', limit), row('orphaned_at', '<=', limit)]))
    .limit(count)
    .execute()
}

export async function deleteFiles(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('files').where('id', 'in', ids).execute()
}

export async function hasFiles(db: Db): Promise<boolean> {
  return (await db.selectFrom('files').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Names of the existing uploads among these folders. */
export async function listFoldersWithRow(db: Db, folders: string[]): Promise<string[]> {
  if (folders.length === 0) return []
  const names = folders.flatMap((folder) => [`${folder}.webp`, `${folder}.pdf`])
  const rows = await db.selectFrom('files').select('name').where('name', 'in', names).execute()
  return rows.map(({ name }) => name)
}
