import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { createPostgres, findPostgres } from '../../scripts/engines.mjs'
import { openPostgres } from '../../server/lib/postgres.ts'
import { migrate } from '../../server/migrations/migrate.ts'
import { createFillProgress, type FillProgress } from './fill-progress.ts'
import { type Sizes, sizesOf, type TableRows, tableRows, type Value } from './fill-rows.ts'
import { filledOnce, lockFilled } from './filled.ts'

/** While filling: no sync, and indexes are sorted in memory. */
const FILLING = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  maintenance_work_mem: '1GB',
  autovacuum: 'off',
}
/** Settings of a production server of this size, durable. */
const SERVING = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', shared_buffers: '2GB' }
const CONCURRENT_INDEXES = 2

/** A running PostgreSQL with the rows of `filledDataDir`, reused in the same way; to be stopped by the caller. */
export async function filledPostgres(offers: number) {
  const progress = createFillProgress(`PostgreSQL, ${offers.toLocaleString('en')} offers:`)
  const folder = await filledOnce(`postgres-${offers}`, 'postgres', progress, async (unfinished) => {
    const engine = await createPostgres({ folder: unfinished, settings: FILLING })
    await engine.start()
    try {
      await fill(engine.url, sizesOf(offers), progress)
    } finally {
      await engine.stop()
    }
    progress.end('filled')
  })
  const release = await lockFilled(folder, progress)
  const engine = await createPostgres({ folder, settings: SERVING })
  await engine.start()
  return {
    url: engine.url,
    stop: async () => {
      await engine.stop()
      release()
    },
  }
}

/** Rows first, then indexes. */
async function fill(url: string, sizes: Sizes, progress: FillProgress): Promise<void> {
  const database = await openPostgres({ url, hasNoTimeout: true, onError: () => {} })
  await migrate(database)
  await database.close()
  const client = new pg.Client(url)
  await client.connect()
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(`
    select indexname as name, indexdef as sql from pg_indexes
    where schemaname = 'public' and not exists (
      select from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass
    )`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const rows of tableRows(sizes)) await copyIn(url, rows, progress)
  for (const name of ['developers', 'recruiters', 'projects', 'offers'] as const) {
    await client.query('update totals set value = $1 where name = $2', [sizes[name], name])
  }
  await client.query(
    "update totals set value = (select count(*) from applications where status = 'accepted') where name = 'hires'",
  )
  // The slow ones first, so that both workers end at about the same time.
  indexes.sort((a, b) => Number(/using gin/i.test(b.sql)) - Number(/using gin/i.test(a.sql)))
  await Promise.all(Array.from({ length: CONCURRENT_INDEXES }, () => makeIndexes(url, indexes, progress)))
  await client.end()
  await makeIndexes(url, [{ name: 'vacuum and analyze', sql: 'vacuum (analyze)' }], progress)
}

async function makeIndexes(url: string, left: { name: string; sql: string }[], progress: FillProgress) {
  const client = new pg.Client(url)
  await client.connect()
  for (let next = left.shift(); next; next = left.shift()) {
    progress.log(`${next.name} …`)
    await client.query(next.sql)
  }
  await client.end()
}

/** By psql, as `pg` does not support COPY. Foreign keys are valid by construction and not checked. */
async function copyIn(
  url: string,
  { table, columns, count, rows }: TableRows,
  progress: FillProgress,
): Promise<void> {
  const psql = spawn(
    join(findPostgres() ?? '', 'psql'),
    ['--no-psqlrc', '--quiet', '--dbname', url, '--command', `copy ${table} (${columns.join()}) from stdin`],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, PGOPTIONS: '-c session_replication_role=replica' },
    },
  )
  const ended = once(psql, 'exit')
  await pipeline(Readable.from(linesOf(rows, (done) => progress.count(table, done, count))), psql.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`The rows of ${table} could not be copied in`)
}

const ROWS_PER_CHUNK = 500

function* linesOf(rows: Iterable<Value[]>, onProgress: (done: number) => void): Generator<string> {
  let chunk = ''
  let done = 0
  for (const row of rows) {
    chunk += `${row.map(fieldOf).join('\t')}\n`
    done += 1
    if (done % ROWS_PER_CHUNK !== 0) continue
    yield chunk
    chunk = ''
    onProgress(done)
  }
  yield chunk
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const fieldOf = (value: Value): string =>
  value === null ? '\\N' : String(value).replaceAll(/[\\\t\n\r]/g, (special) => ESCAPED[special] ?? special)
