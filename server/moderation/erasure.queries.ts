import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'

/** Removes a person's texts from their reports; the reports remain. */
export const emptyEntries = (tx: Tx, ids: string[]) =>
  tx.updateTable('report_entries').set({ text: '' }).where('id', 'in', ids).execute()

/**
 * Reports about a person, with the copied texts of the person and those of the reporters; an open one is
 * closed. The log retains ids, which are anonymous by then, and the texts of moderators.
 */
export async function emptyReports(tx: Tx, ids: string[]): Promise<void> {
  await tx.updateTable('report_entries').set({ text: '' }).where('report_id', 'in', ids).execute()
  await tx.updateTable('decisions').set({ appeal: null, reason: '' }).where('report_id', 'in', ids).execute()
  await tx
    .updateTable('reports')
    .set((row) => ({
      snapshot: '{}',
      state: 'closed',
      frozen_at: null,
      closed_at: row.fn.coalesce('closed_at', row.val(now())),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** For the person's export. */
export const listOwnReports = (db: Db, userId: string) =>
  db
    .selectFrom('report_entries')
    .select(['kind', 'thing_id', 'reason', 'text', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** For the export of an author: the decisions, without reporters and moderators. */
export const listDecisionsAbout = (db: Db, userId: string) =>
  db
    .selectFrom('decisions')
    .innerJoin('reports', 'reports.id', 'decisions.report_id')
    .select([
      'reports.kind',
      'reports.thing_id',
      'decisions.act',
      'decisions.reason',
      'decisions.until',
      'decisions.appeal',
      'decisions.created_at',
    ])
    .where('decisions.author_id', '=', userId)
    .orderBy('decisions.created_at')
    .execute()
