import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileOf = (dataDir: string) => join(dataDir, 'last-backup')

/** Notes that a backup is complete, for the metrics of the server beside it. */
export function noteBackup(dataDir: string, name: string): void {
  if (existsSync(dataDir)) writeFileSync(fileOf(dataDir), name, { mode: 0o600 })
}

/** When the last backup of a data directory was complete, in milliseconds since 1970. */
export const lastBackupAt = (dataDir: string): number | undefined =>
  statSync(fileOf(dataDir), { throwIfNoEntry: false })?.mtimeMs
