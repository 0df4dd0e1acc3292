// Bare: Fastify, node:sqlite, the same query, the same payload.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { LIST_SQL, shownOffer, TOTAL_SQL } from './shown-offer.ts'

const db = new DatabaseSync(join(process.env.DATA_DIR ?? '', 'puente.db'))
db.exec('pragma journal_mode = wal; pragma cache_size = -65536')
const list = db.prepare(LIST_SQL)
const total = db.prepare(TOTAL_SQL)

const app = Fastify()
app.get('/api/offers', (request, reply) => {
  const { limit } = request.query as { limit: string }
  reply.header('x-total-count', total.get()?.value)
  return list.all(Number(limit)).map(shownOffer)
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
