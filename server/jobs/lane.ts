import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createFailureLog } from '../lib/failure-log.ts'
import { nextTurn } from '../lib/turns.ts'
import type { Services } from '../services.ts'
import { type DueJob, takeDueJob } from './jobs.queries.ts'
import type { Lane } from './jobs.ts'

/** The lease: after the timeout a job may be taken over, as its process may have been killed. */
const LEASE_AFTER_LIMIT_MS = 30_000

/** Takes jobs of its kinds one after the other, and runs up to `concurrency` of them at once. */
export function createLane(
  { kinds, concurrency, timeoutMs }: Lane,
  { db, engine, log }: Pick<Services, 'db' | 'engine' | 'log'>,
  attempt: (job: DueJob, timeoutMs: number) => Promise<void>,
) {
  const leaseMs = timeoutMs + LEASE_AFTER_LIMIT_MS
  // In order, and without two runners that compete for the same job.
  const mutex = pLimit(1)
  const runners = new Set<Promise<void>>()
  let isWanted = false
  let isStopped = false
  const failures = createFailureLog(
    log,
    { failed: 'jobs cannot be read', worked: 'jobs can be read again' },
    { kinds },
  )

  async function take(): Promise<DueJob | undefined> {
    if (isStopped) return undefined
    try {
      const job = await takeDueJob({ db, engine, kinds, leaseMs })
      failures.worked()
      return job
    } catch (error) {
      failures.failed(error)
      return undefined
    }
  }

  async function run(): Promise<void> {
    // After the response of the request that triggered it.
    await nextTurn()
    do {
      isWanted = false
      for (let job = await mutex(take); job; job = await mutex(take)) {
        startRunner()
        await attempt(job, timeoutMs)
      }
    } while (isWanted && !isStopped)
  }

  function startRunner(): void {
    if (isStopped || runners.size >= concurrency) return
    const runner = run()
      .catch((err: unknown) => log.error({ err, kinds }, 'job worker stopped'))
      .finally(() => runners.delete(runner))
    runners.add(runner)
  }

  return {
    wake(): void {
      isWanted = true
      startRunner()
    },
    stop(): void {
      isStopped = true
    },
    isBusy: () => runners.size > 0,
    /** Resolves when no runner is left. */
    async settled(): Promise<void> {
      while (runners.size > 0) await Promise.all(runners)
    },
  }
}

/** Rejects after the timeout, without stopping the work. */
export async function withinLimit(work: Promise<void>, timeoutMs: number): Promise<void> {
  const timer = new AbortController()
  const limit = wait(timeoutMs, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw Object.assign(new Error('The job took too long'), { code: 'ETIMEDOUT' })
  })
  limit.catch(() => undefined)
  try {
    await Promise.race([work, limit])
  } finally {
    timer.abort()
  }
}
