import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ERASURE_DAYS } from '#contract/retention.ts'
import { deleteFiles } from '../files/clean-up.queries.ts'
import type { JobServices } from '../jobs/worker.ts'
import { BATCH_SIZE } from '../lib/batches.ts'
import { inParts } from '../lib/turns.ts'
import { mergeSearch, truncateWal } from '../sqlite/thread.ts'
import { deactivate } from './deactivation.ts'
import { emptyWork } from './emptied-work.queries.ts'
import { listErasuresInFile, recordErasure } from './erased-ids.ts'
import {
  deleteRemains,
  emptyAccount,
  findAccountState,
  findRemains,
  listAddresses,
  listDueAccounts,
  listFilesOf,
  noteRemains,
} from './erasure.queries.ts'
import { wipeFreePages } from './free-pages.ts'
import { syncVisibility } from './visibility.ts'

type Needs = Pick<JobServices, 'bus' | 'config' | 'db' | 'engine' | 'files' | 'log'>

const DAY_MS = 24 * 3600 * 1000
/** Bounds one run of scheduled maintenance; the next one continues. */
const ACCOUNTS_AT_ONCE = 250

/**
 * Erases a person (D-5); docs/operations.md lists what remains. Files go first and the e-mail address last, so that
 * the next attempt finds an interrupted account and completes it. Returns false for an erased account and, with
 * `before`, for one not deactivated by then. `inFile`: the ids already recorded in the data directory.
 */
export async function eraseUser(
  services: Needs,
  userId: string,
  { before, inFile }: { before?: string; inFile?: ReadonlySet<string> } = {},
): Promise<boolean> {
  const { db, engine, files, log } = services
  const account = await findAccountState(db, userId)
  if (!account || account.erased_at !== null) return false
  if (before !== undefined && !(account.deactivated_at !== null && account.deactivated_at <= before))
    return false
  // Deactivated first, so that no request adds data during the erasure.
  if (account.deactivated_at === null) await db.transaction().execute((tx) => deactivate(tx, userId))
  // Before the rows that it counts are erased.
  await syncVisibility(services, userId)
  const uploads = await listFilesOf(db, userId)
  for (const { name } of uploads) await files.deleteFolder(name.replace(/\.\w+$/, ''))
  for (const email of await listAddresses(db, userId)) await removeOutboxMails(services, email)
  await overwriting(services, async () => {
    await inParts(uploads, BATCH_SIZE, (part) =>
      deleteFiles(
        db,
        part.map(({ id }) => id),
      ),
    )
    await emptyWork(services, userId)
    await db.transaction().execute(async (tx) => {
      await emptyAccount(tx, userId)
      if (engine === 'sqlite') await noteRemains(tx)
    })
  })
  // Last: a record of a person reactivated in the meantime would erase them at the next restore.
  await recordErasure(services.config, userId, inFile).catch((err: unknown) =>
    log.error({ err, userId }, 'an erasure was not recorded for later restores'),
  )
  log.info({ event: 'erased', userId }, 'activity')
  return true
}

/** After a restore: repeats the erasures since the backup. Returns their number. */
export async function repeatErasures(services: Needs, ids: Iterable<string>): Promise<number> {
  let count = 0
  const inFile = listErasuresInFile(services.config)
  for (const id of ids) if (await eraseUser(services, id, { inFile })) count += 1
  await forgetWords(services)
  return count
}

/** Erases one person, and their words from the search index and unused pages. */
export async function eraseUserAtOnce(services: Needs, userId: string): Promise<void> {
  await eraseUser(services, userId)
  await forgetWords(services)
}

/**
 * Erases accounts deactivated more than `ERASURE_DAYS` before the current day (UTC); called every hour. In days, because
 * each erasure merges the search index. A failing account does not block the others.
 */
export async function eraseDueAccounts(services: Needs, nowMs = Date.now()): Promise<void> {
  const dayBegan = nowMs - (nowMs % DAY_MS)
  const before = new Date(dayBegan - ERASURE_DAYS * DAY_MS).toISOString()
  const failures: unknown[] = []
  let visited = 0
  while (visited < ACCOUNTS_AT_ONCE) {
    // Failed accounts are still the first of the list.
    const range = { limit: ACCOUNTS_AT_ONCE - visited, offset: failures.length }
    const due = await listDueAccounts(services.db, before, range)
    if (due.length === 0) break
    for (const { id } of due) {
      try {
        // Support may have reactivated it in the meantime.
        await eraseUser(services, id, { before })
        visited += 1
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await forgetWords(services)
  if (failures.length > 0) throw new AggregateError(failures, 'Some accounts could not be erased.')
}

/** Without a mail server, mails are files; deletes those to or from this address. */
async function removeOutboxMails({ config }: Needs, email: string): Promise<void> {
  const folder = join(config.DATA_DIR, 'outbox')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const mail = await readFile(join(folder, name), 'utf8').catch(() => '')
    if (addressesIn(mail).has(email)) await rm(join(folder, name), { force: true })
  }
}

/** Matches complete addresses: ana@example.com is neither in mariana@example.com nor in ana@example.com.ar. */
const addressesIn = (mail: string): Set<string> =>
  new Set(
    mail
      .toLowerCase()
      // Characters that no address contains (contract/values.ts), and at its end those that end a sentence.
      .split(/[\s"'<>(),;:\\[\]]+/)
      .map((word) => word.replace(/[^a-z0-9]+$/, '')),
  )

/** SQLite: the next call completes an interrupted one. Both may contain remains of earlier changes by the running server. */
async function forgetWords(services: Needs): Promise<void> {
  const remains = await findRemains(services.db)
  if (remains === undefined) return
  await mergeSearch(services)
  await overwriting(services, () => wipeFreePages(services.db))
  await truncateWal(services)
  await deleteRemains(services.db, remains)
}

/** SQLite leaves deleted texts in unused parts of pages by default. */
async function overwriting({ db, engine }: Needs, act: () => Promise<void>): Promise<void> {
  if (engine !== 'sqlite') return act()
  await sql`pragma secure_delete = on`.execute(db)
  try {
    await act()
  } finally {
    await sql`pragma secure_delete = fast`.execute(db)
  }
}
