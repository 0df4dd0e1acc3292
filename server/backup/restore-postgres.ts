import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createFileStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { StartError } from '../lib/errors.ts'
import { copyUploads, folderOf, listUploads, type Upload } from './file-copies.ts'
import { connectPostgres, fillIncoming, type PostgresTarget, schemaOf } from './incoming-schema.ts'
import { DATABASE } from './manifest.ts'
import type { Progress } from './progress.ts'
import { openReadOnly } from './sqlite-files.ts'
import { ASIDE } from './swap-data.ts'
import { isAsideThere, putIncomingInPlace, returnAside } from './swap-schemas.ts'
import { digestTables, listTables, quoted } from './table-digests.ts'

type Given = {
  from: string
  /** With the rows of the backup in their newest shape. */
  staged: string
  dataDir: string
  postgres: PostgresTarget
  files: FileStore
  progress: Progress
  onStep?: ((step: 'stage' | 'swap' | 'check') => void) | undefined
}

/**
 * Fills a schema beside the one in use and exchanges the two in one transaction. The store of uploads only gains;
 * what the clean-up would remove afterwards, because only the former data knows it, is kept in the data directory.
 */
export async function restorePostgres(given: Given): Promise<void> {
  const { from, staged, dataDir, postgres, files, progress, onStep } = given
  const sqlite = openReadOnly(join(staged, DATABASE))
  const client = await connectPostgres(postgres)
  try {
    await refuseWhileServed(client, postgres)
    const tables = listTables(sqlite)
    const digests = digestTables(sqlite, tables)
    await fillIncoming({ client, target: postgres, sqlite, tables, digests, progress })

    const uploads = listUploads(sqlite)
    const known = new Set(uploads.map(({ name }) => name))
    const formerOnly = (await uploadsInPlace(client)).filter(({ name }) => !known.has(name))
    // Beside what the former restore point has there: that one counts until the exchange.
    const aside = asideStore(dataDir)
    await copyUploads(formerOnly, { from: files, to: aside, progress })
    await copyUploads(uploads, { from: createFileStore(join(from, 'files')), to: files, progress })
    progress.say('Putting it in place …')
    onStep?.('swap')
    await putIncomingInPlace(client, 'keep', async () => {
      onStep?.('check')
      await checkInPlace(client, digests)
    })
    const kept = new Set(formerOnly.map(folderOf))
    for await (const folder of aside.listFolders()) if (!kept.has(folder)) await aside.deleteFolder(folder)
  } finally {
    await client.end()
    sqlite.close()
  }
}

/** Exchanges the data with that of the restore point, and gives the store its uploads again. */
export async function undoPostgres(
  postgres: PostgresTarget,
  { dataDir, files, progress }: Pick<Given, 'dataDir' | 'files' | 'progress'>,
): Promise<void> {
  const client = await connectPostgres(postgres)
  try {
    await refuseWhileServed(client, postgres)
    const aside = asideStore(dataDir)
    // What only goes aside would be removed from the store as nobody's, and is wanted when all is exchanged again.
    if (await isAsideThere(client))
      await copyUploads(await uploadsInPlace(client), { from: files, to: aside, progress })
    await returnAside(client)
    await copyUploads(await uploadsInPlace(client), { from: aside, to: files, progress })
  } finally {
    await client.end()
  }
}

/** Where the uploads wait that only the data before a restore knows. */
export const asideStore = (dataDir: string): FileStore => createFileStore(join(dataDir, ASIDE, 'files'))

const CLOSING_MS = 3000

/**
 * As far as connections tell: a server that has had nothing to do for a while holds none. PostgreSQL still lists
 * those of a server that has just ended for a moment, so it is asked again before anything is refused.
 */
export async function refuseWhileServed(client: pg.Client, { schema }: PostgresTarget): Promise<void> {
  const until = Date.now() + CLOSING_MS
  while (await isServed(client, schema)) {
    if (Date.now() > until) {
      throw new StartError('A server works on this database. Stop all of them first.')
    }
    await sleep(100)
  }
}

async function isServed(client: pg.Client, schema: string | undefined): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity where datname = current_database() and application_name = $1`,
    [schema ? `puente ${schema}` : 'puente'],
  )
  // A count comes as a number or as a string.
  return Number(rows[0]?.n ?? 0) > 0
}

async function uploadsInPlace(client: pg.Client): Promise<Upload[]> {
  const { rows: found } = await client.query(`select to_regclass('files') is not null as there`)
  if (!found[0]?.there) return []
  const { rows } = await client.query<Upload>('select name, content_type, width, deleted_at from files')
  return rows
}

async function checkInPlace(client: pg.Client, digests: ReturnType<typeof digestTables>): Promise<void> {
  const schema = await schemaOf(client)
  for (const [name, { rows }] of Object.entries(digests)) {
    const counted = await client.query<{ n: number }>(
      `select count(*) as n from ${quoted([schema])}.${quoted([name])}`,
    )
    if (counted.rows[0]?.n !== rows)
      throw new Error(`The restored table ${name} does not hold what the backup holds.`)
  }
}
