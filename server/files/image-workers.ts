import { type ChildProcess, fork } from 'node:child_process'
import { m } from '#contract/texts.ts'
import { ApiError, unavailable } from '../lib/errors.ts'
import { createFairQueue } from '../lib/fair-queue.ts'
import { isBuilt, projectFile } from '../lib/project-files.ts'
import { inSpan } from '../lib/spans.ts'
import type { PreviewCard } from '../previews/draw-preview.ts'
import { type ImageFormat, maxPixelsOf } from './file-types.ts'
import type { FromWorker, ImageJob, ImageResult } from './image-worker.ts'

const MAX_WORKERS = 2
const MAX_WAITING = 60
/** Several galleries, or a chat picture that is sent again and again. */
const MAX_WAITING_PER_PERSON = 20
const MAX_WAITING_PREVIEWS = 20
const MAX_WAIT_MS = 60_000
const MAX_MEMORY_BYTES = 800 * 1024 * 1024
/** On a busy machine a low-priority process starts slowly, which must not count against its picture. */
const START_MS = 10_000
const IDLE_MS = 60_000
/** Above this, a process is replaced before its hard limit could kill it during a valid picture. */
const RENEW_BYTES = 400 * 1024 * 1024
const WORKER = isBuilt
  ? projectFile('dist/server/image-worker.cjs')
  : projectFile('server/files/image-worker.ts')

export type Picture = Pick<Extract<ImageResult, { files: unknown }>, 'width' | 'height' | 'files'>
export type ImageWorkers = ReturnType<typeof createImageWorkers>

/** The owner of the picture, which decides its turn. */
type Owner = { ownerId: string; maxPixels?: number }

type Job = {
  task: ImageJob
  resolve: (picture: Picture) => void
  reject: (error: ApiError) => void
  /** Ends the wait for a worker. */
  timer: NodeJS.Timeout | undefined
  release: () => void
}
type Worker = {
  child: ChildProcess
  isReady: boolean
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Converts pictures in separate processes, two at a time (F2). They start on demand and end after an idle minute.
 * A picture that crashes its process affects no other one. Round-robin between people, one picture each at a time;
 * previews have the lowest priority (X6).
 */
export function createImageWorkers({
  timeoutMs = 10_000,
  maxWaiting = MAX_WAITING,
  maxWaitMs = MAX_WAIT_MS,
  maxMemoryBytes = MAX_MEMORY_BYTES,
  script = WORKER,
} = {}) {
  const pictures = createFairQueue<Job>({ maxWaiting, maxPerPerson: MAX_WAITING_PER_PERSON })
  /** All previews together are served like one person. */
  const previews = createFairQueue<Job>({
    maxWaiting: MAX_WAITING_PREVIEWS,
    maxPerPerson: MAX_WAITING_PREVIEWS,
  })
  const workers = new Set<Worker>()
  let isClosed = false

  function next(): void {
    if (isClosed) return
    const free = [...workers].find(({ job }) => job === undefined)
    if (!free && workers.size >= MAX_WORKERS) return
    const job = takeFrom(pictures) ?? takeFrom(previews)
    if (job) give(free ?? startWorker(), job)
  }

  function takeFrom(queue: typeof pictures): Job | undefined {
    const taken = queue.take()
    if (!taken) return undefined
    const { job, person } = taken
    clearTimeout(job.timer)
    job.release = () => queue.release(person)
    return job
  }

  function give(worker: Worker, job: Job): void {
    worker.job = job
    limitTime(worker)
    worker.child.send(job.task, (error) => error && end(worker, busy()))
  }

  function limitTime(worker: Worker): void {
    clearTimeout(worker.timer)
    worker.timer = setTimeout(() => end(worker, busy()), worker.isReady ? timeoutMs : START_MS)
  }

  /** Settles the job of this process, and ends the process unless it is reusable. */
  function end(worker: Worker, failure: ApiError | undefined): void {
    if (!workers.delete(worker)) return
    clearTimeout(worker.timer)
    worker.job?.release()
    if (failure) worker.job?.reject(failure)
    worker.child.kill('SIGKILL')
    next()
  }

  function startWorker(): Worker {
    const child = fork(script, [String(maxMemoryBytes)], {
      serialization: 'advanced',
      // No secrets. Fewer malloc arenas save memory, and libvips must not write into the log.
      env: { MALLOC_ARENA_MAX: '2', VIPS_WARNING: '0' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const started: Worker = { child, isReady: false, job: undefined, timer: undefined }
    workers.add(started)
    child.on('message', (message: FromWorker) => {
      if (message !== 'ready') return finish(started, message)
      started.isReady = true
      limitTime(started)
    })
    child.on('error', () => end(started, busy()))
    child.on('exit', (_code, signal) => {
      // A failed start or a kill from outside is not the picture's fault; any other exit is.
      end(started, started.isReady && signal !== 'SIGKILL' ? notAnImage() : busy())
    })
    return started
  }

  function finish(worker: Worker, result: ImageResult): void {
    const { job } = worker
    clearTimeout(worker.timer)
    worker.job = undefined
    job?.release()
    if ('files' in result) job?.resolve(result)
    else job?.reject(failureOf(job.task, result.problem))
    if (result.memoryBytes > RENEW_BYTES) {
      end(worker, undefined)
      return
    }
    worker.timer = setTimeout(() => end(worker, undefined), IDLE_MS)
    worker.timer.unref()
    next()
  }

  function enqueue(queue: typeof pictures, person: string, task: ImageJob): Promise<Picture> {
    if (isClosed) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const job: Job = { task, resolve, reject, timer: undefined, release: () => {} }
      job.timer = setTimeout(() => queue.remove(person, job) && reject(busy()), maxWaitMs).unref()
      refuse(queue.add(person, job))
      next()
    })
  }

  return {
    /**
     * Every size of the picture; 415 for another file, 413 for too many pixels, 503 for a full queue or a person with too
     * many pictures in it.
     */
    convert(bytes: Buffer, format: ImageFormat, { ownerId, maxPixels = Infinity }: Owner): Promise<Picture> {
      const task = { bytes, format, maxPixels: Math.min(maxPixels, maxPixelsOf(format)) }
      return inSpan('convert picture', { 'puente.picture.bytes': bytes.length }, () =>
        enqueue(pictures, ownerId, task),
      )
    },

    /** A link preview as JPEG; 503 for a full queue. */
    async draw(card: PreviewCard): Promise<Buffer> {
      const { files } = await inSpan('draw preview', {}, () => enqueue(previews, 'previews', { card }))
      const drawn = files['full.jpg']
      if (!drawn) throw unavailable()
      return drawn
    },

    counts: () => ({ waiting: pictures.size() + previews.size(), workers: workers.size }),

    close(): void {
      isClosed = true
      for (const job of [...pictures.clear(), ...previews.clear()]) refuse(job)
      for (const worker of workers) end(worker, busy())
    },
  }
}

function refuse(job: Job | undefined): void {
  clearTimeout(job?.timer)
  job?.reject(busy())
}

function failureOf(task: ImageJob, problem: 'broken' | 'pixels'): ApiError {
  if ('card' in task) return unavailable()
  return problem === 'pixels' ? tooManyPixels(task.maxPixels) : notAnImage()
}

const busy = () => unavailable(m.uploads_busy())

export const notAnImage = () => new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', m.uploads_image_type())

const tooManyPixels = (maxPixels: number) =>
  new ApiError(413, 'PAYLOAD_TOO_LARGE', m.uploads_image_pixels({ millions: maxPixels / 1_000_000 }))
