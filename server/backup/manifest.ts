import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../lib/errors.ts'
import { migrations } from '../migrations/migrations.ts'
import { fileNamesOf, folderOf, forEachFew, listUploads } from './file-copies.ts'
import type { Progress } from './progress.ts'
import { damageOf, migrationsIn, openReadOnly, syncFile } from './sqlite-files.ts'
import { differenceOf, digestTables, listTables } from './table-digests.ts'

const MANIFEST = 'manifest.json'
/** In the format of `sha256sum -c`. */
const SUMS = 'SHA256SUMS'
export const DATABASE = 'puente.db'
export const SECRET = 'secret'

const Manifest = z.object({
  product: z.literal('puente'),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Engine of the source; the backup itself is always an SQLite file. */
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  files: z.number(),
  /** Uploads whose bytes were missing. */
  lost: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** SHA-256 of every file of a backup, by relative path. */
export type Sums = Map<string, string>

export function writeManifest(folder: string, manifest: Manifest, sums: Sums): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(join(folder, MANIFEST), text, { mode: 0o600 })
  const all = new Map(sums).set(MANIFEST, createHash('sha256').update(text).digest('hex'))
  const lines = [...all].map(([path, sum]) => `${sum}  ${path}\n`)
  writeFileSync(join(folder, SUMS), lines.join(''), { mode: 0o600 })
  for (const path of [MANIFEST, SUMS]) syncFile(join(folder, path))
}

/** Reads the manifest of a backup, or throws a StartError. Does not verify the data. */
export function readManifest(folder: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    if (!existsSync(join(folder, MANIFEST)))
      throw new StartError(`${folder} is no backup: it has no ${MANIFEST}.`)
    throw new StartError(
      `The backup ${folder} is damaged: ${MANIFEST} cannot be read (${(error as Error).name}).`,
    )
  }
}

export function readSums(folder: string): Sums {
  const lines = readFileSync(join(folder, SUMS), 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** Verifies a backup completely; throws a StartError if it is damaged or of a newer version. */
export async function checkBackup(folder: string, progress: Progress): Promise<Manifest> {
  const manifest = readManifest(folder)
  const unknown = manifest.migrations.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartError(
      `The backup is newer than this program (it knows ${unknown.join(', ')}). Update Puente, then restore again.`,
    )
  }
  const damage = await findDamage(folder, manifest, progress)
  if (damage) throw new StartError(`The backup ${folder} is damaged: ${damage}.`)
  return manifest
}

async function findDamage(
  folder: string,
  manifest: Manifest,
  progress: Progress,
): Promise<string | undefined> {
  if (!existsSync(join(folder, SUMS))) return `${SUMS} is missing`
  const sums = readSums(folder)
  const wrong = await findWrongFile(folder, sums, progress)
  if (wrong) return wrong
  if (!sums.has(DATABASE) || !sums.has(MANIFEST)) return `${SUMS} is not complete`
  const sqlite = openReadOnly(join(folder, DATABASE))
  try {
    return damageOf(sqlite) ?? findDifference(sqlite, manifest, sums)
  } finally {
    sqlite.close()
  }
}

async function findWrongFile(folder: string, sums: Sums, progress: Progress): Promise<string | undefined> {
  let wrong: string | undefined
  let done = 0
  await forEachFew(sums, async ([path, sum]) => {
    const found = await sumOfFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => error)
    if (found instanceof Error) wrong ??= `${path} cannot be read (${found.code})`
    else if (found !== sum) wrong ??= `${path} has changed`
    done += 1
    progress.count('files checked', done, sums.size)
  })
  return wrong
}

function findDifference(sqlite: ReturnType<typeof openReadOnly>, manifest: Manifest, sums: Sums) {
  const difference = differenceOf(manifest.tables, digestTables(sqlite, listTables(sqlite)))
  if (difference) return difference
  if (migrationsIn(sqlite).join() !== manifest.migrations.toSorted().join()) return 'its migrations differ'
  const lost = new Set(manifest.lost)
  const missing = listUploads(sqlite).find(
    (upload) =>
      upload.deleted_at === null &&
      !lost.has(upload.name) &&
      !fileNamesOf(upload).some((name) => sums.has(`files/${folderOf(upload)}/${name}`)),
  )
  return missing && `the upload ${missing.name} is missing`
}

export async function sumOfFile(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(path)) sum.update(chunk)
  return sum.digest('hex')
}
