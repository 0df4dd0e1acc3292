import { type NotNull, sql } from 'kysely'
import { deleteOlder } from '../lib/batches.ts'
import type { Db, Engine } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { type JobKind, type JobPayload, PERSONAL_KINDS } from './jobs.ts'

const FAILED_MS = 30 * 24 * 3600_000
const LISTED = 100

export type DueJob = { id: string; kind: string; payload: string; attempts: number }

/** The new job's id. */
export async function insertJob(db: Db, kind: string, payload: unknown): Promise<string> {
  const id = newId()
  await db
    .insertInto('jobs')
    .values({ id, kind, payload: JSON.stringify(payload), run_at: now() })
    .execute()
  return id
}

type Schedule = {
  /** Identifies the job among those of its kind: an offer's id, a receiver's id. */
  key: string
  /** ISO 8601; now if absent. */
  at?: string
  /** With a waiting job of this kind and key: replace it, or keep it with its time and payload. */
  ifWaiting?: 'replace' | 'keep'
}

/**
 * Stores a job that runs once at its time, on any process, within 2 s; call it in the transaction of its cause. One job
 * of a kind and key waits at a time. A running one does not count: with `keep`, data stored meanwhile is not
 * missed. A handler reads the current state, since it may run again after a kill.
 */
export async function scheduleJob<Kind extends JobKind>(
  db: Db,
  kind: Kind,
  payload: JobPayload<Kind>,
  { key, at = now(), ifWaiting = 'replace' }: Schedule,
): Promise<void> {
  if (ifWaiting === 'replace') {
    await jobsOf(db, kind, key).where('attempts', '>', 0).execute()
  }
  await db
    .insertInto('jobs')
    .values({ id: newId(), kind, job_key: key, payload: JSON.stringify(payload), run_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'job_key'])
        .where('job_key', 'is not', null)
        // A parameter would not match the index.
        .where('attempts', '=', sql.lit(0))
        .where('failed_at', 'is', null)
        .doUpdateSet((row) =>
          ifWaiting === 'replace'
            ? { run_at: row.ref('excluded.run_at'), payload: row.ref('excluded.payload') }
            : // A write, so that the job does not start before this transaction ends.
              { run_at: row.ref('jobs.run_at') },
        ),
    )
    .execute()
}

