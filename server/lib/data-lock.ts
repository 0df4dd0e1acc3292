import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolderNow } from './durable.ts'
import { StartError } from './errors.ts'

/**
 * One server per data directory (SECURITY-RULES D-2). Makes the directory for its owner only, and holds it
 * by a file with our process number and its start time; a holder that no longer lives is replaced.
 * Gives the release.
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
    // A umask may have been stricter or looser than what was asked for.
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
  // Killed, and not yet noticed by whoever started it: it holds nothing any more.
  if (now?.state === 'Z') return false
  // The number may have gone to another program meanwhile; its start time tells.
  return now === undefined || startTime.join(' ') === '' || now.startTime === startTime.join(' ')
}

/** The state of a process, and when it started in the system's own ticks; undefined where the system does not tell. */
function statusOf(pid: number): { state: string | undefined; startTime: string | undefined } | undefined {
  try {
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], startTime: fields[19] }
  } catch {
    return undefined
  }
}
