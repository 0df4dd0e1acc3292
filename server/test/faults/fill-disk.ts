import { statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fills a disk up to the given free bytes; returns the file, to be truncated or removed for room. */
export function fillDisk(disk: string, leftBytes: number): string {
  const filler = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  const bytes = bavail * bsize - leftBytes
  try {
    writeFileSync(filler, Buffer.alloc(bytes))
  } catch (error) {
    // Others wrote more than was to be left, meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    truncateSync(filler, bytes - leftBytes)
  }
  return filler
}
