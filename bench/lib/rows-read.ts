import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, LogEvent } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openSqlite } from '../../server/lib/db.ts'
import { openPostgres } from '../../server/lib/postgres.ts'
import { gramsOf } from '../../server/lib/search-text.ts'
import { openServices } from '../../server/open-services.ts'

type Request = { path: string; token?: string | undefined }

/**
 * Rows read by the selects of each call: on PostgreSQL the rows scanned, filtered ones included (EXPLAIN ANALYZE); on
 * SQLite, which does not report rows, the pages of 4 kB read by a connection with an empty cache.
 */
export async function readsOf(
  settings: Record<string, string>,
  file: string,
  calls: readonly Request[],
): Promise<number[]> {
  const queries: CompiledQuery[] = []
  const meters = {
    queried: ({ query }: LogEvent) => void queries.push(query),
    poolWaits: { startTimer: () => () => 0 },
    watchPool: () => {},
  }
  const log = pino({ level: 'silent' })
  const services = await openServices(readConfig(settings), log)
  const url = settings.DATABASE_URL
  const database = url
    ? await openPostgres({ url, onError: () => {}, meters: meters as never }) // only these two are used
    : openSqlite(file, meters)
  const app = await createApp({ ...services, db: database.db }, log)
  const reads: number[] = []
  try {
    for (const { path, token } of calls) {
      queries.length = 0
      const response = await app.inject({
        url: path,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
      if (response.statusCode !== 200)
        throw new Error(`${path} returned ${response.statusCode}: ${response.body}`)
      const selects = queries.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))
      reads.push(url ? await rowsRead(url, selects) : pagesRead(file, selects))
    }
  } finally {
    await app.close()
    await services.close()
    await database.close()
  }
  return reads
}

type Plan = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

async function rowsRead(url: string, selects: readonly CompiledQuery[]): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  let rows = 0
  for (const { sql, parameters } of selects) {
    const explained = await client.query(`explain (analyze, format json) ${sql}`, [...parameters])
    rows += rowsIn(explained.rows[0]['QUERY PLAN'][0].Plan)
  }
  await client.end()
  return Math.round(rows)
}

/** Rows of a bitmap index scan are counted in its bitmap heap scan. */
function rowsIn(plan: Plan): number {
  const own =
    /Scan$/.test(plan['Node Type']) && !/^(Bitmap Index|CTE|Subquery|Function|Values)/.test(plan['Node Type'])
      ? plan['Actual Rows'] +
        (plan['Rows Removed by Filter'] ?? 0) +
        (plan['Rows Removed by Index Recheck'] ?? 0)
      : 0
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), own * plan['Actual Loops'])
}

const PAGE_BYTES = 4096

function pagesRead(file: string, selects: readonly CompiledQuery[]): number {
  const db = new DatabaseSync(file, { readOnly: true })
  db.function('search_grams', { deterministic: true }, (text) => gramsOf(String(text)))
  // Every page is read once, through counted reads.
  db.exec('pragma cache_size = -1048576; pragma mmap_size = 0; pragma temp_store = memory')
  const statements = selects.map(({ sql, parameters }) => ({ statement: db.prepare(sql), parameters }))
  const before = bytesRead()
  for (const { statement, parameters } of statements) {
    statement.all(...(parameters as (string | number | null)[]))
  }
  const bytes = bytesRead() - before
  db.close()
  return Math.round(bytes / PAGE_BYTES)
}

const bytesRead = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
