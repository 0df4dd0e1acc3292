import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { createFileStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { lockDataDir } from '../lib/data-lock.ts'
import { StartError } from '../lib/errors.ts'
import { migrations } from '../migrations/migrations.ts'
import { copyUploads, listUploads } from './file-copies.ts'
import { connectPostgres, fillIncoming, type PostgresTarget, schemaOf } from './incoming-schema.ts'
import { DATABASE } from './manifest.ts'
import type { Progress } from './progress.ts'
import { refuseWhileServed } from './restore-postgres.ts'
import { damageOf, migrationsIn, readOffline } from './sqlite-files.ts'
import { swapInIncoming } from './swap-schemas.ts'
import { type Digests, digestTables, listTables, quoted } from './table-digests.ts'

type MoveOptions = {
  /** A data directory without a running server, or a backup. */
  from: string
  to: PostgresTarget
  /** The target store of uploads. */
  files: FileStore | undefined
  progress: Progress
}

/**
 * Copies a data directory's rows into an empty PostgreSQL database and its uploads into a store, verifies both, and
 * only then swaps the rows into the schema that servers use. The source stays unchanged. A repeated call resumes an
 * interrupted one. Returns the row count and digest of each table.
 */
export async function move({
  from,
  to,
  files,
  progress,
}: MoveOptions): Promise<{ tables: Digests; lost: string[] }> {
  // Locking would create the directory of a mistyped path.
  if (!existsSync(join(from, DATABASE))) throw new StartError(`There is no database in ${from}.`)
  const unlock = lockDataDir(from)
  try {
    return await readOffline(join(from, DATABASE), async (sqlite) => {
      requireNewestShape(migrationsIn(sqlite))
      const damage = damageOf(sqlite)
      if (damage) throw new StartError(`The database is damaged: ${damage}.`)
      const uploads = listUploads(sqlite)
      if (uploads.length > 0 && !files) {
        throw new StartError(
          'The data has uploads: name their target with --files DIR, or with the S3 settings.',
        )
      }
      const client = await connectPostgres(to)
      try {
        await refuseWhileServed(client, to)
        const tables = listTables(sqlite)
        await requireEmpty(client, tables)
        progress.log('Reading the source …')
        const digests = digestTables(sqlite, tables)
        await fillIncoming({ client, target: to, sqlite, tables, digests, progress })
        const source = createFileStore(join(from, 'files'))
        const lost = files ? await copyUploads(uploads, { from: source, to: files, progress }) : []
        await requireEmpty(client, tables)
        await swapInIncoming(client, 'drop')
        return { tables: digests, lost }
      } finally {
        await client.end()
      }
    })
  } finally {
    unlock()
  }
}

function requireNewestShape(found: string[]): void {
  const wanted = Object.keys(migrations).sort()
  if (found.join() === wanted.join()) return
  throw new StartError(
    found.some((name) => !wanted.includes(name))
      ? 'The data is newer than this program. Update Puente, then try again.'
      : 'The data is of an older version. Start the server of this version on it once, stop it, then try again.',
  )
}

/** Tables created by a server but never written to do not count as data. */
async function requireEmpty(client: pg.Client, tables: ReturnType<typeof listTables>): Promise<void> {
  const schema = await schemaOf(client)
  for (const { name } of tables) {
    if (name === 'server_state') continue
    const qualified = `${quoted([schema])}.${quoted([name])}`
    const there = await client.query('select to_regclass($1) is not null as there', [qualified])
    if (!there.rows[0]?.there) continue
    const used = name === 'totals' ? 'where value > 0' : ''
    const { rows } = await client.query(`select exists (select from ${qualified} ${used}) as used`)
    if (rows[0]?.used)
      throw new StartError(`The target contains other data (in the table ${name}). Use an empty one.`)
  }
}
