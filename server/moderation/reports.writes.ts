import { sql } from 'kysely'
import type { ReportReason } from '#contract/reports.ts'
import { m } from '#contract/texts.ts'
import type { Tx } from '../lib/db.ts'
import { conflict } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { hideThing } from './hiding.ts'
import { readStanding } from './standing.queries.ts'
import type { ReportedThing } from './things.ts'

type Reporter = {
  /** An account; null for a visitor or an automatic report. */
  id: string | null
  /** Identifies the reporter, who can report a thing once. */
  key: string
}

type NewReport = { thing: ReportedThing; reporter: Reporter; reason: ReportReason; text: string }

/** The reporter of automatic reports. */
const MACHINE = 'machine'

/** The cap of one person (X3). */
const MAX_REPORTS = 2000

/** The cap of reporters whose standing is checked. */
const MAX_COUNTED = 200

/**
 * Adds a report to the open one about its thing, or opens one. The thing is hidden until a moderator decides when
 * `freezeAt` different people in good standing have reported it. 409 for a second one of the same person, and
 * beyond the cap.
 */
export async function insertReport(
  tx: Tx,
  { thing, reporter, reason, text }: NewReport,
  freezeAt: number,
): Promise<{ id: string; isFrozen: boolean }> {
  const { kind, id: thingId, authorId } = thing
  if (reporter.id !== null) await requireRoom(tx, reporter.id)
  const report = await openReport(tx, thing)
  const added = await tx
    .insertInto('report_entries')
    .values({
      id: newId(),
      report_id: report.id,
      kind,
      thing_id: thingId,
      reporter_id: reporter.id,
      reporter_key: reporter.key,
      reason,
      text,
      created_at: now(),
    })
    .onConflict((known) => known.columns(['kind', 'thing_id', 'reporter_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw conflict('ALREADY_REPORTED', m.moderation_already_reported())
  const isDue =
    kind !== 'message' && report.frozen_at === null && (await countGood(tx, report.id)) >= freezeAt
  const isFrozen = isDue && (await hideThing(tx, { kind, id: thingId, authorId }))
  if (isFrozen)
    await tx.updateTable('reports').set({ frozen_at: now() }).where('id', '=', report.id).execute()
  return { id: report.id, isFrozen }
}

async function requireRoom(tx: Tx, reporterId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('report_entries')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('reporter_id', '=', reporterId)
    .executeTakeFirstOrThrow()
  if (Number(count) < MAX_REPORTS) return
  throw conflict('LIMIT_REACHED', m.limits_cap({ max: MAX_REPORTS, noun: m.limits_report() }))
}

/** The open report about this thing, locked, or a new one without reporters. */
export function openReport(tx: Tx, { kind, id, authorId, snapshot }: ReportedThing) {
  return tx
    .insertInto('reports')
    .values({
      id: newId(),
      kind,
      thing_id: id,
      author_id: authorId,
      snapshot: JSON.stringify(snapshot),
      created_at: now(),
    })
    .onConflict((open) =>
      open
        .columns(['kind', 'thing_id'])
        .where('state', '=', sql.lit('open'))
        // A write, which locks the row: reports of one thing are counted one after the other.
        .doUpdateSet((row) => ({ kind: row.ref('reports.kind') })),
    )
    .returning(['id', 'frozen_at'])
    .executeTakeFirstOrThrow()
}

/** An automatic report by a rule, once for a thing; freezes nothing. False if there was one. */
export async function insertAutomaticReport(
  tx: Tx,
  thing: ReportedThing,
  { reason, text }: { reason: ReportReason; text: string },
): Promise<boolean> {
  const known = await tx
    .selectFrom('report_entries')
    .select('id')
    .where('kind', '=', thing.kind)
    .where('thing_id', '=', thing.id)
    .where('reporter_key', '=', MACHINE)
    .executeTakeFirst()
  if (known) return false
  const reporter = { id: null, key: MACHINE }
  await insertReport(tx, { thing, reporter, reason, text }, Number.POSITIVE_INFINITY)
  return true
}

/** The reporters in good standing. */
async function countGood(tx: Tx, reportId: string): Promise<number> {
  const rows = await tx
    .selectFrom('report_entries')
    .select('reporter_id')
    .where('report_id', '=', reportId)
    .where('reporter_id', 'is not', null)
    .limit(MAX_COUNTED)
    .execute()
  const ids = rows.flatMap(({ reporter_id }) => reporter_id ?? [])
  const standing = await readStanding(tx, ids)
  return ids.filter((id) => standing.get(id)?.standing === 'good').length
}
