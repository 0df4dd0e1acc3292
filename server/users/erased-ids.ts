import { existsSync, readFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listErasedInBucket, noteErasedInBucket } from '../backup/backup-bucket.ts'
import type { Config } from '../config.ts'

const fileOf = (dataDir: string) => join(dataDir, 'erased-ids')

/**
 * Records an erasure outside of the database, for a restore: in the data directory and, if configured, in the
 * bucket of the backups. Ids only, which are anonymous by then.
 */
export async function noteErased(config: Config, userId: string): Promise<void> {
  await appendFile(fileOf(config.DATA_DIR), `${userId} ${new Date().toISOString()}\n`, { mode: 0o600 })
  await noteErasedInBucket(config, userId)
}

/** The ids of both records. */
export async function listNotedErasures(config: Config): Promise<Set<string>> {
  const file = fileOf(config.DATA_DIR)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const ids = lines.map((line) => line.split(' ')[0] ?? '').filter((id) => id !== '')
  return new Set([...ids, ...(await listErasedInBucket(config))])
}
