import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { StartError } from '../lib/errors.ts'
import { removeAbandoned } from './abandoned.ts'
import { folderOf, forEachConcurrently, listUploads, readUpload, sumOf, type Upload } from './file-copies.ts'
import type { PostgresTarget } from './incoming-schema.ts'
import { recordBackup, recordBackupInDatabase } from './last-backup.ts'
import {
  DATABASE,
  findWrongFiles,
  type Manifest,
  readSums,
  SEALED,
  SECRET,
  SUMS,
  type Sums,
  sumOfFile,
  verifyBackup,
  writeManifest,
} from './manifest.ts'
import type { Progress } from './progress.ts'
import { isSealedAlike, type Seal, sealFolder } from './seal.ts'
import { snapshotPostgres } from './snapshot-postgres.ts'
import { damageOf, migrationsIn, openReadOnly, snapshotInto, syncFile } from './sqlite-files.ts'
import { digestTables, listTables } from './table-digests.ts'

const UNFINISHED = '.unfinished-'
const NAME = /^puente-\d{8}T\d{6}Z$/

export type BackupSource = {
  dataDir: string
  /** Set if the database is not in the data directory. */
  postgres: PostgresTarget | undefined
  files: FileStore
}

type Options = {
  to: string
  keep: number
  progress: Progress
  at?: Date
  /** Encrypts all written files. */
  seal?: Seal | undefined
  /** Omits the uploads, for stores with backups of their own. */
  withoutFiles?: boolean
  /** Receives the complete backup before older ones are removed. */
  onComplete?: (folder: string, sums: Sums) => Promise<void>
}

/**
 * Writes all rows and files into a new folder of `to` while the server runs: first a snapshot of the rows, then
 * the files that they name. Verifies the copy, then deletes all but the `keep` newest backups. Returns the new
 * folder; a failure leaves none.
 */
