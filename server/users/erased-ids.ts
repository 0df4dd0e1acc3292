import { existsSync, readFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listErasedInBucket, noteErasedInBucket } from '../backup/backup-bucket.ts'
import type { Config } from '../config.ts'

const fileOf = (dataDir: string) => join(dataDir, 'erased-ids')

/**
 * Notes an erasure outside of the database, where a restore finds it: in the data directory and, where there is one, in the
 * bucket of the backups. Ids alone: they name nobody any more.
 */
export async function noteErased(config: Config, userId: string): Promise<void> {
  await appendFile(fileOf(config.DATA_DIR), `${userId} ${new Date().toISOString()}\n`, { mode: 0o600 })
  await noteErasedInBucket(config, userId)
}

/** The ids of both places. */
export async function listNotedErasures(config: Config): Promise<Set<string>> {
  const file = fileOf(config.DATA_DIR)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const ids = lines.map((line) => line.split(' ')[0] ?? '').filter((id) => id !== '')
  return new Set([...ids, ...(await listErasedInBucket(config))])
}
