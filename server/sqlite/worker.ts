import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * `merge`: continues to merge the segments of the full-text indexes; the response is whether there may be more to merge.
 * `merge all`: begins to merge all segments of an index into one. The others copy the write-ahead log into the database; the
 * response is whether another connection prevented it. `checkpoint`: beside writes. `restart WAL`: while nobody writes, so that
 * the next write begins at the start of the log. `truncate WAL`: the same, and empties the file.
 */
export type Task = 'merge' | 'merge all' | 'checkpoint' | 'restart WAL' | 'truncate WAL'

const INDEXES = ['users', 'projects', 'offers'].flatMap((table) => [`${table}_search`, `${table}_grams`])
/** Pages written by a statement, in a millisecond or two. */
const PAGES = 32
const STEP_MS = 10
/** Of operators' commands; this process leaves the database to this thread while it merges. */
const BUSY_TIMEOUT_MS = 60_000

/** The thread that works on the file in `workerData` beside the event loop, a task for each message. */
const db = new DatabaseSync(workerData)
// A merge undone by a power cut is repeated, so it needs no sync.
db.exec(`
  pragma synchronous = normal;
  pragma secure_delete = fast;
`)

parentPort?.on('message', (task: Task) => {
  parentPort?.postMessage(task === 'merge' || task === 'merge all' ? merge(task) : checkpoint(task))
})

function merge(task: 'merge' | 'merge all'): boolean {
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  const end = performance.now() + STEP_MS
  // A negative number begins.
  let isMore = mergeEach(task === 'merge all' ? -PAGES : PAGES)
  while (isMore && performance.now() < end) isMore = mergeEach(PAGES)
  return isMore
}

function mergeEach(pages: number): boolean {
  const before = countChanges()
  for (const index of INDEXES) {
    db.prepare(`insert into ${index} (${index}, rank) values ('merge', ?)`).run(pages)
  }
  // Each statement counts as one.
  return countChanges() - before > INDEXES.length
}

function countChanges(): number {
  return Number(db.prepare('select total_changes() as n').get()?.n)
}

const MODES = { checkpoint: 'passive', 'restart WAL': 'restart', 'truncate WAL': 'truncate' }

function checkpoint(task: keyof typeof MODES): boolean {
  // Writes would wait for as long as this thread waits for a read.
  db.exec('pragma busy_timeout = 0')
  return db.prepare(`pragma wal_checkpoint(${MODES[task]})`).get()?.busy !== 0
}
