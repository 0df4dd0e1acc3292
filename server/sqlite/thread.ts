import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { isBuilt, projectFile } from '../lib/project-files.ts'
import { nextTurn } from '../lib/turns.ts'
import type { Services } from '../services.ts'
import type { Outcome, Task } from './worker.ts'

const SCRIPT = isBuilt ? projectFile('dist/server/sqlite-worker.cjs') : projectFile('server/sqlite/worker.ts')
const EVERY_MS = 50
/** Those of some ten projects or offers, or of seventy messages: about 1,000 pages of the write-ahead log. */
const CHANGED_ROWS = 500
/** A start costs 30 ms of processor time, an idle thread 17 MB. */
const IDLE_MS = 10_000
/** The wait for the lock of another process, such as an operator's command. */
const BUSY_TIMEOUT_MS = 60_000
const BUSY_RETRY_MS = 10
const TRUNCATION_TRIES = 50
const TRUNCATION_RETRY_MS = 100

type Needs = Pick<Services, 'config' | 'db'>
/** `isWhole`: all segments of an index into one; otherwise only where there are at least four of a size. */
type MergeOptions = { isWhole: boolean; signal?: AbortSignal }

/**
 * SQLite's full-text index keeps deleted entries beside their tombstones, until the segments with both are
 * merged. This merges everything, since an erased name must be gone. Only segments changed since are rewritten.
 */
export const mergeSearch = (services: Needs): Promise<void> =>
  inThread(services, (thread) => thread.merge({ isWhole: true }))

/** Empties the write-ahead log, which holds former contents of pages. Gives up after 5 s of reads by other processes. */
export const truncateWal = (services: Needs): Promise<void> =>
  inThread(services, async (thread) => {
    for (let tries = 0; tries < TRUNCATION_TRIES; tries += 1) {
      if ((await thread.runAlone('truncate WAL')) === 'done') return
      await setTimeout(TRUNCATION_RETRY_MS)
    }
  })

async function inThread(services: Needs, act: (thread: Thread) => Promise<void>): Promise<void> {
  const thread = startThread(services)
  try {
    await act(thread)
  } finally {
    await thread.end()
  }
}

/**
 * Merges the segments that commits add to the search index, and copies the write-ahead log into the database. The returned
 * function stops it; it can be continued.
 */
export function startSqliteThread(services: Needs & Pick<Services, 'engine' | 'log'>): () => Promise<void> {
  if (services.engine !== 'sqlite') return async () => undefined
  const stopping = new AbortController()
  let done: { changes: number; at: number } | undefined
  let thread: Thread | undefined
  let running: Promise<void> | undefined
  const endThread = async () => {
    await thread?.end()
    thread = undefined
  }
  const work = async () => {
    const changes = await countChanges(services.db)
    const at = performance.now()
    done ??= { changes, at }
    if (changes - done.changes >= CHANGED_ROWS) {
      done = { changes, at }
      thread ??= startThread(services)
      await thread.merge({ isWhole: false, signal: stopping.signal })
      await thread.checkpoint()
    } else if (at - done.at > IDLE_MS) await endThread()
  }
  const timer = setInterval(() => {
    running ??= work()
      .catch((err: unknown) => {
        services.log.error({ err }, 'merging the search index or copying the write-ahead log failed')
        return endThread()
      })
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
    await endThread()
  }
}

type Thread = ReturnType<typeof startThread>

/** In a thread, since merges and checkpoints have parts that no step divides (decisions 96 and 98). */
function startThread({ config, db }: Needs) {
  const worker = new Worker(SCRIPT, { workerData: join(config.DATA_DIR, 'puente.db'), env: {} })
  const online = once(worker, 'online')
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The thread that works on the SQLite file has ended.')
  })
  // `terminate` ends it, too.
  for (const event of [online, ended]) event.catch(() => undefined)
  const run = async (task: Task): Promise<Outcome> => {
    await online
    worker.postMessage(task)
    const [response] = await Promise.race([once(worker, 'message'), ended])
    return response
  }
  /** Meanwhile this process has no other transaction; between two tasks those that wait have their turn. */
  const runAlone = (task: Task): Promise<Outcome> => db.connection().execute(() => run(task))
  return {
    runAlone,

    async merge({ isWhole, signal }: MergeOptions): Promise<void> {
      let task: Task = isWhole ? 'merge all' : 'merge'
      let end = performance.now() + BUSY_TIMEOUT_MS
      while (!signal?.aborted) {
        const outcome = await runAlone(task)
        if (outcome === 'done') return
        if (outcome === 'more') {
          task = 'merge'
          end = performance.now() + BUSY_TIMEOUT_MS
          await nextTurn()
        } else if (performance.now() < end) await setTimeout(BUSY_RETRY_MS)
        else throw new Error('Another process locks the SQLite file for too long.')
      }
    },

    /** Most of it beside writes, so that the rest holds them back for a moment only. */
    async checkpoint(): Promise<void> {
      await run('checkpoint')
      await runAlone('restart WAL')
    },

    end: () => worker.terminate(),
  }
}

async function countChanges(db: Services['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
  return rows[0]?.n ?? 0
}
