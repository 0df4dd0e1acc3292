import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../lib/errors.ts'
import { migrations } from '../migrations/migrations.ts'
import { fileNamesOf, folderOf, forEachConcurrently, listUploads } from './file-copies.ts'
import type { Progress } from './progress.ts'
import { damageOf, migrationsIn, openReadOnly, syncFile } from './sqlite-files.ts'
import { differenceOf, digestTables, listTables } from './table-digests.ts'

export const MANIFEST = 'manifest.json'
/** In the format of `sha256sum -c`. */
export const SUMS = 'SHA256SUMS'
export const DATABASE = 'puente.db'
export const SECRET = 'secret'
/** The extension of every encrypted file (age-encryption.org). */
export const SEALED = '.age'

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
  /** Made `--without-files`. */
  withoutFiles: z.boolean().optional(),
})
export type Manifest = z.infer<typeof Manifest>

/** SHA-256 of every file of a backup, by relative path. */
export type Sums = Map<string, string>

export function writeManifest(folder: string, manifest: Manifest, sums: Sums): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(join(folder, MANIFEST), text, { mode: 0o600 })
  const all = new Map(sums).set(MANIFEST, createHash('sha256').update(text).digest('hex'))
  syncFile(join(folder, MANIFEST))
  writeSums(folder, all)
}

export function writeSums(folder: string, sums: Sums): void {
  writeFileSync(join(folder, SUMS), textOfSums(sums), { mode: 0o600 })
  syncFile(join(folder, SUMS))
}

/** Reads the manifest of a backup, or throws a StartError. Does not verify the data. */
export function readManifest(folder: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    if (!existsSync(join(folder, MANIFEST)))
      throw new StartError(`${folder} is not a backup: it has no ${MANIFEST}.`)
    throw new StartError(
      `The backup ${folder} is damaged: ${MANIFEST} cannot be read (${(error as Error).name}).`,
    )
  }
}

export const readSums = (folder: string): Sums => parseSums(readFileSync(join(folder, SUMS), 'utf8'))

export function parseSums(text: string): Sums {
  const lines = text.split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

export const textOfSums = (sums: Sums): string => [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('')

type Check = {
  /** Files that have just been verified, and need not be read again. */
  known?: ReadonlySet<string>
  /** Receives missing or damaged uploads; without it they are an error. */
  onBadUpload?: (path: string) => void
}

/** Verifies a backup completely; throws a StartError if it is damaged or of a newer version. */
export async function checkBackup(folder: string, progress: Progress, check: Check = {}): Promise<Manifest> {
  const manifest = readManifest(folder)
  const unknown = manifest.migrations.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartError(
      `The backup is newer than this program (it knows ${unknown.join(', ')}). Update Puente, then restore again.`,
    )
  }
  return verifyBackup(folder, progress, check)
}

/** The same for a backup that this program has just made, perhaps of a newer, expanded database. */
export async function verifyBackup(folder: string, progress: Progress, check: Check = {}): Promise<Manifest> {
  const manifest = readManifest(folder)
  const damage = await findDamage(folder, manifest, progress, check)
  if (damage) throw new StartError(`The backup ${folder} is damaged: ${damage}.`)
  return manifest
}

async function findDamage(
  folder: string,
  manifest: Manifest,
  progress: Progress,
  { known, onBadUpload }: Check,
): Promise<string | undefined> {
  if (!existsSync(join(folder, SUMS))) return `${SUMS} is missing`
  const sums = readSums(folder)
  const wrong = await findWrongFiles(folder, sums, progress, known)
  const [first] = onBadUpload ? wrong.filter(({ path }) => !isUpload(path)) : wrong
  if (first) return first.reason + (wrong.every(({ path }) => isUpload(path)) ? hintFor(wrong.length) : '')
  for (const { path } of wrong) onBadUpload?.(path)
  if (!sums.has(DATABASE) || !sums.has(MANIFEST)) return `${SUMS} is not complete`
  const sqlite = openReadOnly(join(folder, DATABASE))
  try {
    return damageOf(sqlite) ?? findDifference(sqlite, manifest, sums)
  } finally {
    sqlite.close()
  }
}

const isUpload = (path: string) => path.startsWith('files/')
const hintFor = (count: number) =>
  ` (${count} ${count === 1 ? 'file' : 'files'} of uploads in all; \`--allow-missing\` restores everything else)`

/** The files that are missing or have changed. */
export async function findWrongFiles(
  folder: string,
  sums: Sums,
  progress: Progress,
  known: ReadonlySet<string> = new Set(),
): Promise<{ path: string; reason: string }[]> {
  const wrong: { path: string; reason: string }[] = []
  const unknown = [...sums].filter(([path]) => !known.has(path))
  let done = 0
  await forEachConcurrently(unknown, async ([path, sum]) => {
    const found = await sumOfFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => error)
    if (found instanceof Error) wrong.push({ path, reason: `${path} cannot be read (${found.code})` })
    else if (found !== sum) wrong.push({ path, reason: `${path} has changed` })
    done += 1
    progress.count('files checked', done, unknown.length)
  })
  return wrong
}

function findDifference(sqlite: ReturnType<typeof openReadOnly>, manifest: Manifest, sums: Sums) {
  const difference = differenceOf(manifest.tables, digestTables(sqlite, listTables(sqlite)))
  if (difference) return difference
  if (migrationsIn(sqlite).join() !== manifest.migrations.toSorted().join()) return 'its migrations differ'
  if (manifest.withoutFiles) return undefined
  const lost = new Set(manifest.lost)
  const missing = listUploads(sqlite).find(
    (upload) =>
      upload.deleted_at === null &&
      !lost.has(upload.name) &&
      !fileNamesOf(upload).some((name) => {
        const path = `files/${folderOf(upload)}/${name}`
        return sums.has(path) || sums.has(path + SEALED)
      }),
  )
  return missing && `the upload ${missing.name} is missing`
}

export async function sumOfFile(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(path)) sum.update(chunk)
  return sum.digest('hex')
}
