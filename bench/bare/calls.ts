// Bare: Fastify and node:sqlite run the statements of each comparison (BARE_STATEMENTS) and return their rows as JSON.
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import Fastify from 'fastify'

type Row = { statements: StatementSync[]; writes: boolean }

const db = new DatabaseSync(join(process.env.DATA_DIR ?? '', 'puente.db'))
db.exec(
  `pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory`,
)
const texts: string[][] = JSON.parse(process.env.BARE_STATEMENTS ?? '[]')
const rows = texts.map((row): Row => {
  const statements = row.map((text) => db.prepare(text))
  for (const statement of statements) statement.setAllowUnknownNamedParameters(true)
  return { statements, writes: row.some((text) => !/^\s*select/.test(text)) }
})

const app = Fastify()
app.get('/:row', (request) => {
  const row = rows[Number((request.params as { row: string }).row)]
  const values = request.query as Record<string, string>
  if (!row?.writes) return row?.statements.map((statement) => statement.all(values))
  db.exec('begin')
  const results = row.statements.map((statement) => statement.all(values))
  db.exec('commit')
  return results
})
app.get('/readyz', () => 'ok')
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit(0))
