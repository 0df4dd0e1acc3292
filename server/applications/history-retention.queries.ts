import type { Kysely } from 'kysely'
import { BATCH_SIZE, deleteOlder, repeatUntilDone } from '../lib/batches.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { ROW_BYTES } from '../quota/quotas.ts'
import { countRemoved } from '../quota/usage.queries.ts'
import { type Change, decidingSteps } from './application-life.ts'

/** A cursor in `server_state`, so that retained steps are not read again each hour. */
const DONE_UNTIL = 'history thinned until'
const BEGIN = '1970-01-01T00:00:00.000Z'

type Database = Kysely<Tables>
type Span = { after: string; until: string }

/**
 * Deletes status changes older than `before`, except those that decide the state of an application, and former
 * applications withdrawn before it.
 */
export async function pruneHistory(db: Database, before: string): Promise<void> {
  await repeatUntilDone(async () => {
    const after = await readDoneUntil(db)
    if (after >= before) return true
    const end = await findEndOfBatch(db, after, before)
    // Times have milliseconds; finer ones of other programs must not repeat a batch forever.
    const until = end !== undefined && end > after ? end : before
    await db.transaction().execute((tx) => prunePeriod(tx, { after, until }))
    return until === before
  })
  await deleteOlder(db, 'former_applications', 'withdrawn_at', before)
}

/** The time of the last row of the next batch; undefined if fewer are left. */
async function findEndOfBatch(db: Db, after: string, before: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('application_changes')
    .select('changed_at')
    .where('changed_at', '>', after)
    .where('changed_at', '<=', before)
    .orderBy('changed_at')
    .offset(BATCH_SIZE - 1)
    .limit(1)
    .executeTakeFirst()
  return last?.changed_at
}

async function prunePeriod(tx: Tx, span: Span): Promise<void> {
  const steps = await readSteps(tx, span)
  const retained = new Set(
    [...Map.groupBy(steps, ({ applicationId }) => applicationId).values()].flatMap(decidingSteps),
  )
  const ids = steps.filter((step) => !retained.has(step) && step.at <= span.until).map(({ id }) => id)
  if (ids.length > 0) {
    const gone = await tx
      .deleteFrom('application_changes')
      .where('id', 'in', ids)
      .returning('changed_by')
      .execute()
    // Locked in one order everywhere, which prevents deadlocks.
    for (const { changed_by } of gone.toSorted((a, b) =>
      (a.changed_by ?? '') < (b.changed_by ?? '') ? -1 : 1,
    )) {
      if (changed_by !== null) await countRemoved(tx, changed_by, 'statusChange', ROW_BYTES)
    }
  }
  const row = { name: DONE_UNTIL, value: span.until, changed_at: now() }
  await tx
    .insertInto('server_state')
    .values(row)
    .onConflict((known) => known.column('name').doUpdateSet(row))
    .execute()
}

type Step = Change & { id: string; applicationId: string }

/** All status changes of the applications with one in this span, oldest first, without the application itself. */
async function readSteps(tx: Tx, { after, until }: Span): Promise<Step[]> {
  const rows = await tx
    .selectFrom('application_changes')
    .select(['id', 'application_id', 'to_status', 'changed_at', 'sent_at', 'changed_by'])
    .where('application_id', 'in', (select) =>
      select
        .selectFrom('application_changes')
        .select('application_id')
        .where('changed_at', '>', after)
        .where('changed_at', '<=', until),
    )
    .where('from_status', 'is not', null)
    .orderBy('changed_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    applicationId: row.application_id,
    to: row.to_status,
    at: row.changed_at,
    sentAt: row.sent_at ?? row.changed_at,
    by: row.changed_by,
  }))
}

async function readDoneUntil(db: Db): Promise<string> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('name', '=', DONE_UNTIL)
    .executeTakeFirst()
  return row?.value ?? BEGIN
}
