import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 200
const WRITE_MS = 5_000

/**
 * Runs `work` while no other process of this checkout does: a second start waits for the first one's
 * install and build. A lock whose owner is gone counts for nothing.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, work) {
  const path = join(root, 'dist', '.lock')
  mkdirSync(dirname(path), { recursive: true })
  for (let said = false; !tryCreate(path); ) {
    const owner = ownerOf(path)
    if (owner === undefined) removeStale(path)
    else if (!said) {
      console.log(`Waiting for another start that is installing or building (process ${owner}) …`)
      said = true
    }
    await delay(POLL_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function tryCreate(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * The living process that holds the lock; undefined when there is none.
 * @param {string} path
 */
function ownerOf(path) {
  try {
    const text = readFileSync(path, 'utf8')
    // Made a moment ago, its number not written yet.
    if (text === '') return Date.now() - statSync(path).mtimeMs < WRITE_MS ? 'unknown' : undefined
    process.kill(Number(text), 0)
    return text
  } catch (error) {
    // EPERM: it lives, under another user.
    return errorCode(error) === 'EPERM' ? 'of another user' : undefined
  }
}

/**
 * Two waiting processes may find the same dead owner. Only one at a time looks again and removes, so
 * that neither takes away the new lock of the other.
 * @param {string} path
 */
function removeStale(path) {
  const guard = `${path}.stale`
  if (!tryCreate(guard)) {
    if (ownerOf(guard) === undefined) rmSync(guard, { force: true })
    return
  }
  try {
    if (ownerOf(path) === undefined) rmSync(path, { force: true })
  } finally {
    rmSync(guard, { force: true })
  }
}

/** @param {unknown} error */
function errorCode(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
