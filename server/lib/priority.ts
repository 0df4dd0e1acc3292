import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'

const THREADS = '/proc/self/task'
const STEPS = 10

/** Lowers the priority of this process, where the system allows it. */
export function lowerPriority(): void {
  const lower = lowered()
  lowerThread(0, lower)
  for (const thread of threads()) lowerThread(thread, lower)
}

/**
 * Lowers the priority of the thread pool (password hashes, compression, file reads) below the main thread: on a busy
 * core it would take most of the time. Only Linux has priorities per thread; elsewhere nothing changes.
 */
export async function lowerPoolPriority(): Promise<void> {
  // The pool starts with its first job.
  await stat('.')
  const lower = lowered()
  for (const thread of threads()) {
    if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim() === 'libuv-worker')
      lowerThread(thread, lower)
  }
}

const threads = (): number[] => (existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [])

const lowered = () => Math.min(constants.priority.PRIORITY_LOW, getPriority() + STEPS)

function lowerThread(thread: number, priority: number): void {
  try {
    setPriority(thread, priority)
  } catch {
    // A container may forbid it, or the thread has ended.
  }
}
