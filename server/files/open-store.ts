import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Outages } from '../operations/outages.ts'
import { createFileStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

/** A bucket if S3_ENDPOINT is set, shared by all servers. */
export async function openBucket(config: Config, outages?: Outages): Promise<FileStore | undefined> {
  if (!config.S3_ENDPOINT) return undefined
  const { createS3Store } = await import('./s3-store.ts')
  const store = createS3Store(config, outages)
  // A missing bucket or a wrong key is reported at the start, not at the first upload.
  if (outages) void firstOf(store.listFolders()).catch(() => undefined)
  return store
}

/** The bucket, else a folder of the data directory. */
export const openFileStore = async (config: Config, outages: Outages): Promise<FileStore> =>
  (await openBucket(config, outages)) ?? createFileStore(join(config.DATA_DIR, 'files'))

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item
  return undefined
}
