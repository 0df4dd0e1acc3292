import type { Kysely } from 'kysely'
import type { FileKind, PublicFileKind } from '#contract/uploads.ts'
import type { Db } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { storedFileName } from './file-urls.ts'

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
 * Retires an upload: its URL answers 404 from now on (F5). For the stored URL of a replaced or removed resume;
 * foreign URLs and '' are ignored. The clean-up deletes the bytes.
 */
export async function retireFile(db: Db, stored: string): Promise<void> {
  const name = storedFileName(stored)
  if (name === undefined) return
  await db
    .updateTable('files')
    .set({ deleted_at: now() })
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .execute()
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

/** Refuses what exceeds the owner's `quotaBytes`, and what arrives after the end of the owner's session (A6). */
export function insertFile(
  db: Kysely<Tables>,
  { owner, contentType, ...rest }: NewFile,
  quotaBytes: number,
): Promise<'stored' | 'over quota' | 'signed out'> {
  return db.transaction().execute(async (tx) => {
    // Locks the owner's row, so that concurrent uploads are counted in sequence, and deactivating waits.
    await tx
      .updateTable('users')
      .set((row) => ({ id: row.ref('id') }))
      .where('id', '=', owner.id)
      .execute()
    if (owner.sessionId !== undefined && !(await isActive(tx, owner.sessionId))) return 'signed out'
    if ((await sumOfBytes(tx, owner.id)) + rest.bytes > quotaBytes) return 'over quota'
    await tx
      .insertInto('files')
      .values({ id: newId(), owner_id: owner.id, content_type: contentType, created_at: now(), ...rest })
      .execute()
    return 'stored'
  })
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

/** Total size in bytes of a person's existing uploads. */
export async function sumOfBytes(db: Db, ownerId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select((row) => row.fn.sum<number | string | null>('bytes').as('bytes'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** An existing upload with its owner's name; resumes only of active accounts (decision 36). */
export function findServedFile(db: Db, name: string) {
  return db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(['files.kind', 'files.content_type', 'files.width', 'users.name', 'users.surname'])
    .where('files.name', '=', name)
    .where('files.deleted_at', 'is', null)
    .where((row) => row.or([row('files.kind', '!=', 'pdf'), row('users.deactivated_at', 'is', null)]))
    .executeTakeFirst()
}
