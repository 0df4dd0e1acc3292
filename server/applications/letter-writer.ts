import { Worker } from 'node:worker_threads'
import { getLocale } from '#contract/locale.ts'
import { m } from '#contract/texts.ts'
import { type ApiError, unavailable } from '../lib/errors.ts'
import { createFairQueue } from '../lib/fair-queue.ts'
import { isBuilt, projectFile } from '../lib/project-files.ts'
import type { CoverLetter } from './cover-letter.ts'
import type { LetterJob } from './letter-worker.ts'

const MAX_WAITING = 60
const MAX_WAITING_PER_PERSON = 5
/** With the start of the thread on a busy machine; a letter takes 500 ms at most (O5). */
const TIMEOUT_MS = 15_000
const IDLE_MS = 60_000
/** The young generation has the limit of the process (scripts/memory.mjs). */
const LIMITS = { maxOldGenerationSizeMb: 256 }
const SCRIPT = isBuilt
  ? projectFile('dist/server/letter-worker.cjs')
  : projectFile('server/applications/letter-worker.ts')

type Job = { order: LetterJob; resolve: (pdf: Buffer) => void; reject: (error: ApiError) => void }

/**
 * Makes PDFs in a worker thread, which starts on demand and ends after an idle minute. Round-robin between people, one
 * letter each at a time (X6).
 */
export function createLetterWriter({ script = SCRIPT, timeoutMs = TIMEOUT_MS } = {}) {
  const queue = createFairQueue<Job>({ maxWaiting: MAX_WAITING, maxPerPerson: MAX_WAITING_PER_PERSON })
  let worker: Worker | undefined
  let running: { person: string; job: Job } | undefined
  let timer: NodeJS.Timeout | undefined

  function next(): void {
    if (running) return
    clearTimeout(timer)
    running = queue.take()
    if (!running) {
      timer = setTimeout(stop, IDLE_MS).unref()
      return
    }
    worker ??= start()
    timer = setTimeout(() => fail(), timeoutMs)
    worker.postMessage(running.job.order)
  }

  function start(): Worker {
    // No secrets.
    const started = new Worker(script, { env: {}, resourceLimits: LIMITS })
    started.unref()
    started.on('message', (pdf: Uint8Array) =>
      settle(({ resolve }) => resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))),
    )
    started.on('error', () => started === worker && fail())
    return started
  }

  function settle(how: (job: Job) => void): void {
    if (!running) return
    const { person, job } = running
    running = undefined
    queue.release(person)
    how(job)
    next()
  }

  /** Ends the thread with its letter; the next letter starts another one. */
  function fail(): void {
    stop()
    settle(({ reject }) => reject(unavailable(m.offers_pdf_failed())))
  }

  function stop(): void {
    clearTimeout(timer)
    void worker?.terminate()
    worker = undefined
  }

  return {
    /** In the locale of the caller; 503 when too many letters wait, or this one takes too long. */
    write: (person: string, letter: CoverLetter): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        const order = { letter, locale: getLocale() }
        const dropped = queue.add(person, { order, resolve, reject })
        dropped?.reject(unavailable(m.offers_pdf_failed()))
        next()
      }),
  }
}
