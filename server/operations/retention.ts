import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RetentionDays } from '#contract/retention.ts'
import { pruneHistory } from '../applications/history-retention.queries.ts'
import type { Config } from '../config.ts'
import { BATCH_SIZE, deleteOlder, repeatUntilDone } from '../lib/batches.ts'
import { inParts, nextTurn } from '../lib/turns.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countGrowth, countRemoved } from '../quota/usage.queries.ts'
import type { Services } from '../services.ts'

const DAY_MS = 24 * 3600 * 1000
/** Each person has counters of their own. */
const COUNTED_AT_ONCE = 25

export const retentionDaysOf = (config: Config): RetentionDays => ({
  APPLICATIONS: config.RETENTION_APPLICATIONS_DAYS,
  SESSIONS: config.RETENTION_SESSIONS_DAYS,
  TICKETS: config.RETENTION_TICKETS_DAYS,
  OUTBOX: config.RETENTION_OUTBOX_DAYS,
  REPORTS: config.RETENTION_REPORTS_DAYS,
  HISTORY: config.RETENTION_HISTORY_DAYS,
})

/** The start of a retention period that ends now. */
const beginOf = (config: Config, period: keyof RetentionDays, nowMs: number): string =>
  new Date(nowMs - retentionDaysOf(config)[period] * DAY_MS).toISOString()

type Needs = Pick<Services, 'db' | 'config'>

/** Empties phone and letter of applications to deleted offers; the rows stay, because hires are counted. */
export function emptyOldApplications({ db, config }: Needs, nowMs = Date.now()): Promise<void> {
  const before = beginOf(config, 'APPLICATIONS', nowMs)
  return repeatUntilDone(async () => {
    const offer = await db
      .selectFrom('offers')
      .select('id')
      .where('deleted_at', '<', before)
      // Repeats the condition of the partial index.
      .where('deleted_at', 'is not', null)
      .where('applications_emptied_at', 'is', null)
      .orderBy('deleted_at')
      .limit(1)
      .executeTakeFirst()
    if (!offer) return true
    await repeatUntilDone(() => emptyApplications(db, offer.id))
    const change = { applications_emptied_at: new Date(nowMs).toISOString() }
    await db.updateTable('offers').set(change).where('id', '=', offer.id).execute()
    return false
  })
}

/** One batch of the offer's applications; true if it was the last. */
const emptyApplications = (db: Services['db'], offerId: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('applications')
      .select(['id', 'user_id', 'phone', 'cover_letter'])
      .where('offer_id', '=', offerId)
      .where((row) => row.or([row('phone', '<>', ''), row('cover_letter', '<>', '')]))
      .orderBy('user_id')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length === 0) return true
    await inParts(rows, COUNTED_AT_ONCE, async (part) => {
      for (const { user_id, phone, cover_letter } of part) {
        await countGrowth(tx, user_id, rowBytes({}) - rowBytes({ phone, cover_letter }))
      }
    })
    await nextTurn()
    const ids = rows.map(({ id }) => id)
    await tx.updateTable('applications').set({ phone: '', cover_letter: '' }).where('id', 'in', ids).execute()
    return rows.length < BATCH_SIZE
  })

export const deleteOldSessions = ({ db, config }: Needs, nowMs = Date.now()): Promise<void> =>
  deleteOlder(db, 'sessions', 'expires_at', beginOf(config, 'SESSIONS', nowMs))

/** Status changes that no longer decide a state, and archived withdrawn applications. */
export const pruneOldHistory = ({ db, config }: Needs, nowMs = Date.now()): Promise<void> =>
  pruneHistory(db, beginOf(config, 'HISTORY', nowMs))

/** Reports with their texts and decisions; the log stays. */
export const deleteOldReports = ({ db, config }: Needs, nowMs = Date.now()): Promise<void> =>
  deleteOlder(db, 'reports', 'closed_at', beginOf(config, 'REPORTS', nowMs))

export function deleteOldSupportTickets({ db, config }: Needs, nowMs = Date.now()): Promise<void> {
  const before = beginOf(config, 'TICKETS', nowMs)
  return repeatUntilDone(() =>
    db.transaction().execute(async (tx) => {
      const oldest = tx
        .selectFrom('tickets')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(BATCH_SIZE)
      const rows = await tx
        .deleteFrom('tickets')
        .where('id', 'in', oldest)
        .returning(['user_id', 'name', 'email', 'category', 'subject', 'message'])
        .execute()
      await nextTurn()
      await inParts(rows.toSorted(byUser), COUNTED_AT_ONCE, async (part) => {
        for (const { user_id, ...texts } of part) {
          if (user_id !== null) await countRemoved(tx, user_id, 'ticket', rowBytes(texts))
        }
      })
      return rows.length < BATCH_SIZE
    }),
  )
}

/** Locked in one order everywhere, which prevents deadlocks (usage.queries.ts). */
const byUser = (one: { user_id: string | null }, other: { user_id: string | null }) =>
  (one.user_id ?? '') < (other.user_id ?? '') ? -1 : 1

/** Mails written as files into the data directory of this process. */
export async function deleteOldMails({ config }: Pick<Needs, 'config'>, nowMs = Date.now()): Promise<void> {
  const folder = join(config.DATA_DIR, 'outbox')
  const before = Date.parse(beginOf(config, 'OUTBOX', nowMs))
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: nowMs }))
    if (mtimeMs < before) await rm(file, { force: true })
  }
}
