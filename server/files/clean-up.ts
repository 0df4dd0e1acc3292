import { nextTurn } from '../lib/turns.ts'
import type { Services } from '../services.ts'
import {
  clearOrphans,
  deleteFiles,
  hasFiles,
  listDueFiles,
  listFileReferences,
  listFoldersWithRow,
  markOrphans,
  retireOrphans,
} from './clean-up.queries.ts'

const DAY_MS = 24 * 3600 * 1000
/** Rows per batch, by key, which does not delay requests. */
const BATCH = 200
/** Uploads per batch: each searches its owner’s texts, some with 500 projects (X1). */
const SEARCHED = 1

/**
 * Deletes uploads without references for a day, the bytes of uploads retired a day ago, and leftovers of a crash (F6).
 * Safe at any time and in several processes: every step checks again.
 */
export async function removeUnusedFiles(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  at = new Date(),
): Promise<void> {
  const now = at.toISOString()
  const limit = new Date(at.getTime() - DAY_MS).toISOString()

  for await (const batch of batchesOfRows((after) => listFileReferences(db, after, SEARCHED))) {
    const idsOf = (rows: typeof batch) => rows.map(({ id }) => id)
    await nextTurn()
    const orphans = batch.filter((file) => !file.isReferenced)
    await clearOrphans(db, idsOf(batch.filter((file) => file.isReferenced && file.orphaned_at !== null)))
    await markOrphans(db, idsOf(orphans.filter((file) => file.orphaned_at === null)), now)
    // It searches once more.
    await nextTurn()
    await retireOrphans(db, idsOf(orphans.filter((file) => (file.orphaned_at ?? now) <= limit)), limit, now)
  }

  for (;;) {
    const due = await listDueFiles(db, limit, BATCH)
    for (const { name } of due) await files.deleteFolder(folderOf(name))
    await deleteFiles(
      db,
      due.map(({ id }) => id),
    )
    if (due.length < BATCH) break
  }

  if (!(await hasFiles(db))) {
    log.warn(
      'the database knows no upload: nothing is deleted from the store, in case this is the wrong database',
    )
    return
  }
  for await (const folders of inBatches(files.listFolders())) {
    const known = new Set((await listFoldersWithRow(db, folders)).map(folderOf))
    for (const folder of folders.filter((name) => !known.has(name))) {
      const storedAt = await files.storedAt(folder)
      if (storedAt && storedAt.toISOString() <= limit) await files.deleteFolder(folder)
    }
  }
}

const folderOf = (name: string) => name.replace(/\.\w+$/, '')

async function* batchesOfRows<Row extends { id: string }>(read: (after: string) => Promise<Row[]>) {
  let after = ''
  for (;;) {
    const rows = await read(after)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < SEARCHED) return
    after = last.id
    await nextTurn()
  }
}

async function* inBatches(names: AsyncIterable<string>) {
  let batch: string[] = []
  for await (const name of names) {
    batch.push(name)
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  yield batch
}
