import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openReadOnly } from '../backup/sqlite-files.ts'
import { StartError } from '../lib/errors.ts'
import type { OpenServices } from '../open-services.ts'

/** DATABASE_URL beside a filled SQLite file would show an empty product: refused, unless accounts were moved there. */
export async function refuseHiddenAccounts({ config, db, close }: OpenServices): Promise<void> {
  const file = join(config.DATA_DIR, 'puente.db')
  if (!config.DATABASE_URL || !existsSync(file) || !holdsAccounts(file)) return
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  await close()
  throw new StartError(
    `The database of DATABASE_URL is empty, and ${file} holds accounts. Move them with \`puente db:move\`, or rename the file.`,
  )
}

function holdsAccounts(file: string): boolean {
  const sqlite = openReadOnly(file)
  try {
    const isThere = sqlite.prepare("select 1 from sqlite_schema where name = 'users'").get()
    return isThere !== undefined && sqlite.prepare('select 1 from users limit 1').get() !== undefined
  } finally {
    sqlite.close()
  }
}
