import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { scheduleJob } from '../jobs/jobs.queries.ts'
import type { Db } from '../lib/db.ts'
import { release } from './migrations.ts'
import type { Release } from './types.ts'

const PAUSE_MS = 20
/** Below the timeout of the job, which is then continued by another one. */
const SPAN_MS = 5 * 60_000
const RETRY_MS = 60_000

/** The job that fills new columns of old rows in batches while the server runs. */
export async function backFill(
  { db }: { db: Db },
  { migration }: { migration: string },
  { migrations, backFills }: Pick<Release, 'migrations' | 'backFills'> = release,
): Promise<void> {
  const statement = backFills[migration]
  if (statement === undefined) {
    // Of a newer release during a rollout: left to its processes.
    const at = new Date(Date.now() + RETRY_MS).toISOString()
    if (!migrations[migration]) await scheduleJob(db, 'back-fill', { migration }, { key: migration, at })
    return
  }
  const end = performance.now() + SPAN_MS
  for (;;) {
    if ((await runOnce(db, statement)) === 0) return
    if (performance.now() > end) return scheduleJob(db, 'back-fill', { migration }, { key: migration })
    await wait(PAUSE_MS)
  }
}

async function runOnce(db: Db, statement: Release['backFills'][string]): Promise<number> {
  if (typeof statement === 'function') return statement(db)
  const { numAffectedRows = 0n } = await sql.raw(statement).execute(db)
  return Number(numAffectedRows)
}
