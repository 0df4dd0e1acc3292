import { existsSync, readFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listErasuresInBucket, recordErasureInBucket } from '../backup/backup-bucket.ts'
import type { Config } from '../config.ts'

const fileOf = (dataDir: string) => join(dataDir, 'erased-ids')

/**
 * Records an erasure outside of the database, for a restore: in the data directory, unless the file has it, and, if
 * configured, in the bucket of the backups. Ids only, which are anonymous by then.
 */
export async function recordErasure(
  config: Config,
  userId: string,
  inFile: ReadonlySet<string> = new Set(),
): Promise<void> {
  const line = `${userId} ${new Date().toISOString()}\n`
  if (!inFile.has(userId)) await appendFile(fileOf(config.DATA_DIR), line, { mode: 0o600 })
  await recordErasureInBucket(config, userId)
}

/** The ids of the record in the data directory. */
export function listErasuresInFile({ DATA_DIR }: Config): Set<string> {
  const file = fileOf(DATA_DIR)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Set(lines.map((line) => line.split(' ')[0] ?? '').filter((id) => id !== ''))
}

/** The ids of both records. */
export const listRecordedErasures = async (config: Config): Promise<Set<string>> =>
  new Set([...listErasuresInFile(config), ...(await listErasuresInBucket(config))])
