import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createFileStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { StartError } from '../lib/errors.ts'
import {
  completeUploads,
  copyUploads,
  folderOf,
  listUploads,
  type Upload,
  type UploadCheck,
} from './file-copies.ts'
import { connectPostgres, fillIncoming, type PostgresTarget, schemaOf } from './incoming-schema.ts'
import { DATABASE } from './manifest.ts'
import type { Progress } from './progress.ts'
import { openReadOnly } from './sqlite-files.ts'
import { RESTORE_POINT } from './swap-data.ts'
import { hasRestorePoint, swapInIncoming, swapWithRestorePoint } from './swap-schemas.ts'
import { digestTables, listTables, quoted } from './table-digests.ts'

type RestoreOptions = {
  from: string
  /** The backup's rows, migrated to the newest schema. */
  staged: string
  dataDir: string
  postgres: PostgresTarget
  files: FileStore
  uploads: UploadCheck
  progress: Progress
  onStep?: ((step: 'stage' | 'swap' | 'check') => void) | undefined
}

/**
 * Fills a separate schema and swaps it with the current one in one transaction. Uploads are only added to the store;
 * those that only the previous data refers to are copied to the data directory, because the clean-up deletes them.
 */
export async function restorePostgres(options: RestoreOptions): Promise<void> {
  const { from, staged, dataDir, postgres, files, progress, onStep } = options
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
    // A folder of its own: the previous restore point stays valid until the swap.
    const aside = restorePointStore(dataDir)
    await copyUploads(formerOnly, { from: files, to: aside, progress })
    await copyUploads(completeUploads(uploads, options.uploads), {
      from: createFileStore(join(from, 'files')),
      to: files,
      progress,
    })
    progress.log('Putting it in place …')
    onStep?.('swap')
    await swapInIncoming(client, 'keep', async () => {
      onStep?.('check')
      await checkInPlace(client, digests)
    })
    const needed = new Set(formerOnly.map(folderOf))
    for await (const folder of aside.listFolders()) if (!needed.has(folder)) await aside.deleteFolder(folder)
  } finally {
    await client.end()
    sqlite.close()
  }
}

/** Swaps the data with the restore point, and copies its uploads back into the store. */
export async function undoPostgres(
  postgres: PostgresTarget,
  { dataDir, files, progress }: Pick<RestoreOptions, 'dataDir' | 'files' | 'progress'>,
): Promise<void> {
  const client = await connectPostgres(postgres)
  try {
    await refuseWhileServed(client, postgres)
    const aside = restorePointStore(dataDir)
    // The clean-up will delete uploads that only the replaced data refers to; a second undo needs them.
    if (await hasRestorePoint(client))
      await copyUploads(await uploadsInPlace(client), { from: files, to: aside, progress })
    await swapWithRestorePoint(client)
    await copyUploads(await uploadsInPlace(client), { from: aside, to: files, progress })
  } finally {
    await client.end()
  }
}

/** Folder for uploads that only the restore point refers to. */
export const restorePointStore = (dataDir: string): FileStore =>
  createFileStore(join(dataDir, RESTORE_POINT, 'files'))

const CLOSING_MS = 3000

/**
 * Detects running servers by their connections; an idle server has none. PostgreSQL lists the connections of a
 * stopped server for a moment longer, so the check is repeated before it refuses.
 */
export async function refuseWhileServed(client: pg.Client, { schema }: PostgresTarget): Promise<void> {
  const until = performance.now() + CLOSING_MS
  while (await isServed(client, schema)) {
    if (performance.now() > until) {
      throw new StartError('A server is using this database. Stop all servers first.')
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
    if (counted.rows[0]?.n !== rows) throw new Error(`The restored table ${name} differs from the backup.`)
  }
}
