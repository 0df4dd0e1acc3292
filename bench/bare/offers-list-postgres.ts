// Bare: Fastify, pg with a pool of 8 and a named statement, the same payload.
import Fastify from 'fastify'
import pg from 'pg'
import { LIST_SQL, shownOffer, TOTAL_SQL } from './shown-offer.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 8 })
// A literal limit: the generic plan of `limit $1` may be bad.
const list = { name: 'list', text: LIST_SQL.replace('?', '6') }
const total = { name: 'total', text: TOTAL_SQL }

const app = Fastify()
app.get('/api/offers', async (_request, reply) => {
  const [offers, counted] = await Promise.all([pool.query(list), pool.query(total)])
  reply.header('x-total-count', counted.rows[0]?.value)
  return offers.rows.map(shownOffer)
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit(0))
