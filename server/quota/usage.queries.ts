import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { preparedForIds, preparedForRows } from '../lib/prepared.ts'
import type { QuotaKind } from './quotas.ts'

/** A person's id, or the network of a visitor (quota.ts). */
export type Subject = string

/** Created rows of one kind; `bytes` of all of them together. */
export type Created = { subject: Subject; kind: QuotaKind; bytes: number; count?: number }

type Amount = { subject: Subject; kind: QuotaKind | 'bytes'; total: number; day: string; today: number }

/**
 * Counts created rows, in the transaction that stores them: the counters stay locked until its end, so parallel
 * requests on any node see each other. Call it before the rows of conversations and inboxes are locked.
 */
export async function countCreated(tx: Tx, created: readonly Created[]): Promise<void> {
  const amounts = new Map<string, Amount>()
  const day = today()
  const add = (subject: Subject, kind: Amount['kind'], amount: number) => {
    // Sorts the bytes of a person first: whatever the kind, parallel requests queue there.
    const key = `${subject} ${kind === 'bytes' ? '' : kind}`
    const total = (amounts.get(key)?.total ?? 0) + amount
    amounts.set(key, { subject, kind, total, day, today: total })
  }
  for (const { subject, kind, bytes, count = 1 } of created) {
    add(subject, 'bytes', bytes)
    add(subject, kind, count)
  }
  // Locked in one order everywhere, which prevents deadlocks.
  const rows = [...amounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, amount]) => amount)
  await addAmounts(tx, rows)
}

const addAmounts = preparedForRows((db, rows: Amount[]) =>
  db
    .insertInto('quota_usage')
    .values(rows)
    .onConflict((known) =>
      known.columns(['subject', 'kind']).doUpdateSet((eb) => ({
        total: eb('quota_usage.total', '+', eb.ref('excluded.total')),
        today: eb
          .case()
          .when('quota_usage.day', '=', eb.ref('excluded.day'))
          .then(eb('quota_usage.today', '+', eb.ref('excluded.today')))
          .else(eb.ref('excluded.today'))
          .end(),
        day: eb.ref('excluded.day'),
      })),
    ),
)

/** Counts the bytes by which rows grew or shrank; a shrinking row gives bytes back. */
export async function countGrowth(tx: Tx, subject: Subject, bytes: number): Promise<void> {
  if (bytes < 0) return subtract(tx, subject, 'bytes', -bytes)
  if (bytes > 0) await addAmounts(tx, [{ subject, kind: 'bytes', total: bytes, day: today(), today: bytes }])
}

/**
 * Counts one thing less. `bytes` for bytes no longer stored: soft-deleted rows still are, so that creating and
 * deleting in turn cannot fill the disk.
 */
export async function countRemoved(tx: Tx, subject: Subject, kind: QuotaKind, bytes = 0): Promise<void> {
  if (bytes > 0) await subtract(tx, subject, 'bytes', bytes)
  await subtract(tx, subject, kind, 1)
}

/** Not below zero: rows stored by a node of the former version during an update were not counted. */
async function subtract(tx: Tx, subject: Subject, kind: Amount['kind'], amount: number): Promise<void> {
  await tx
    .updateTable('quota_usage')
    .set((row) => ({
      total: row
        .case()
        .when('total', '>', amount)
        .then(row('total', '-', amount))
        .else(0)
        .end(),
    }))
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .execute()
}

export type Usage = { total: number; today: number }

/** The usage of one kind, or all bytes; the count of a former day is 0. */
export async function readUsage(db: Db, subjects: readonly Subject[]) {
  const rows = await listUsage(db, subjects)
  const usage = new Map(rows.map((row) => [`${row.subject} ${row.kind}`, row]))
  const day = today()
  return (subject: Subject, kind: Amount['kind']): Usage => {
    const row = usage.get(`${subject} ${kind}`)
    return { total: row?.total ?? 0, today: row?.day === day ? row.today : 0 }
  }
}

const listUsage = preparedForIds((db, subjects) =>
  db
    .selectFrom('quota_usage')
    .select(['subject', 'kind', 'total', 'day', 'today'])
    .where('subject', 'in', subjects),
)

/** The prefix of a visitor's subject; ids of people sort before it. */
export const VISITOR = 'visitor '

/** Visitors are counted by the day only. Part of scheduled maintenance. */
export async function deleteOldVisitorUsage(db: Db): Promise<void> {
  await db.deleteFrom('quota_usage').where('subject', '>=', VISITOR).where('day', '<', today()).execute()
}

const today = (): string => now().slice(0, 10)
