import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { StartError } from '../lib/errors.ts'
import { folderOf, forEachFew, listUploads, readUpload, sumOf, type Upload } from './file-copies.ts'
import type { PostgresTarget } from './incoming-schema.ts'
import { noteBackup } from './last-backup.ts'
import {
  checkBackup,
  DATABASE,
  type Manifest,
  readSums,
  SECRET,
  type Sums,
  sumOfFile,
  writeManifest,
} from './manifest.ts'
import type { Progress } from './progress.ts'
import { snapshotPostgres } from './snapshot-postgres.ts'
import { damageOf, migrationsIn, openReadOnly, snapshotInto, syncFile } from './sqlite-files.ts'
import { digestTables, listTables } from './table-digests.ts'

const NAME = /^puente-\d{8}T\d{6}Z$/

export type BackupSource = {
  dataDir: string
  /** Set if the database is not in the data directory. */
  postgres: PostgresTarget | undefined
  files: FileStore
}

/**
 * Writes all rows and files into a new folder of `to` while the server runs: first a snapshot of the rows, then
 * the files that they name. Verifies the copy, then deletes all but the `keep` newest backups. Returns the new
 * folder; a failure leaves none.
 */
export async function backup(
  source: BackupSource,
  { to, keep, progress, at = new Date() }: { to: string; keep: number; progress: Progress; at?: Date },
): Promise<{ folder: string; manifest: Manifest }> {
  const name = `puente-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const folder = join(to, name)
  if (existsSync(folder)) throw new StartError(`${folder} exists.`)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const unfinished = join(to, `.unfinished-${name}`)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    await write(source, unfinished, { former: newestIn(to), at, progress })
    const manifest = await checkBackup(unfinished, progress)
    for (const place of [join(unfinished, 'files'), unfinished]) if (existsSync(place)) syncFile(place)
    renameSync(unfinished, folder)
    syncFile(to)
    noteBackup(source.dataDir, name)
    for (const old of backupsIn(to).slice(0, -Math.max(1, keep))) {
      progress.say(`Removing ${old}, as more than ${keep} are there.`)
      rmSync(join(to, old), { recursive: true })
    }
    return { folder, manifest }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
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

async function write(
  { dataDir, postgres, files }: BackupSource,
  folder: string,
  { former, at, progress }: { former: string | undefined; at: Date; progress: Progress },
): Promise<void> {
  const database = join(folder, DATABASE)
  progress.say('Copying the rows …')
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
    const uploads = listUploads(sqlite)
    const { lost, count } = await writeUploads(uploads, { files, folder, former, sums, progress })
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
      },
      sums,
    )
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
  }: { files: FileStore; folder: string; former: string | undefined; sums: Sums; progress: Progress },
) {
  const store = createFileStore(join(folder, 'files'))
  const lost: string[] = []
  let [done, count] = [0, 0]
  const formerSums: Sums = former === undefined ? new Map() : readSums(former)
  const known = pathsByFolder(formerSums)
  await forEachFew(uploads, async (upload) => {
    const paths = known.get(folderOf(upload)) ?? []
    if (former !== undefined && (await linkUpload(former, folder, paths, formerSums))) {
      for (const path of paths) sums.set(path, formerSums.get(path) ?? '')
      count += paths.length
    } else {
      const bytes = await readUpload(files, upload)
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
  return { lost: lost.sort(), count }
}

function pathsByFolder(sums: Sums): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const path of sums.keys()) {
    const [, folder] = /^files\/([^/]+)\//.exec(path) ?? []
    if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), path])
  }
  return folders
}

/** Returns false if the previous copy is missing or corrupt; the file is then copied from the store. */
async function linkUpload(former: string, folder: string, paths: string[], sums: Sums): Promise<boolean> {
  const [first] = paths
  if (first === undefined) return false
  try {
    for (const path of paths) if ((await sumOfFile(join(former, path))) !== sums.get(path)) return false
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
