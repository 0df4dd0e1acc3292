import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Longer than any command works: its folder is that of one that was killed. */
const ABANDONED_MS = 2 * 24 * 3600_000

/** Removes unfinished copies of killed commands, which take space and hold personal data. */
export function removeAbandoned(folder: string, prefix: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(prefix))) {
    const path = join(folder, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (Date.now() - mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true })
  }
}
