import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import type { Services } from '../lib/services.ts'

/** What may be left to do after an answer, and what each needs to know. */
const payloads = {
  'reset mail': z.object({ email: z.string() }),
  'password changed mail': z.object({ userId: z.string() }),
  'ticket mail': z.object({ ticketId: z.string() }),
  'forget shown pages': z.object({}),
}

export type JobKind = keyof typeof payloads
export type JobPayload<Kind extends JobKind> = z.infer<(typeof payloads)[Kind]>

/** Everything but what jobs and sockets are made of; they do not need each other. */
export type JobServices = Omit<Services, 'jobs' | 'realtime'>
export type JobHandlers = {
  [Kind in JobKind]: (services: JobServices, payload: JobPayload<Kind>) => Promise<void>
}

export type Jobs = {
  /** Stores what is to be done; in the transaction of its cause, so that both happen or neither. */
  add: <Kind extends JobKind>(db: Db, kind: Kind, payload: JobPayload<Kind>) => Promise<void>
  /** Does what is due, after the answer. */
  wake: () => void
  /** Looks now and then for what a failure or a kill left behind. */
  start: () => void
  /** Until nothing due is left. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

const POLL_MS = 30_000
/** Longer than a mail server may keep us waiting; after it another process may take the job over. */
const LEASE_MS = 10 * 60_000
/** Waiting times before the next attempts; after the last one the job has failed for good. */
const RETRY_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3600_000]

/** Work that must survive the process that took it on: stored, then done once, or tried again. */
export function createJobs(services: JobServices, handlers: JobHandlers): Jobs {
  const { db, log, meters, tracing } = services
  let running: Promise<void> | undefined
  let wanted = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  async function work(): Promise<void> {
    do {
      wanted = false
      for (let job = await takeDue(db); job && !closed; job = await takeDue(db)) await perform(job)
    } while (wanted && !closed)
  }

  async function perform(job: DueJob): Promise<void> {
    try {
      const run = async () => {
        await runHandler(services, handlers, job)
        await db.deleteFrom('jobs').where('id', '=', job.id).execute()
      }
      await (tracing ? tracing.run(`job ${job.kind}`, run) : run())
      meters.jobs.labels(job.kind, 'done').inc()
    } catch (error) {
      // Messages of mail servers quote addresses, so only their codes are kept (G16).
      const { code, name, responseCode } = error as { code?: string; name?: string; responseCode?: number }
      const reason = [name, code, responseCode].filter((part) => part !== undefined).join(' ')
      const isLast = await putBack(db, job, reason)
      meters.jobs.labels(job.kind, isLast ? 'failed' : 'again').inc()
      log[isLast ? 'error' : 'warn']({ job: job.kind, attempt: job.attempts, reason }, 'job failed')
    }
  }

  function wake(): void {
    wanted = true
    if (closed || running) return
    running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => (tracing ? tracing.apart(work) : work()))
      .catch((err: unknown) => log.error({ err }, 'jobs stopped'))
      .finally(() => {
        running = undefined
        if (wanted) wake()
      })
  }

  return {
    add: async (tx, kind, payload) => {
      await tx
        .insertInto('jobs')
        .values({ id: newId(), kind, payload: JSON.stringify(payload), run_at: now() })
        .execute()
    },
    wake,
    start: () => {
      wake()
      timer ??= setInterval(wake, POLL_MS).unref()
    },
    settled: async () => {
      while (running) await running
    },
    close: async () => {
      closed = true
      wanted = false
      clearInterval(timer)
      await running
    },
  }
}

type DueJob = { id: string; kind: string; payload: string; attempts: number }

/** Takes the next due job for this process alone. */
async function takeDue(db: Db): Promise<DueJob | undefined> {
  const due = await db
    .selectFrom('jobs')
    .select('id')
    .where('run_at', '<=', now())
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  const taken = await db
    .updateTable('jobs')
    .set((row) => ({ run_at: inFuture(LEASE_MS), attempts: row('attempts', '+', 1) }))
    .where('id', '=', due.id)
    .where('run_at', '<=', now())
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
  return taken ?? takeDue(db)
}

function runHandler(services: JobServices, handlers: JobHandlers, job: DueJob): Promise<void> {
  const kind = job.kind as JobKind // an unknown one fails below, and is seen in the log
  const payload = payloads[kind].parse(JSON.parse(job.payload))
  const handler = handlers[kind] as (services: JobServices, payload: unknown) => Promise<void>
  return handler(services, payload)
}

/** Answers whether that was the last attempt. What has failed keeps nothing personal. */
async function putBack(db: Db, { id, attempts }: DueJob, reason: string): Promise<boolean> {
  const delay = RETRY_MS[attempts - 1]
  await db
    .updateTable('jobs')
    .set(
      delay === undefined
        ? { failed_at: now(), last_error: reason, payload: '{}' }
        : { run_at: inFuture(delay), last_error: reason },
    )
    .where('id', '=', id)
    .execute()
  return delay === undefined
}

const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString()

/** How many wait for their time, and how many have failed for good. */
export async function countJobs(db: Db): Promise<{ waiting: number; failed: number }> {
  const { all, failed } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('failed_at').as('failed')])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting: all - failed, failed }
}

/** Failed jobs are kept for a month, for whoever looks for the reason. */
export async function deleteFailedJobs(db: Db): Promise<void> {
  await sql`delete from jobs where failed_at < ${inFuture(-30 * 24 * 3600_000)}`.execute(db)
}
