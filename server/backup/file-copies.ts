import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { IMAGE_WIDTHS } from '#contract/uploads.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Progress } from './progress.ts'

/** The columns of an upload's row that a copy needs. */
export type Upload = {
  name: string
  content_type: string
  width: number | null
  deleted_at: string | null
}

const AT_ONCE = 4

export const listUploads = (sqlite: DatabaseSync): Upload[] =>
  sqlite
    .prepare('select name, content_type, width, deleted_at from files order by id')
    .all()
    .map((row) => ({
      name: String(row.name),
      content_type: String(row.content_type),
      width: row.width === null ? null : Number(row.width),
      deleted_at: row.deleted_at === null ? null : String(row.deleted_at),
    }))

export const folderOf = ({ name }: Pick<Upload, 'name'>): string => name.replace(/\.\w+$/, '')

/** The uploads of a backup, compared with those that its rows name. */
export type UploadCheck = {
  isWithout: boolean
  /** Paths of files that cannot be used. */
  bad: ReadonlySet<string>
}

/** The uploads of which the backup holds every file that it names. */
export function completeUploads(uploads: readonly Upload[], { isWithout, bad }: UploadCheck): Upload[] {
  if (isWithout) return []
  const badFolders = new Set([...bad].map((path) => path.split('/')[1]))
  return uploads.filter((upload) => !badFolders.has(folderOf(upload)))
}

/** Possible file names of an upload: the full size, and each width below its own. */
export function fileNamesOf({ name, width }: Pick<Upload, 'name' | 'width'>): string[] {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const widths = IMAGE_WIDTHS.filter((size) => size < (width ?? 0))
  return ['full', ...widths].map((size) => `${size}.${extension}`)
}

/** All stored files of an upload, by name. */
export async function readUpload(store: FileStore, upload: Upload): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for (const name of fileNamesOf(upload)) {
    const body = await store.read(folderOf(upload), name)
    if (body) files[name] = Buffer.isBuffer(body) ? body : await buffer(body)
  }
  return files
}

export const sumOf = (bytes: Buffer): string => hash('sha256', bytes)

/**
 * Copies the bytes of uploads from one store to another and verifies them. Existing copies are skipped.
 * Returns the uploads missing in the source; retired ones may be missing.
 */
export async function copyUploads(
  uploads: readonly Upload[],
  { from, to, progress }: { from: FileStore; to: FileStore; progress: Progress },
): Promise<string[]> {
  const lost: string[] = []
  let done = 0
  await forEachConcurrently(uploads, async (upload) => {
    const files = await readUpload(from, upload)
    if (Object.keys(files).length > 0) await copyUpload(to, upload, files)
    else if (upload.deleted_at === null) lost.push(upload.name)
    done += 1
    progress.count('uploads', done, uploads.length)
  })
  return lost
}

async function copyUpload(to: FileStore, upload: Upload, files: Record<string, Buffer>): Promise<void> {
  const stored = await readUpload(to, upload)
  if (areSame(files, stored)) return
  if (Object.keys(stored).length > 0) await to.deleteFolder(folderOf(upload))
  await to.put(folderOf(upload), files, upload.content_type)
  if (!areSame(files, await readUpload(to, upload))) {
    throw new Error(`The store returned different bytes for the upload ${upload.name} than were written.`)
  }
}

function areSame(source: Record<string, Buffer>, stored: Record<string, Buffer>): boolean {
  const names = Object.keys(source)
  return (
    names.length === Object.keys(stored).length &&
    names.every((name) => stored[name] !== undefined && source[name]?.equals(stored[name]))
  )
}

/** Limited concurrency: each copy mostly waits for a disk or a network. Takes items lazily; `p-limit` queues all. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
