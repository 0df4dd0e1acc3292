import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../../server/lib/db.ts'
import { gramsOf } from '../../server/lib/search-text.ts'
import { migrate } from '../../server/migrations/migrate.ts'
import { createFillProgress, type FillProgress } from './fill-progress.ts'
import { type Sizes, sizesOf, type TableRows, tableRows } from './fill-rows.ts'
import { filledOnce } from './filled.ts'

/**
 * A data directory with this many offers and their related rows, filled once per schema. It is shared between runs,
 * so benches write little into it.
 */
export async function filledDataDir(offers: number): Promise<string> {
  const progress = createFillProgress(`SQLite, ${offers.toLocaleString('en')} offers:`)
  return filledOnce(String(offers), 'sqlite', progress, async (dir) => {
    const file = join(dir, 'puente.db')
    const database = openSqlite(file)
    await migrate(database)
    await database.close()
    fill(file, sizesOf(offers), progress)
    progress.end('filled')
    writeFileSync(join(dir, 'fill.json'), JSON.stringify(sizesOf(offers)))
  })
}

/** Rows first, then indexes and triggers: one sorted pass each instead of a look-up per row. */
function fill(file: string, sizes: Sizes, progress: FillProgress): void {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -524288')
  db.exec('pragma foreign_keys = off; pragma temp_store = memory')
  const deferred = db
    .prepare(
      "select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null",
    )
    .all()
  for (const { type, name } of deferred) db.exec(`drop ${type} ${name}`)
  db.exec('begin')
  for (const rows of tableRows(sizes)) insert(db, rows, progress)
  fillTotals(db, sizes)
  for (const table of ['users', 'projects', 'offers']) {
    progress.log(`search of ${table} …`)
    fillSearch(db, table)
  }
  for (const { name, sql } of deferred) {
    progress.log(`${name} …`)
    db.exec(String(sql))
  }
  db.exec('commit')
  progress.log('analyze …')
  db.exec('analyze; pragma journal_mode = wal')
  db.close()
}

function insert(db: DatabaseSync, { table, columns, count, rows }: TableRows, progress: FillProgress): void {
  const parameters = columns.map(() => '?').join()
  const statement = db.prepare(`insert into ${table} (${columns.join()}) values (${parameters})`)
  let inserted = 0
  for (const row of rows) {
    statement.run(...row)
    inserted += 1
    if (inserted % 20_000 === 0) progress.count(table, inserted, count)
  }
}

function fillTotals(db: DatabaseSync, sizes: Sizes): void {
  const set = db.prepare('update totals set value = ? where name = ?')
  for (const name of ['developers', 'recruiters', 'projects', 'offers'] as const) set.run(sizes[name], name)
  db.exec(
    "update totals set value = (select count(*) from applications where status = 'accepted') where name = 'hires'",
  )
}

const PENDING_BYTES = 64 * 1024 * 1024
/** The default of FTS5. */
const DEFAULT_PENDING_BYTES = 1024 * 1024

function setPending(db: DatabaseSync, index: string, bytes: number): void {
  db.exec(`insert into ${index} (${index}, rank) values ('hashsize', ${bytes})`)
}

/**
 * A single insert sorts the index in memory and writes it in large segments; the trigger would write and merge a
 * segment per row.
 */
function fillSearch(db: DatabaseSync, table: string): void {
  db.function('search_grams', { deterministic: true }, (text) => gramsOf(String(text)))
  for (const index of [`${table}_search`, `${table}_grams`]) {
    setPending(db, index, PENDING_BYTES)
  }
  db.exec(`
    insert into ${table}_search (rowid, search_text)
      select row_no, search_text from ${table} where search_text is not null order by row_no;
    insert into ${table}_grams (rowid, grams)
      select row_no, search_grams(search_text) from ${table} where search_text is not null order by row_no;
  `)
  for (const index of [`${table}_search`, `${table}_grams`]) {
    db.exec(`insert into ${index} (${index}) values ('optimize')`)
    setPending(db, index, DEFAULT_PENDING_BYTES)
  }
}
