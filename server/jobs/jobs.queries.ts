import type { Db } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { deleteOlder } from '../lib/slices.ts'
import type { JobKind } from './jobs.ts'

/** Longer than any mail server takes; then another process may take the job over. */
const LEASE_MS = 10 * 60_000
const FAILED_MS = 30 * 24 * 3600_000

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

/** The same, unless such a job is waiting already. */
export async function insertJobOnce(db: Db, kind: JobKind, payload: unknown): Promise<void> {
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('payload', '=', JSON.stringify(payload))
    .where('attempts', '=', 0)
    .where('failed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) await insertJob(db, kind, payload)
}

/** Leases the next due job to this process. */
export async function takeDueJob(db: Db): Promise<DueJob | undefined> {
  const due = await db
    .selectFrom('jobs')
    .select('id')
    .where('run_at', '<=', now())
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    // What nobody waits for comes last (X6).
    .orderBy(({ eb, val }) => eb('kind', '=', val('search texts')))
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  const taken = await db
    .updateTable('jobs')
    .set((row) => ({ run_at: fromNow(LEASE_MS), attempts: row('attempts', '+', 1) }))
    .where('id', '=', due.id)
    .where('run_at', '<=', now())
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
  // Another process was quicker.
  return taken ?? takeDueJob(db)
}

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
}

export async function postponeJob(db: Db, id: string, delayMs: number, reason: string): Promise<void> {
  const change = { run_at: fromNow(delayMs), last_error: reason }
  await db.updateTable('jobs').set(change).where('id', '=', id).execute()
}

/** For good. The payload goes, since it may be personal. */
export async function failJob(db: Db, id: string, reason: string): Promise<void> {
  const change = { failed_at: now(), last_error: reason, payload: '{}' }
  await db.updateTable('jobs').set(change).where('id', '=', id).execute()
}

export async function countJobs(db: Db): Promise<{ waiting: number; failed: number }> {
  const { all, failed } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('failed_at').as('failed')])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting: all - failed, failed }
}

/** Failed jobs stay for 30 days, for the operator. */
export const deleteFailedJobs = (db: Db): Promise<void> =>
  deleteOlder(db, 'jobs', 'failed_at', fromNow(-FAILED_MS))

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
