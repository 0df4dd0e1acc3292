import { type ExpressionBuilder, sql } from 'kysely'
import { type Db, isTrue } from '../lib/db.ts'
import type { Tables } from '../lib/tables.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Living uploads in the order of their ids, and whether anything shows them. */
export async function listFileReferences(db: Db, after: string, limit: number) {
  const rows = await fileReferencesQuery(db, after, limit).execute()
  return rows.map(({ id, orphaned_at, is_referenced }) => ({
    id,
    orphaned_at,
    isReferenced: isTrue(is_referenced),
  }))
}

/** Not executed yet, so that a test can ask for its plan. */
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
 * Only the owner's own things can show a file (F3). Deleted ones count: their files stay (decision 36). The
 * name in a pattern has `_`, which also stands for any other letter: at worst a file stays.
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
        .select('projects.id')
        .whereRef('projects.owner_id', '=', 'files.owner_id')
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
        // Says what the partial index demands.
        .where('messages.image', '<>', ''),
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

/** From now on they answer 404. Looks once more whether something shows them. */
export async function retireOrphans(db: Db, ids: string[], limit: string, at: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('files')
    .set({ deleted_at: at })
    .where('id', 'in', ids)
    .where('orphaned_at', '<=', limit)
    .where((row) => row.not(isReferenced(row)))
    .execute()
}

/** Uploads whose bytes may go. */
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

/** Names of the uploads that live in one of these folders. */
export async function listFoldersWithRow(db: Db, folders: string[]): Promise<string[]> {
  if (folders.length === 0) return []
  const names = folders.flatMap((folder) => [`${folder}.webp`, `${folder}.pdf`])
  const rows = await db.selectFrom('files').select('name').where('name', 'in', names).execute()
  return rows.map(({ name }) => name)
}
