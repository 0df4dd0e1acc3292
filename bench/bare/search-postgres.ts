// Bare: Fastify and pg run the page and the count of a search.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 8 })
const app = Fastify()
app.get('/api/:kind/search', async (request, reply) => {
  const { kind } = request.params as { kind: string }
  const { q, limit } = request.query as { q: string; limit: string }
  const table = kind === 'offers' ? 'offers' : kind === 'projects' ? 'projects' : 'users'
  const patterns = q.split(' ').map((word) => `%${word}%`)
  const conditions = patterns.map((_, index) => `search_text like $${index + 1}`).join(' and ')
  const hits = `from ${table} where search_text is not null and ${conditions}`
  const page = await pool.query(
    `select * from ${table} where id in (select id ${hits} order by created_at desc, id desc limit ${Number(limit)})
     order by created_at desc, id desc`,
    patterns,
  )
  const counted = await pool.query(`select count(*) as n ${hits}`, patterns)
  reply.header('x-total-count', counted.rows[0]?.n)
  return page.rows
})
app.get('/readyz', () => 'ok')
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit(0))
