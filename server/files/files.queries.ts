import { sql } from 'kysely'
import type { FileKind, PublicFileKind } from '#contract/uploads.ts'
import type { Db, Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { countCreated, countRemoved } from '../quota/usage.queries.ts'
import { storedFileName, storedUrlOf } from './file-urls.ts'

/**
 * Whether this is an existing upload of this person and kind. It is about to be referenced, so the clean-up's grace
 * period restarts.
 */
export async function isOwnFile(db: Db, userId: string, name: string, kind: PublicFileKind) {
  const row = await db
    .updateTable('files')
    .set({ orphaned_at: null })
    .where('name', '=', name)
    .where('owner_id', '=', userId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Retires an upload: its URL is 404 from now on (F5). For the stored URL of a replaced or removed resume;
 * foreign URLs and '' are ignored. The clean-up deletes the bytes.
 */
export async function retireFile(tx: Tx, stored: string): Promise<void> {
  const name = storedFileName(stored)
  if (name === undefined) return
  const file = await tx
    .updateTable('files')
    .set({ deleted_at: now() })
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .returning(['owner_id', 'bytes'])
    .executeTakeFirst()
  if (file) await countRemoved(tx, file.owner_id, 'upload', file.bytes)
}

type NewFile = {
  name: string
  kind: FileKind
  owner: { id: string; sessionId?: string }
  contentType: string
  bytes: number
  width: number | null
  height: number | null
}

/**
 * Stores and counts an upload; false if it arrives after the end of the owner's session (A6). `requireRoom` of the quota
 * comes after it.
 */
export async function insertFile(tx: Tx, { owner, contentType, ...rest }: NewFile): Promise<boolean> {
  // Locks the owner's row, so that a deactivation waits. Not by a write of the key: SQLite would check all referring rows.
  await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', owner.id)
    .execute()
  if (owner.sessionId !== undefined && !(await isActive(tx, owner.sessionId))) return false
  await countCreated(tx, [{ subject: owner.id, kind: 'upload', bytes: rest.bytes }])
  await tx
    .insertInto('files')
    .values({ id: newId(), owner_id: owner.id, content_type: contentType, created_at: now(), ...rest })
    .execute()
  return true
}

/** Sign-outs, password changes and deactivations all end the session. */
async function isActive(db: Db, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return session !== undefined
}

/**
 * An existing upload with its owner's name, while the owner is active (decision 36); of a hidden profile, and of a hidden
 * project, only files in messages; never that of a hidden message.
 */
export function findServedFile(db: Db, name: string) {
  return db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .leftJoin('messages as carrier', 'carrier.id', 'files.message_id')
    .select(['files.kind', 'files.content_type', 'files.width', 'users.name', 'users.surname'])
    .select('carrier.file as message_file')
    .where('carrier.moderated_at', 'is', null)
    .where('files.name', '=', name)
    .where('files.deleted_at', 'is', null)
    .where('users.deactivated_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .where('messages.image', '=', storedUrlOf(name))
            .where('messages.image', '<>', '')
            .where('messages.moderated_at', 'is not', null),
        ),
      ),
    )
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb('files.kind', '=', 'chat'),
        and([
          eb('users.moderated_at', 'is', null),
          not(
            exists(
              selectFrom('projects')
                .select('projects.id')
                .whereRef('projects.owner_id', '=', 'files.owner_id')
                .where('projects.moderated_at', 'is not', null)
                .where(sql<boolean>`projects.gallery like ${`%${name}%`}`),
            ),
          ),
        ]),
      ]),
    )
    .executeTakeFirst()
}
