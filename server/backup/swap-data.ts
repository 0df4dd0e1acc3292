import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../lib/errors.ts'
import { DATABASE, SECRET } from './manifest.ts'
import { syncFile } from './sqlite-files.ts'

/** The staged data of a restore. */
export const STAGED = 'restoring'
/** The restore point: the data before the last restore. */
export const RESTORE_POINT = 'before-restore'
/** The restore point during an undo. The only copy of its data at that time. */
export const RETURNING = 'before-restore.returning'
/** The restore point until the restore is known to have succeeded. */
const PENDING = 'before-restore.unfinished'
/** Inside: the contents of the data directory before the swap. */
const LIST = 'list.json'

const ALWAYS = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, 'files']

/**
 * Swaps the data with the staged folder `from`, then runs `check` on it. After any interruption, a power cut
 * included, `rollBackInterruptedSwap` rolls back.
 */
export async function swapStagedIn(
  dataDir: string,
  from: typeof STAGED | typeof RETURNING,
  check: () => Promise<void>,
): Promise<void> {
  const staged = join(dataDir, from)
  const pending = join(dataDir, PENDING)
  // Data without its own secret continues with the current one.
  const items = existsSync(join(staged, SECRET)) ? [...ALWAYS, SECRET] : ALWAYS
  try {
    mkdirSync(pending, { mode: 0o700 })
    const standing = items.filter((item) => existsSync(join(dataDir, item)))
    writeFileSync(join(pending, 'list.tmp'), JSON.stringify({ items, standing }), { mode: 0o600 })
    syncFile(join(pending, 'list.tmp'))
    renameSync(join(pending, 'list.tmp'), join(pending, LIST))
    syncFile(pending)
    syncFile(dataDir)
    for (const item of standing) renameSync(join(dataDir, item), join(pending, item))
    syncFile(pending)
    for (const item of items) {
      if (existsSync(join(staged, item))) renameSync(join(staged, item), join(dataDir, item))
    }
    syncFile(dataDir)
    await check()
  } catch (error) {
    rollBackInterruptedSwap(dataDir)
    throw error
  }
  rmSync(join(dataDir, RESTORE_POINT), { recursive: true, force: true })
  rmSync(join(pending, LIST))
  renameSync(pending, join(dataDir, RESTORE_POINT))
  syncFile(dataDir)
  rmSync(staged, { recursive: true, force: true })
}

/** Rolls back an unfinished restore. Returns whether there was one. */
export function rollBackInterruptedSwap(dataDir: string): boolean {
  const isBack = returnPending(dataDir)
  const returning = join(dataDir, RETURNING)
  if (existsSync(returning)) {
    // An existing restore point means that the swap was complete; the rest is empty.
    if (existsSync(join(dataDir, RESTORE_POINT))) rmSync(returning, { recursive: true, force: true })
    else renameSync(returning, join(dataDir, RESTORE_POINT))
    syncFile(dataDir)
  }
  return isBack
}

function returnPending(dataDir: string): boolean {
  const pending = join(dataDir, PENDING)
  if (!existsSync(pending)) return false
  const list = join(pending, LIST)
  if (existsSync(list)) {
    const { items, standing } = JSON.parse(readFileSync(list, 'utf8')) as {
      items: string[]
      standing: string[]
    }
    for (const item of items) {
      const isAside = existsSync(join(pending, item))
      if (isAside || !standing.includes(item)) putBack(dataDir, item)
      if (isAside) renameSync(join(pending, item), join(dataDir, item))
    }
    syncFile(dataDir)
    // The list is deleted last: until then, all of this can be repeated.
    rmSync(list)
  } else if (readdirSync(pending).some((name) => name !== 'list.tmp')) {
    // The restore had succeeded; only the rename of the restore point was missing.
    rmSync(join(dataDir, RESTORE_POINT), { recursive: true, force: true })
    renameSync(pending, join(dataDir, RESTORE_POINT))
    return false
  }
  rmSync(pending, { recursive: true, force: true })
  return true
}

/** Discards staged copies of a backup; returns the restore point's data to it. */
function putBack(dataDir: string, item: string): void {
  const [placed, returning] = [join(dataDir, item), join(dataDir, RETURNING)]
  if (existsSync(placed) && existsSync(returning) && !existsSync(join(returning, item))) {
    renameSync(placed, join(returning, item))
    syncFile(returning)
  } else {
    rmSync(placed, { recursive: true, force: true })
  }
}

/** Stages the restore point, to swap it with the current data. */
export function stageRestorePoint(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORE_POINT, DATABASE))) {
    throw new StartError(`There is no restore point in ${dataDir}.`)
  }
  renameSync(join(dataDir, RESTORE_POINT), join(dataDir, RETURNING))
}
