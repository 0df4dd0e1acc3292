import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../lib/errors.ts'
import { removeAbandoned } from './abandoned.ts'
import { fetchFromBucket, openBackupBucket } from './backup-bucket.ts'
import type { Progress } from './progress.ts'
import { isSealed, unseal } from './seal.ts'

const IN_BUCKET = 's3:'
/** Prefix of folders for fetched or decrypted backups. */
const INCOMING = 'incoming-'

/** Fetches and decrypts a backup where needed, and removes its temporary files afterwards. */
export async function withPlainBackup<T>(
  from: string,
  {
    config,
    identityFile,
    progress,
  }: { config: Config; identityFile: string | undefined; progress: Progress },
  use: (folder: string) => Promise<T>,
): Promise<T> {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
  removeAbandoned(config.DATA_DIR, INCOMING)
  const made: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(join(config.DATA_DIR, INCOMING))
    made.push(folder)
    return folder
  }
  try {
    let folder = from
    if (from.startsWith(IN_BUCKET)) {
      const bucket = openBackupBucket(config)
      if (!bucket) throw new StartError('BACKUP_S3_BUCKET names no bucket.')
      folder = newFolder()
      await fetchFromBucket(bucket, from.slice(IN_BUCKET.length), folder, progress)
    }
    if (isSealed(folder)) {
      if (!identityFile)
        throw new StartError('The backup is encrypted: name the file with the key, `--identity FILE`.')
      const plain = newFolder()
      await unseal(folder, plain, { identityFile, progress })
      folder = plain
    }
    return await use(folder)
  } finally {
    for (const folder of made) rmSync(folder, { recursive: true, force: true })
  }
}
