import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { type DueJob, deleteDoneJob, failJob, insertJob, postponeJob } from './jobs.queries.ts'
import {
  ADDING_KINDS,
  JOB_PAYLOADS,
  type JobKind,
  type JobPayload,
  type Jobs,
  type Lane,
  lanesOf,
  PermanentFailure,
  UNLIMITED_RETRY_KINDS,
} from './jobs.ts'
import { createLane, withinLimit } from './lane.ts'

/** Services for handlers. */
export type JobServices = Omit<Services, 'jobs' | 'realtime'> & {
  /** Connected to any node. */
  isOnline: (userId: string) => boolean
}
export type JobHandlers = {
  [Kind in JobKind]: (services: JobServices, payload: JobPayload<Kind>) => Promise<void>
}

const POLL_MS = 1000
/** A stopping server does not wait for a mail server. */
const CLOSE_MS = 5000
/** Delays before the second to fifth attempt; the fifth failure is final. */
const BACKOFF_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3600_000]

/** Runs the jobs of all lanes in this process; several processes share the queue. */
export function createJobs(
  services: JobServices,
  handlers: JobHandlers,
  laneSettings: Lane[] = Object.values(lanesOf(services.config)),
): Jobs {
  const { db, log, meters, tracing } = services
  const lanes = laneSettings.map((lane) => createLane(lane, services, attempt))
  let timer: NodeJS.Timeout | undefined
  // From 0, so that an alert sees the first failure as a change.
  for (const kind of Object.keys(JOB_PAYLOADS)) meters.jobs.labels(kind, 'failed').inc(0)

  async function attempt(job: DueJob, timeoutMs: number): Promise<void> {
    const run = async () => {
      await withinLimit(handle(job), timeoutMs)
      await deleteDoneJob(db, job)
      if (ADDING_KINDS.includes(job.kind)) wake()
    }
    try {
      await (tracing ? tracing.run(`job ${job.kind}`, run) : run())
      meters.jobs.labels(job.kind, 'done').inc()
    } catch (error) {
      await retryOrFail(job, error).catch((err: unknown) => {
        // Its lease ends, and it is tried again.
        log.error({ err, job: job.kind }, 'the failure of a job could not be stored')
      })
    }
  }

  async function handle({ kind, payload }: DueJob): Promise<void> {
    if (!isJobKind(kind)) throw new Error('Unknown kind of job')
    const handler = handlers[kind] as (services: JobServices, payload: unknown) => Promise<void>
    await handler(services, JOB_PAYLOADS[kind].parse(JSON.parse(payload)))
  }

  async function retryOrFail(job: DueJob, error: unknown): Promise<void> {
    const { kind, attempts } = job
    const reason = reasonOf(error)
    const last = UNLIMITED_RETRY_KINDS.includes(kind) ? BACKOFF_MS.at(-1) : undefined
    const delayMs = error instanceof PermanentFailure ? undefined : (BACKOFF_MS[attempts - 1] ?? last)
    const isFinal = delayMs === undefined
    if (isFinal) await failJob(db, job, reason)
    else await postponeJob(db, job, delayMs, reason)
    meters.jobs.labels(kind, isFinal ? 'failed' : 'retried').inc()
    log[isFinal ? 'error' : 'warn']({ job: kind, attempt: attempts, reason }, 'job failed')
  }

  function wake(): void {
    const wakeAll = () => {
      for (const lane of lanes) lane.wake()
    }
    // Outside of the trace of the request.
    if (tracing) tracing.apart(wakeAll)
    else wakeAll()
  }

  async function settled(): Promise<void> {
    // One lane may add work to another.
    while (lanes.some((lane) => lane.isBusy())) await Promise.all(lanes.map((lane) => lane.settled()))
  }

  return {
    add: async (...job) => void (await insertJob(...job)),
    wake,
    start: () => {
      wake()
      timer ??= setInterval(wake, POLL_MS).unref()
    },
    settled,
    close: async () => {
      clearInterval(timer)
      for (const lane of lanes) lane.stop()
      await Promise.race([settled(), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(JOB_PAYLOADS, kind)

/** Codes only: messages of mail servers quote addresses (G16). */
function reasonOf(error: unknown): string {
  const { code, name, responseCode } = error as { code?: string; name?: string; responseCode?: number }
  return [name, code, responseCode].filter((part) => part !== undefined).join(' ')
}
