import type { Status, StatusChange } from '#contract/applications.ts'
import type { Db, Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { ROW_BYTES } from '../quota/quotas.ts'
import { countCreated } from '../quota/usage.queries.ts'

/** Any status may follow any other; each change is remembered (O3). False when it was that status already. */
export async function updateStatus(
  tx: Tx,
  { applicationId, changedBy, to }: { applicationId: string; changedBy: string; to: Status },
): Promise<boolean> {
  // The row is locked by a write before it is read, so that two changes at once each see the other's status.
  await tx
    .updateTable('applications')
    .set((row) => ({ status: row.ref('status') }))
    .where('id', '=', applicationId)
    .execute()
  const { status: from } = await tx
    .selectFrom('applications')
    .select('status')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow()
  if (from === to) return false
  await tx.updateTable('applications').set({ status: to }).where('id', '=', applicationId).execute()
  await insertStatusChange(tx, applicationId, changedBy, from, to, await nextChangeTime(tx, applicationId))
  if (to === 'accepted') await changeTotal(tx, 'hires', 1)
  if (from === 'accepted') await changeTotal(tx, 'hires', -1)
  await countCreated(tx, [{ subject: changedBy, kind: 'statusChange', bytes: ROW_BYTES }])
  return true
}

/** The status changes of an application, oldest first. For the owner of the offer only. */
export async function listChanges(db: Db, applicationId: string): Promise<StatusChange[]> {
  const rows = await db
    .selectFrom('application_changes as change')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'change.changed_by').on('users.deactivated_at', 'is', null),
    )
    .select([
      'change.from_status',
      'change.to_status',
      'change.changed_at',
      'users.id',
      'users.name',
      'users.surname',
    ])
    .where('change.application_id', '=', applicationId)
    .orderBy('change.changed_at')
    .orderBy('change.id')
    .execute()
  return rows.map((row) => ({
    from: row.from_status,
    to: row.to_status,
    changedBy: row.id,
    changedByName: row.id === null ? '' : `${row.name} ${row.surname}`,
    changedAt: row.changed_at,
  }))
}

export async function insertStatusChange(
  tx: Tx,
  applicationId: string,
  changedBy: string,
  from: Status | null,
  to: Status,
  changedAt: string,
): Promise<void> {
  await tx
    .insertInto('application_changes')
    .values({
      id: newId(),
      application_id: applicationId,
      changed_by: changedBy,
      from_status: from,
      to_status: to,
      changed_at: changedAt,
    })
    .execute()
}

/** Later than every change before, in the same millisecond or by a clock behind: a history has one order. */
async function nextChangeTime(tx: Tx, applicationId: string): Promise<string> {
  const { last } = await tx
    .selectFrom('application_changes')
    .select(({ fn }) => fn.max('changed_at').as('last'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow()
  const time = now()
  return last === null || last < time ? time : new Date(Date.parse(last) + 1).toISOString()
}
