import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../../server/lib/db.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { gramsOf } from '../../server/lib/search.ts'
import { migrations } from '../../server/migrations/migrations.ts'
import { columnTypes } from '../../server/migrations/types.ts'
import { type Sizes, sizesOf, type TableRows, tableRows } from './fill-rows.ts'

/**
 * A data directory with so many offers and all that belongs to them, made once for each schema and kept in the
 * folder for temporary files. What a bench writes into it stays, so it writes little.
 */
export async function filledDataDir(offers: number): Promise<string> {
  const dir = join(tmpdir(), `puente-bench-${offers}-${fingerprint()}`)
  if (existsSync(dir)) return dir
  const unfinished = `${dir}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const file = join(unfinished, 'puente.db')
  const database = openSqlite(file)
  await migrate(database)
  await database.close()
  const started = performance.now()
  fill(file, sizesOf(offers))
  progress(`${offers} offers filled in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  // The same one each time, so that tokens can be signed for it.
  writeFileSync(join(unfinished, 'fill.json'), JSON.stringify(sizesOf(offers)))
  renameSync(unfinished, dir)
  return dir
}

function fingerprint(): string {
  const schema = Object.values(migrations).flatMap((migration) => migration(columnTypes.sqlite))
  const rows = readFileSync(new URL('fill-rows.ts', import.meta.url))
  return createHash('sha256').update(schema.join()).update(rows).digest('hex').slice(0, 12)
}

function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : text.endsWith('\n') ? text : '')
}

/** Rows first, indexes and triggers when they are all there: one sorted pass for each instead of one look-up a row. */
function fill(file: string, sizes: Sizes): void {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -524288')
  db.exec('pragma foreign_keys = off; pragma temp_store = memory')
  const later = db
    .prepare(
      "select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null",
    )
    .all()
  for (const { type, name } of later) db.exec(`drop ${type} ${name}`)
  db.exec('begin')
  for (const rows of tableRows(sizes)) insert(db, rows)
  fillTotals(db, sizes)
  for (const table of ['users', 'projects', 'offers']) fillSearch(db, table)
  for (const { name, sql } of later) {
    progress(`${name} …`)
    db.exec(String(sql))
  }
  db.exec('commit')
  progress('analyze …')
  db.exec('analyze; pragma journal_mode = wal')
  db.close()
}

function insert(db: DatabaseSync, { table, columns, count, rows }: TableRows): void {
  const places = columns.map(() => '?').join()
  const statement = db.prepare(`insert into ${table} (${columns.join()}) values (${places})`)
  let inserted = 0
  for (const row of rows) {
    statement.run(...row)
    inserted += 1
    if (inserted % 20_000 === 0) progress(`${table}: ${inserted} rows (of about ${count})`)
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
/** FTS5's own. */
const USUAL_PENDING_BYTES = 1024 * 1024

function setPending(db: DatabaseSync, index: string, bytes: number): void {
  db.exec(`insert into ${index} (${index}, rank) values ('hashsize', ${bytes})`)
}

/**
 * A trigger writes its row's part of the index out at once, and much time goes into merging these parts. In one
 * go they are sorted in memory, and written in large pieces.
 */
function fillSearch(db: DatabaseSync, table: string): void {
  progress(`${table}: search …`)
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
    setPending(db, index, USUAL_PENDING_BYTES)
  }
}
