// Bare: a server that does nothing, as the baseline of start and memory.
import Fastify from 'fastify'

const app = Fastify()
app.get('/readyz', () => ({ status: 'ok' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit(0))
