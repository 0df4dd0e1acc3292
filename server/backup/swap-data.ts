import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../lib/errors.ts'
import { DATABASE, SECRET } from './manifest.ts'
import { syncFile } from './sqlite-files.ts'

/** What a restore has made ready. */
export const STAGED = 'restoring'
/** What stood there before the last restore: its restore point. */
export const ASIDE = 'before-restore'
/** The former restore point while it is exchanged with what is there. Nothing else holds its data. */
export const RETURNING = 'before-restore.returning'
/** The restore point while it is not known yet whether the restore succeeds. */
const PENDING = 'before-restore.unfinished'
/** In it: what stood in the data directory when the exchange began. */
const LIST = 'list.json'

const ALWAYS = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, 'files']

/**
 * Exchanges the data with what is staged in the folder `from`, then lets `check` look at it. Whatever ends this before its end, be it
 * a power cut, `returnFromUnfinished` brings back what was.
 */
export async function swapStagedIn(
  dataDir: string,
  from: typeof STAGED | typeof RETURNING,
  check: () => Promise<void>,
): Promise<void> {
  const staged = join(dataDir, from)
  const pending = join(dataDir, PENDING)
  // Without a secret of its own the data goes on with the one that is there.
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
    returnFromUnfinished(dataDir)
    throw error
  }
  rmSync(join(dataDir, ASIDE), { recursive: true, force: true })
  rmSync(join(pending, LIST))
  renameSync(pending, join(dataDir, ASIDE))
  syncFile(dataDir)
  rmSync(staged, { recursive: true, force: true })
}

/** Brings back what stood there before a restore that did not come to its end. Answers whether there was one. */
export function returnFromUnfinished(dataDir: string): boolean {
  const isBack = returnPending(dataDir)
  const returning = join(dataDir, RETURNING)
  if (existsSync(returning)) {
    // With a restore point in its place it had been exchanged, and what is left of it is empty.
    if (existsSync(join(dataDir, ASIDE))) rmSync(returning, { recursive: true, force: true })
    else renameSync(returning, join(dataDir, ASIDE))
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
    // The list goes last: until then all of this can be done again.
    rmSync(list)
  } else if (readdirSync(pending).some((name) => name !== 'list.tmp')) {
    // The restore had succeeded; only the restore point had not got its name.
    rmSync(join(dataDir, ASIDE), { recursive: true, force: true })
    renameSync(pending, join(dataDir, ASIDE))
    return false
  }
  rmSync(pending, { recursive: true, force: true })
  return true
}

/** What a backup has can be copied again; what the restore point had goes back into it. */
function putBack(dataDir: string, item: string): void {
  const [placed, returning] = [join(dataDir, item), join(dataDir, RETURNING)]
  if (existsSync(placed) && existsSync(returning) && !existsSync(join(returning, item))) {
    renameSync(placed, join(returning, item))
    syncFile(returning)
  } else {
    rmSync(placed, { recursive: true, force: true })
  }
}

/** Makes the restore point the thing that is staged, to exchange it with what is there. */
export function stageRestorePoint(dataDir: string): void {
  if (!existsSync(join(dataDir, ASIDE, DATABASE))) {
    throw new StartError(`There is no restore point in ${dataDir}.`)
  }
  renameSync(join(dataDir, ASIDE), join(dataDir, RETURNING))
}
