import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * `merge`: continues to merge the segments of the full-text indexes. `merge all`: begins to merge all segments of an index
 * into one. The others copy the write-ahead log into the database. `checkpoint`: beside writes. `restart WAL`: while nobody
 * writes, so that the next write begins at the start of the log. `truncate WAL`: the same, and empties the file.
 */
export type Task = 'merge' | 'merge all' | 'checkpoint' | 'restart WAL' | 'truncate WAL'

/** `more`: there may be more to merge. `busy`: prevented by another connection; to be repeated. */
export type Outcome = 'done' | 'more' | 'busy'

const INDEXES = ['users', 'projects', 'offers'].flatMap((table) => [`${table}_search`, `${table}_grams`])
/** Pages written by a statement, in a millisecond or two. */
const PAGES = 32
const STEP_MS = 10
const SQLITE_BUSY = 5

/** The thread that works on the file in `workerData` beside the event loop, a task for each message. */
const db = new DatabaseSync(workerData)
// A merge undone by a power cut is repeated, so it needs no sync. To wait for another process would hold back this one.
db.exec(`
  pragma busy_timeout = 0;
  pragma synchronous = normal;
  pragma secure_delete = fast;
`)

parentPort?.on('message', (task: Task) => {
  parentPort?.postMessage(task === 'merge' || task === 'merge all' ? merge(task) : checkpoint(task))
})

function merge(task: 'merge' | 'merge all'): Outcome {
  const end = performance.now() + STEP_MS
  // A negative number begins.
  let outcome = mergeEach(task === 'merge all' ? -PAGES : PAGES)
  while (outcome === 'more' && performance.now() < end) {
    const next = mergeEach(PAGES)
    if (next === 'busy') break
    outcome = next
  }
  return outcome
}

function mergeEach(pages: number): Outcome {
  const before = countChanges()
  try {
    for (const index of INDEXES) {
      db.prepare(`insert into ${index} (${index}, rank) values ('merge', ?)`).run(pages)
    }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return 'busy'
    throw error
  }
  // Each statement counts as one.
  return countChanges() - before > INDEXES.length ? 'more' : 'done'
}

function countChanges(): number {
  return Number(db.prepare('select total_changes() as n').get()?.n)
}

const MODES = { checkpoint: 'passive', 'restart WAL': 'restart', 'truncate WAL': 'truncate' }

function checkpoint(task: keyof typeof MODES): Outcome {
  return db.prepare(`pragma wal_checkpoint(${MODES[task]})`).get()?.busy === 0 ? 'done' : 'busy'
}