export async function backup(
  source: BackupSource,
  { to, keep, progress, at = new Date(), seal, withoutFiles = false, onComplete }: Options,
): Promise<{ folder: string; manifest: Manifest }> {
  const name = `puente-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const folder = join(to, name)
  if (existsSync(folder)) throw new StartError(`${folder} exists.`)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  removeAbandoned(to, UNFINISHED)
  const unfinished = join(to, UNFINISHED + name)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    const former = newestIn(to)
    const made = await write(source, unfinished, {
      former: former !== undefined && isSealedAlike(former, seal) ? former : undefined,
      at,
      progress,
      seal,
      withoutFiles,
    })
    const manifest = await complete(unfinished, { ...made, seal, progress })
    for (const path of [join(unfinished, 'files'), unfinished]) if (existsSync(path)) syncFile(path)
    renameSync(unfinished, folder)
    syncFile(to)
    await onComplete?.(folder, readSums(folder))
    // The backup is complete, also when the disk of the data is full.
    await Promise.try(recordBackup, source.dataDir, name).catch(({ message }: Error) =>
      progress.log(`The data directory could not note this backup: ${message}.`),
    )
    await recordBackupInDatabase(source, name).catch(({ message }: Error) =>
      progress.log(`The database could not note this backup: ${message}.`),
    )
    for (const old of backupsIn(to).slice(0, -Math.max(1, keep))) {
      progress.log(`Removing ${old}, as more than ${keep} are there.`)
      rmSync(join(to, old), { recursive: true })
    }
    return { folder, manifest }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Verifies the backup, and encrypts it where that is configured. */
async function complete(
  folder: string,
  { sums, linked, seal, progress }: Written & Pick<Options, 'seal' | 'progress'>,
): Promise<Manifest> {
  // The bytes of an encrypted upload were verified by their store, and those of a linked one by the previous backup.
  if (!seal) return verifyBackup(folder, progress, { known: linked })
  const sealed = new Set([...sums.keys()].filter((path) => path.endsWith(SEALED)))
  const manifest = await verifyBackup(folder, progress, { known: sealed })
  await sealFolder(folder, sums, seal)
  const [wrong] = await findWrongFiles(folder, sums, progress, linked)
  if (wrong) throw new StartError(`The backup ${folder} is damaged: ${wrong.reason}.`)
  return manifest
}

/** Oldest first. */
const backupsIn = (to: string): string[] =>
  readdirSync(to)
    .filter((name) => NAME.test(name))
    .sort()

const newestIn = (to: string): string | undefined => {
  const newest = backupsIn(to).at(-1)
  return newest && join(to, newest)
}

type Written = {
  sums: Sums
  /** Uploads linked to the previous backup. */
  linked: ReadonlySet<string>
}

async function write(
  { dataDir, postgres, files }: BackupSource,
  folder: string,
  {
    former,
    at,
    progress,
    seal,
    withoutFiles,
  }: Pick<Options, 'progress' | 'seal' | 'withoutFiles'> & { former: string | undefined; at: Date },
): Promise<Written> {
  const database = join(folder, DATABASE)
  progress.log('Copying the rows …')
  if (postgres) await snapshotPostgres(postgres, database, progress)
  else snapshotInto(join(dataDir, DATABASE), database)
  protect(database)

  const sums: Sums = new Map([[DATABASE, await sumOfFile(database)]])
  const secret = join(dataDir, SECRET)
  if (existsSync(secret)) {
    await copyFile(secret, join(folder, SECRET))
    protect(join(folder, SECRET))
    sums.set(SECRET, await sumOfFile(secret))
  }
  const sqlite = openReadOnly(database)
  try {
    const damage = damageOf(sqlite)
    if (damage) throw new StartError(`The database is damaged (${damage}); the backup was not made.`)
    const uploads = withoutFiles ? [] : listUploads(sqlite)
    const { lost, count, linked } = await writeUploads(uploads, {
      files,
      folder,
      former,
      sums,
      progress,
      seal,
    })
    writeManifest(
      folder,
      {
        product: 'puente',
        format: 1,
        madeAt: at.toISOString(),
        engine: postgres ? 'postgres' : 'sqlite',
        migrations: migrationsIn(sqlite),
        tables: digestTables(sqlite, listTables(sqlite)),
        files: count,
        lost,
        ...(withoutFiles && { withoutFiles }),
      },
      sums,
    )
    return { sums, linked }
  } finally {
    sqlite.close()
  }
}

/** Uploads never change, so the previous backup's copies are hard-linked instead of copied. */
async function writeUploads(
  uploads: readonly Upload[],
  {
    files,
    folder,
    former,
    sums,
    progress,
    seal,
  }: Pick<Options, 'progress' | 'seal'> & {
    files: FileStore
    folder: string
    former: string | undefined
    sums: Sums
  },
) {
  const store = createFileStore(join(folder, 'files'))
  const lost: string[] = []
  let [done, count] = [0, 0]
  const formerSums: Sums = former === undefined ? new Map() : readSums(former)
  const known = pathsByFolder(formerSums)
  const linked = new Set<string>()
  const hashedAt = former === undefined ? 0 : statSync(join(former, SUMS)).mtimeMs
  await forEachConcurrently(uploads, async (upload) => {
    const paths = known.get(folderOf(upload)) ?? []
    if (former !== undefined && (await linkUpload(former, folder, paths, formerSums, hashedAt))) {
      for (const path of paths) {
        sums.set(path, formerSums.get(path) ?? '')
        linked.add(path)
      }
      count += paths.length
    } else {
      const bytes = await sealed(await readUpload(files, upload), seal)
      const names = Object.keys(bytes)
      if (names.length > 0) await store.put(folderOf(upload), bytes, upload.content_type)
      else if (upload.deleted_at === null) lost.push(upload.name)
      for (const [name, content] of Object.entries(bytes)) {
        sums.set(`files/${folderOf(upload)}/${name}`, sumOf(content))
      }
      count += names.length
    }
    done += 1
    progress.count('uploads', done, uploads.length)
  })
  return { lost: lost.sort(), count, linked }
}

async function sealed(
  bytes: Record<string, Buffer>,
  seal: Seal | undefined,
): Promise<Record<string, Buffer>> {
  if (!seal) return bytes
  const entries = Object.entries(bytes).map(async ([name, content]) => [
    name + SEALED,
    await seal.bytes(content),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

function pathsByFolder(sums: Sums): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const path of sums.keys()) {
    const [, folder] = /^files\/([^/]+)\//.exec(path) ?? []
    if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), path])
  }
  return folders
}

/**
 * Returns false if the previous copy is missing or corrupt; the file is then copied from the store. Only a file that was
 * written after the previous backup had hashed it is hashed again.
 */
async function linkUpload(
  former: string,
  folder: string,
  paths: string[],
  sums: Sums,
  hashedAt: number,
): Promise<boolean> {
  const [first] = paths
  if (first === undefined) return false
  try {
    for (const path of paths) {
      const copy = join(former, path)
      if (statSync(copy).mtimeMs > hashedAt && (await sumOfFile(copy)) !== sums.get(path)) return false
    }
    mkdirSync(join(folder, first, '..'), { recursive: true, mode: 0o700 })
    for (const path of paths) linkSync(join(former, path), join(folder, path))
    // The bytes were synced by the previous backup; only the new directory entries were not.
    syncFile(join(folder, first, '..'))
    return true
  } catch {
    rmSync(join(folder, first, '..'), { recursive: true, force: true })
    return false
  }
}

/** Readable by its owner only, and synced. */
function protect(file: string): void {
  chmodSync(file, 0o600)
  syncFile(file)
}
