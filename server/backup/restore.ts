import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { createFileStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { lockDataDir } from '../lib/data-lock.ts'
import { openSqlite } from '../lib/db.ts'
import { StartError } from '../lib/errors.ts'
import { migrate } from '../migrations/migrate.ts'
import {
  completeUploads,
  copyUploads,
  forEachConcurrently,
  listUploads,
  type Upload,
  type UploadCheck,
} from './file-copies.ts'
import { connectPostgres, type PostgresTarget } from './incoming-schema.ts'
import { checkBackup, DATABASE, type Manifest, readSums, SECRET, sumOfFile } from './manifest.ts'
import type { Progress } from './progress.ts'
import { refuseWhileServed, restorePointStore, restorePostgres, undoPostgres } from './restore-postgres.ts'
import { readOffline, syncFile } from './sqlite-files.ts'
import { RETURNING, rollBackInterruptedSwap, STAGED, stageRestorePoint, swapStagedIn } from './swap-data.ts'
import { digestTables, listTables } from './table-digests.ts'

export type RestoreTarget = {
  dataDir: string
  /** Set to restore into PostgreSQL instead of the data directory. */
  postgres: PostgresTarget | undefined
  files: FileStore
  /** Set if uploads are in a bucket, not in the data directory. */
  hasBucket?: boolean
}

type Options = {
  progress: Progress
  /** Restores the rest although uploads are missing in the backup, or damaged. */
  allowMissing?: boolean
  /** Called before each step with side effects; lets tests inject failures. */
  onStep?: (step: 'stage' | 'swap' | 'check') => void
}

/**
 * Replaces the current data with a backup. The new data is staged and verified first; the previous data becomes the
 * restore point, which any failure rolls back to.
 */
export async function restore(from: string, target: RestoreTarget, options: Options): Promise<Manifest> {
  const { progress, allowMissing = false, onStep } = options
  const bad = new Set<string>()
  const unlock = lockDataDir(target.dataDir)
  const staged = join(target.dataDir, STAGED)
  try {
    rollBackInterruptedSwap(target.dataDir)
    progress.log('Checking the backup …')
    const onBadUpload = (path: string) => void bad.add(path)
    const manifest = await checkBackup(from, progress, allowMissing ? { onBadUpload } : {})
    for (const path of bad) progress.log(`Not restored: ${path} is missing in the backup, or damaged.`)
    const uploads = { isWithout: manifest.withoutFiles === true, bad }
    await requireSpace(from, target)
    onStep?.('stage')
    rmSync(staged, { recursive: true, force: true })
    mkdirSync(staged, { mode: 0o700 })
    const counts = await stageDatabase(from, staged)
    if (target.postgres) {
      await restorePostgres({ ...target, from, staged, postgres: target.postgres, uploads, progress, onStep })
    } else {
      await stageFiles(from, staged, target, uploads, progress)
      const formerOnly = target.hasBucket ? await fillBucket(from, staged, target, uploads, progress) : []
      progress.log('Putting it in place …')
      onStep?.('swap')
      await swapStagedIn(target.dataDir, STAGED, async () => {
        onStep?.('check')
        await checkInPlace(target.dataDir, counts)
      })
      await copyUploads(formerOnly, { from: target.files, to: restorePointStore(target.dataDir), progress })
    }
    return manifest
  } finally {
    rmSync(staged, { recursive: true, force: true })
    unlock()
  }
}

/** Fails before anything is fetched or decrypted; the restore checks again. */
export async function refuseIfServed({ dataDir, postgres }: RestoreTarget): Promise<void> {
  const unlock = lockDataDir(dataDir)
  unlock()
  if (!postgres) return
  const client = await connectPostgres(postgres)
  try {
    await refuseWhileServed(client, postgres)
  } finally {
    await client.end()
  }
}

/** Swaps the current data with the restore point. */
export async function undoRestore(target: RestoreTarget, { progress, onStep }: Options): Promise<void> {
  const unlock = lockDataDir(target.dataDir)
  try {
    rollBackInterruptedSwap(target.dataDir)
    if (target.postgres) {
      await undoPostgres(target.postgres, { ...target, progress })
      return
    }
    stageRestorePoint(target.dataDir)
    onStep?.('swap')
    await swapStagedIn(target.dataDir, RETURNING, async () => {
      onStep?.('check')
      await openSqlite(join(target.dataDir, DATABASE)).close()
    })
    if (target.hasBucket) {
      const uploads = await readOffline(join(target.dataDir, DATABASE), async (sqlite) => listUploads(sqlite))
      const local = createFileStore(join(target.dataDir, 'files'))
      await copyUploads(uploads, { from: local, to: target.files, progress })
    }
  } finally {
    unlock()
  }
}

/** Space that a restore takes in the data directory: the rows, and the uploads that are not there yet. */
export function bytesNeeded(
  from: string,
  { dataDir, postgres, hasBucket = false }: Omit<RestoreTarget, 'files'>,
): number {
  const isHere = (path: string) => postgres !== undefined && existsSync(join(dataDir, path))
  const paths = [...readSums(from).keys()].filter(
    (path) => !path.startsWith('files/') || !(hasBucket || isHere(path)),
  )
  const sizeOf = (path: string) => statSync(join(from, path), { throwIfNoEntry: false })?.size ?? 0
  return paths.reduce((sum, path) => sum + sizeOf(path), 0)
}

async function requireSpace(from: string, target: RestoreTarget): Promise<void> {
  const bytes = bytesNeeded(from, target)
  const { bavail, bsize } = await statfs(target.dataDir)
  if (bytes * 1.1 > bavail * bsize) {
    throw new StartError(
      `The backup needs ${Math.ceil((bytes * 1.1) / 1e6)} MB more in ${target.dataDir}; free some space.`,
    )
  }
}

/** Stages the rows as one SQLite file, migrated to the newest schema; returns the digest of each table. */
async function stageDatabase(from: string, staged: string): Promise<Record<string, number>> {
  const file = join(staged, DATABASE)
  await copyFile(join(from, DATABASE), file)
  const database = openSqlite(file)
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  syncFile(file)
  return countRows(file)
}

const countRows = (file: string): Promise<Record<string, number>> =>
  readOffline(file, async (sqlite) => {
    const digests = Object.entries(digestTables(sqlite, listTables(sqlite)))
    return Object.fromEntries(digests.map(([name, { rows }]) => [name, rows]))
  })

/**
 * Uploads are only added to the bucket. Returns those that only the previous data refers to: the clean-up would
 * delete them, so the restore point includes a copy.
 */
async function fillBucket(
  from: string,
  staged: string,
  { dataDir, files }: RestoreTarget,
  given: UploadCheck,
  progress: Progress,
): Promise<Upload[]> {
  const uploads = await readOffline(join(staged, DATABASE), async (sqlite) => listUploads(sqlite))
  await copyUploads(completeUploads(uploads, given), {
    from: createFileStore(join(from, 'files')),
    to: files,
    progress,
  })
  if (!existsSync(join(dataDir, DATABASE))) return []
  const known = new Set(uploads.map(({ name }) => name))
  const former = await readOffline(join(dataDir, DATABASE), async (sqlite) => listUploads(sqlite))
  return former.filter(({ name }) => !known.has(name))
}

async function stageFiles(
  from: string,
  staged: string,
  { dataDir, hasBucket = false }: RestoreTarget,
  { isWithout, bad }: UploadCheck,
  progress: Progress,
): Promise<void> {
  const sums = [...readSums(from)].filter(
    ([path]) => path === SECRET || (path.startsWith('files/') && !hasBucket && !bad.has(path)),
  )
  // The rows are restored with the uploads that exist.
  if (isWithout && !hasBucket) await linkFolder(join(dataDir, 'files'), join(staged, 'files'))
  let done = 0
  await forEachConcurrently(sums, async ([path, sum]) => {
    const copy = join(staged, path)
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
    await copyFile(join(from, path), copy)
    syncFile(copy)
    if ((await sumOfFile(copy)) !== sum) throw new Error(`The copy of ${path} differs from its source.`)
    done += 1
    progress.count('files', done, sums.length)
  })
}

/** Uploads never change, so both states can share their bytes. */
async function linkFolder(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const target = join(to, relative(from, join(entry.parentPath, entry.name)))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await link(join(entry.parentPath, entry.name), target)
  }
}

/** Opens the database as a server would. */
async function checkInPlace(dataDir: string, counts: Record<string, number>): Promise<void> {
  const database = openSqlite(join(dataDir, DATABASE))
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  if (JSON.stringify(await countRows(join(dataDir, DATABASE))) !== JSON.stringify(counts)) {
    throw new Error('The restored database differs from the backup.')
  }
}
