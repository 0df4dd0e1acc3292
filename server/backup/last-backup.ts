import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileOf = (dataDir: string) => join(dataDir, 'last-backup')

/** Records the time of a complete backup for the server's metrics. */
export function noteBackup(dataDir: string, name: string): void {
  if (existsSync(dataDir)) writeFileSync(fileOf(dataDir), name, { mode: 0o600 })
}

/** Time of the last complete backup of a data directory, in milliseconds since 1970. */
export const lastBackupAt = (dataDir: string): number | undefined =>
  statSync(fileOf(dataDir), { throwIfNoEntry: false })?.mtimeMs
