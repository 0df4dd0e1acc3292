import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createFileStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

/** A bucket if S3_ENDPOINT is set, shared by all servers. */
export async function openBucket(config: Config): Promise<FileStore | undefined> {
  if (!config.S3_ENDPOINT) return undefined
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(config)
}

/** The bucket, else a folder of the data directory. */
export const openFileStore = async (config: Config): Promise<FileStore> =>
  (await openBucket(config)) ?? createFileStore(join(config.DATA_DIR, 'files'))
