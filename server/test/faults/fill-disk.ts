import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fills a disk up to the given free bytes; returns the file, to be truncated or removed for room. */
export function fillDisk(disk: string, leftBytes: number): string {
  const filler = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(filler, Buffer.alloc(bavail * bsize - leftBytes))
  return filler
}