/** Whether there was one. A running one continues, and is not retried. */
export async function cancelJob(db: Db, kind: JobKind, key: string): Promise<boolean> {
  const { numDeletedRows } = await jobsOf(db, kind, key).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const jobsOf = (db: Db, kind: JobKind, key: string) =>
  db.deleteFrom('jobs').where('kind', '=', kind).where('job_key', '=', key).where('failed_at', 'is', null)

type Taker = { db: Db; engine: Engine; kinds: readonly string[]; leaseMs: number }

/** Leases the next due job of these kinds, by priority, to this process. */
export async function takeDueJob(taker: Taker, missed: string[] = []): Promise<DueJob | undefined> {
  const { db, engine, kinds, leaseMs } = taker
  const time = now()
  // One index look-up for each kind, however many wait.
  const ofKinds = kinds.map(
    (kind, rank) => sql`select * from (
      select id, ${sql.lit(rank)} as rank from jobs
      where kind = ${kind} and run_at <= ${time} and done_at is null and failed_at is null
        ${missed.length > 0 ? sql`and id not in (${sql.join(missed)})` : sql``}
      order by run_at limit 1
    ) as ${sql.ref(`kind_${rank}`)}`,
  )
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(ofKinds, sql` union all `)}) as due order by rank limit 1`.execute(db)
  const due = rows[0]
  if (!due) return undefined
  const taken = await db
    .updateTable('jobs')
    .set((row) => ({
      run_at: fromNow(leaseMs),
      due_at: row.fn.coalesce('due_at', 'run_at'),
      attempts: row('attempts', '+', 1),
    }))
    .where(({ eb, selectFrom }) => {
      const chosen = selectFrom('jobs').select('id').where('id', '=', due.id).where('run_at', '<=', time)
      // A lock held to replace it does not delay other jobs.
      return eb('id', 'in', engine === 'postgres' ? chosen.forUpdate().skipLocked() : chosen)
    })
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
  return taken ?? takeDueJob(taker, [...missed, due.id])
}

/** Unless another process has taken it over or replaced it. */
const held = (db: Db, { id, attempts }: DueJob) => ({
  delete: () => db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts).execute(),
  update: (change: { run_at?: string; failed_at?: string; last_error: string; payload?: string }) =>
    db.updateTable('jobs').set(change).where('id', '=', id).where('attempts', '=', attempts).execute(),
})

export async function deleteDoneJob(db: Db, job: DueJob): Promise<void> {
  await held(db, job).delete()
}

export async function postponeJob(db: Db, job: DueJob, delayMs: number, reason: string): Promise<void> {
  await held(db, job).update({ run_at: fromNow(delayMs), last_error: reason })
}

/** Makes it a dead letter, without personal data. */
export async function failJob(db: Db, job: DueJob, reason: string): Promise<void> {
  const isPersonal = PERSONAL_KINDS.includes(job.kind)
  const change = { failed_at: now(), last_error: reason, ...(isPersonal && { payload: '{}' }) }
  await held(db, job).update(change)
}

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
}

/** Due or in progress, due later, and failed for good. */
export async function countJobs(db: Db): Promise<{ waiting: number; scheduled: number; failed: number }> {
  const { all, scheduled, failed } = await db
    .selectFrom('jobs')
    .select(({ fn, eb, and }) => [
      fn.countAll<number>().as('all'),
      fn
        .count<number>('id')
        .filterWhere(and([eb('run_at', '>', now()), eb('attempts', '=', 0), eb('failed_at', 'is', null)]))
        .as('scheduled'),
      fn.count<number>('failed_at').as('failed'),
    ])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting: all - scheduled - failed, scheduled, failed }
}

/** The age of the oldest due job of each kind, in seconds; without kinds that have none. */
export async function ageOfJobs(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['kind', fn.min<string>(fn.coalesce('due_at', 'run_at')).as('since')])
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where(({ eb, or }) => or([eb('run_at', '<=', now()), eb('due_at', 'is not', null)]))
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, since }) => [kind, (Date.now() - Date.parse(since)) / 1000]))
}

/** Dead letters, the newest first. */
export const listFailedJobs = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(['id', 'kind', 'attempts', 'failed_at', 'last_error'])
    .where('failed_at', 'is not', null)
    .$narrowType<{ failed_at: NotNull }>()
    .orderBy('failed_at', 'desc')
    .limit(LISTED)
    .execute()

export async function hasFailedJob(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** The id of a dead letter, or 404. */
export async function requireFailedJob(db: Db, id: string): Promise<string> {
  if (!(await hasFailedJob(db, id))) throw notFound()
  return id
}

/** Retries dead letters, all or one; returns how many. Those of personal kinds have lost their payload. */
export async function retryFailedJobs(db: Db, id?: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    // Not 0 attempts: another job with its key may wait.
    .set({ failed_at: null, run_at: now(), due_at: now(), attempts: 1 })
    .where('failed_at', 'is not', null)
    .where('kind', 'not in', PERSONAL_KINDS)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Failed jobs stay for 30 days, for the operator. */
export const deleteFailedJobs = (db: Db): Promise<void> =>
  deleteOlder(db, 'jobs', 'failed_at', fromNow(-FAILED_MS))

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Jobs with one of these payloads, waiting or dead. By the prefixes, which have an index. */
export async function deleteJobsWith(db: Db, payloads: object[]): Promise<void> {
  const texts = payloads.map((payload) => JSON.stringify(payload))
  const beginnings = texts.map((text) => sql<string>`substr(cast(${text} as text), 1, 60)`)
  await db
    .deleteFrom('jobs')
    .where(sql<string>`substr(payload, 1, 60)`, 'in', beginnings)
    .where('payload', 'in', texts)
    .execute()
}
