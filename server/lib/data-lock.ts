import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolderNow } from './durable.ts'
import { StartError } from './errors.ts'

/**
 * Locks the data directory for one server (D-2), and creates it if needed. The lock file holds the
 * process ID and its start time; the lock of a dead process is replaced. Returns the release function.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'lock')
  prepareDataDir(dataDir)
  const mine = `${process.pid} ${statusOf(process.pid)?.startTime ?? ''}`
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      return () => {
        if (readLock(file) === mine) rmSync(file, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new StartError(`The data directory ${dataDir} cannot be written: ${(error as Error).message}.`)
      }
      const holder = readLock(file)
      if (holder !== undefined && isAlive(holder)) {
        const [pid] = holder.split(' ')
        throw new StartError(`The data directory ${dataDir} is in use by another server (process ${pid}).`)
      }
      rmSync(file, { force: true })
    }
  }
  throw new StartError(`The data directory ${dataDir} is in use by another server.`)
}

function prepareDataDir(dataDir: string): void {
  try {
    const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The umask may have been stricter or looser than the mode.
    if (made !== undefined) {
      chmodSync(dataDir, 0o700)
      syncFolderNow(dirname(made))
    }
  } catch (error) {
    throw new StartError(`The data directory ${dataDir} cannot be made: ${(error as Error).message}.`)
  }
  if ((statSync(dataDir).mode & 0o077) !== 0) {
    throw new StartError(`The data directory ${dataDir} can be read by others. Run: chmod 700 ${dataDir}`)
  }
}

const readLock = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function isAlive(holder: string): boolean {
  const [pid = '', ...startTime] = holder.split(' ')
  if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = statusOf(Number(pid))
  // A zombie: dead, but not yet reaped by its parent.
  if (now?.state === 'Z') return false
  // The ID may have been reused; the start time is unique.
  return now === undefined || startTime.join(' ') === '' || now.startTime === startTime.join(' ')
}

/** State and start time (in clock ticks) of a process; undefined where /proc does not exist. */
function statusOf(pid: number): { state: string | undefined; startTime: string | undefined } | undefined {
  try {
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], startTime: fields[19] }
  } catch {
    return undefined
  }
}
