// Bare: argon2 verifies a password.
import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'

const app = Fastify()
app.post('/api/users/login', async (request) =>
  verify(process.env.PHC ?? '', (request.body as { password: string }).password),
)
app.get('/readyz', () => 'ok')
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit(0))
