import { sql } from 'kysely'
import { Responsiveness } from '#contract/responsiveness.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { parseJson } from '../lib/mapping.ts'
import type { Services } from '../services.ts'
import { ANSWERS, answerByOf } from './application-life.ts'
import { type Counted, NOT_RATED, periodStart, responsivenessOf } from './responsiveness.ts'

/** Stored beside the recruiter; '' is not rated. */
export const readResponsiveness = (stored: string | null): Responsiveness =>
  stored ? parseJson(Responsiveness, stored) : NOT_RATED

/** A new application counts at the end of its time to be answered. */
export const recountAfterApplication = (tx: Tx, ownerId: string, noAnswerDays: number) =>
  scheduleRecount(tx, ownerId, answerByOf(now(), noAnswerDays))

/** An answer, given, reverted or withdrawn; a future one counts at its time. */
export const recountAfterAnswer = (tx: Tx, ownerId: string) => scheduleRecount(tx, ownerId, now())

/** Schedules the recount of a recruiter, unless one is due before. In the transaction of the cause. */
async function scheduleRecount(tx: Tx, userId: string, dueAt: string): Promise<void> {
  // Takes no lock where a recount is due already: the condition is read before the row is locked.
  await tx
    .updateTable('responsiveness_due')
    .set({ due_at: dueAt })
    .where('user_id', '=', userId)
    .where('due_at', '>', dueAt)
    .execute()
  await tx
    .insertInto('responsiveness_due')
    .values({ user_id: userId, due_at: dueAt })
    .onConflict((known) => known.column('user_id').doNothing())
    .execute()
}

const BATCH = 20

type Needs = Pick<Services, 'db' | 'config' | 'changes'>

/** Recounts the recruiters that are due; true when there may be more. */
export async function recountDue({ db, config, changes }: Needs): Promise<boolean> {
  const due = await db
    .selectFrom('responsiveness_due')
    .select(['user_id', 'due_at'])
    .where('due_at', '<=', now())
    .orderBy('due_at')
    .limit(BATCH)
    .execute()
  let hasChanged = false
  for (const { user_id, due_at } of due) {
    if (await recountOne(db, user_id, due_at, config.NO_ANSWER_DAYS)) hasChanged = true
  }
  if (hasChanged) await changes.publish(['offers', 'people'])
  return due.length === BATCH
}

/** Whether the stored value changed. Dequeued first, so that a cause during the count schedules the next one. */
async function recountOne(db: Needs['db'], userId: string, dueAt: string, noAnswerDays: number) {
  return db.transaction().execute(async (tx) => {
    const taken = await tx
      .deleteFrom('responsiveness_due')
      .where('user_id', '=', userId)
      .where('due_at', '=', dueAt)
      .returning('user_id')
      .executeTakeFirst()
    if (!taken) return false
    const time = now()
    const counted = await readCounted(tx, userId, time)
    const { responsiveness, changesAt } = responsivenessOf(counted, noAnswerDays, time)
    if (changesAt !== null) {
      await tx.insertInto('responsiveness_due').values({ user_id: userId, due_at: changesAt }).execute()
    }
    const stored = responsiveness.rated ? JSON.stringify(responsiveness) : ''
    const changed = await tx
      .updateTable('users')
      .set({ responsiveness: stored })
      .where('id', '=', userId)
      .where('responsiveness', '<>', stored)
      .returning('id')
      .executeTakeFirst()
    return changed !== undefined
  })
}

/** The applications of others to the offers of this recruiter, deleted offers included. */
export async function readCounted(db: Db, ownerId: string, time: string): Promise<Counted[]> {
  const rows = await db
    .selectFrom('offers')
    .innerJoin('applications', 'applications.offer_id', 'offers.id')
    .select(['applications.applied_at', 'applications.answered_at', 'applications.withdrawn_at'])
    // Rows older than the column, or of a node of the former release.
    .select(({ selectFrom }) =>
      selectFrom('application_changes')
        .select(({ fn }) => fn.min('changed_at').as('at'))
        .whereRef('application_changes.application_id', '=', 'applications.id')
        .where('application_changes.to_status', 'in', ANSWERS)
        .where('application_changes.sent_at', 'is', null)
        .where(sql<boolean>`applications.answered_at is null`)
        .as('old_answer_at'),
    )
    .where('offers.owner_id', '=', ownerId)
    .whereRef('applications.user_id', '<>', 'offers.owner_id')
    .where('applications.applied_at', '>=', periodStart(time))
    .execute()
  return rows.map((row) => ({
    appliedAt: row.applied_at,
    answeredAt: row.answered_at ?? row.old_answer_at,
    withdrawnAt: row.withdrawn_at,
  }))
}
