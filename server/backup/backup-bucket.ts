import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Config } from '../config.ts'
import { createS3Client, type S3Client } from '../files/s3-client.ts'
import { StartError } from '../lib/errors.ts'
import { forEachConcurrently } from './file-copies.ts'
import { parseSums, SUMS, type Sums, sumOfFile, textOfSums, writeSums } from './manifest.ts'
import type { Progress } from './progress.ts'

/** Files by their hash, so that several backups share them; and the manifest of each backup. */
const OBJECTS = 'objects/'
const LISTS = 'backups/'
/** Empty objects, named by the id of an erased person. */
const ERASED = 'erased/'
const DAY_MS = 24 * 3600 * 1000
/** Attempts of each call: one slow response must not end a long backup. */
const TRIES = 3

/** The bucket BACKUP_S3_BUCKET; other settings default to those of the uploads' bucket. */
export function openBackupBucket(config: Config): S3Client | undefined {
  if (!config.BACKUP_S3_BUCKET) return undefined
  const settings = {
    S3_ENDPOINT: config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT,
    S3_BUCKET: config.BACKUP_S3_BUCKET,
    S3_REGION: config.BACKUP_S3_REGION ?? config.S3_REGION,
    S3_ACCESS_KEY: config.BACKUP_S3_ACCESS_KEY ?? config.S3_ACCESS_KEY,
    S3_SECRET_KEY: config.BACKUP_S3_SECRET_KEY ?? config.S3_SECRET_KEY,
  }
  return createS3Client(settings, undefined, TRIES)
}

export async function recordErasureInBucket(config: Config, userId: string): Promise<void> {
  await openBackupBucket(config)?.send('PUT', { key: ERASED + userId, body: Buffer.alloc(0) })
}

export async function listErasuresInBucket(config: Config): Promise<string[]> {
  const bucket = openBackupBucket(config)
  return bucket ? (await listAll(bucket, ERASED)).map(({ key }) => key.slice(ERASED.length)) : []
}

/** Copies a complete backup, its manifest last, so that an interrupted copy does not count. Then deletes all but the newest. */
export async function copyToBucket(
  bucket: S3Client,
  folder: string,
  { name, sums, keep, progress }: { name: string; sums: Sums; keep: number; progress: Progress },
): Promise<void> {
  const stored = new Map((await listAll(bucket, OBJECTS)).map(({ key, time }) => [key, time]))
  const missing = [...sums].filter(([, sum]) => !stored.has(OBJECTS + sum))
  let done = 0
  await forEachConcurrently(missing, async ([path, sum]) => {
    await bucket.send('PUT', { key: OBJECTS + sum, body: await openAsBlob(join(folder, path)), sha256: sum })
    done += 1
    progress.count('copied to the bucket', done, missing.length)
  })
  await bucket.send('PUT', { key: LISTS + name, body: Buffer.from(textOfSums(sums)) })

  const names = (await listBackups(bucket)).map((one) => LISTS + one)
  for (const key of names.slice(0, -keep)) await bucket.send('DELETE', { key })
  const needed = new Set<string>()
  for (const key of names.slice(-keep)) {
    for (const sum of (await readList(bucket, key)).values()) needed.add(OBJECTS + sum)
  }
  // A recent one may belong to a backup whose manifest is not written yet.
  const dayAgo = Date.now() - DAY_MS
  for (const [key, time] of stored) {
    if (!needed.has(key) && Date.parse(time) < dayAgo) await bucket.send('DELETE', { key })
  }
}

/** Oldest first. */
export const listBackups = async (bucket: S3Client): Promise<string[]> =>
  (await listAll(bucket, LISTS)).map(({ key }) => key.slice(LISTS.length)).sort()

/** Fetches a backup into a folder. Files missing in the bucket are missing there too; restoring reports them. */
export async function fetchFromBucket(
  bucket: S3Client,
  name: string,
  into: string,
  progress: Progress,
): Promise<void> {
  const names = await listBackups(bucket)
  if (!names.includes(name)) {
    throw new StartError(`The bucket holds no backup ${name}. There are: ${names.join(', ') || 'none'}.`)
  }
  const sums = await readList(bucket, LISTS + name)
  let done = 0
  await forEachConcurrently(sums, async ([path, sum]) => {
    const response = await bucket.send('GET', { key: OBJECTS + sum })
    if (response.ok && response.body) {
      const target = join(into, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
      await pipeline(body, createWriteStream(target, { mode: 0o600 }))
      if ((await sumOfFile(target)) !== sum)
        throw new StartError(`The bucket returned different bytes for ${path}.`)
    } else {
      await response.body?.cancel()
    }
    done += 1
    progress.count('fetched from the bucket', done, sums.size)
  })
  writeSums(into, sums)
}

async function readList(bucket: S3Client, key: string): Promise<Sums> {
  const response = await bucket.send('GET', { key })
  if (!response.ok) throw new StartError(`The bucket holds no ${key} (${SUMS}).`)
  return parseSums(await response.text())
}

async function listAll(bucket: S3Client, prefix: string): Promise<{ key: string; time: string }[]> {
  const all: { key: string; time: string }[] = []
  for await (const { keys, times } of bucket.list({ prefix })) {
    for (const [index, key] of keys.entries()) all.push({ key, time: times[index] ?? '' })
  }
  return all
}
