import type { Services } from '../services.ts'
import { type DueJob, deleteJob, failJob, insertJob, postponeJob, takeDueJob } from './jobs.queries.ts'
import { JOB_PAYLOADS, type JobKind, type JobPayload, type Jobs } from './jobs.ts'

/** The services that a handler may use. */
export type JobServices = Omit<Services, 'jobs' | 'realtime'>
export type JobHandlers = {
  [Kind in JobKind]: (services: JobServices, payload: JobPayload<Kind>) => Promise<void>
}

const POLL_MS = 30_000
/** Delays before the second to fifth attempt; the fifth failure is final. */
const BACKOFF_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3600_000]

/** One job at a time in this process; several processes share the queue. */
export function createJobs(services: JobServices, handlers: JobHandlers): Jobs {
  const { db, log, meters, tracing } = services
  let running: Promise<void> | undefined
  let isWanted = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    isWanted = true
    if (isClosed || running) return
    running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => (tracing ? tracing.apart(runDue) : runDue()))
      .catch((err: unknown) => log.error({ err }, 'job worker stopped'))
      .finally(() => {
        running = undefined
        if (isWanted) wake()
      })
  }

  async function runDue(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false
      for (let job = await takeDueJob(db); job && !isClosed; job = await takeDueJob(db)) await attempt(job)
    }
  }

  async function attempt(job: DueJob): Promise<void> {
    const run = async () => {
      await handle(job)
      await deleteJob(db, job.id)
    }
    try {
      await (tracing ? tracing.run(`job ${job.kind}`, run) : run())
      meters.jobs.labels(job.kind, 'done').inc()
    } catch (error) {
      await retryOrFail(job, reasonOf(error))
    }
  }

  function handle({ kind, payload }: DueJob): Promise<void> {
    if (!isJobKind(kind)) throw new Error('Unknown kind of job')
    const handler = handlers[kind] as (services: JobServices, payload: unknown) => Promise<void>
    return handler(services, JOB_PAYLOADS[kind].parse(JSON.parse(payload)))
  }

  async function retryOrFail({ id, kind, attempts }: DueJob, reason: string): Promise<void> {
    const delayMs = BACKOFF_MS[attempts - 1]
    const isFinal = delayMs === undefined
    if (isFinal) await failJob(db, id, reason)
    else await postponeJob(db, id, delayMs, reason)
    meters.jobs.labels(kind, isFinal ? 'failed' : 'retried').inc()
    log[isFinal ? 'error' : 'warn']({ job: kind, attempt: attempts, reason }, 'job failed')
  }

  return {
    add: async (...job) => void (await insertJob(...job)),
    wake,
    start: () => {
      wake()
      timer ??= setInterval(wake, POLL_MS).unref()
    },
    settled: async () => {
      while (running) await running
    },
    close: async () => {
      isClosed = true
      isWanted = false
      clearInterval(timer)
      await running
    },
  }
}

const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(JOB_PAYLOADS, kind)

/** Codes only: messages of mail servers quote addresses (G16). */
function reasonOf(error: unknown): string {
  const { code, name, responseCode } = error as { code?: string; name?: string; responseCode?: number }
  return [name, code, responseCode].filter((part) => part !== undefined).join(' ')
}
