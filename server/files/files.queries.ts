import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { storedFileName } from './file-urls.ts'

export async function isOwnFile(db: Db, userId: string, name: string, kind: 'image' | 'pdf') {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('name', '=', name)
    .where('owner_id', '=', userId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends an upload: from now on its address answers 404 (F5). For the stored address of a resume that was
 * replaced or removed; addresses that are not ours and '' are left alone. The bytes go with the clean-up.
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
