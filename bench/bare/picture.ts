// Bare: sharp decodes once and encodes the same variants; no checks, no worker process, no file.
import Fastify from 'fastify'
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)
const app = Fastify({ bodyLimit: 10 * 1024 * 1024 })
app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/', async (request) => {
  const { data, info } = await sharp(request.body as Buffer)
    .rotate()
    .resize({ width: 2000, height: 2000, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const made: number[] = []
  for (const size of [width, 160, 480, 960]) {
    const picture = sharp(data, { raw: { width, height, channels } }).resize({ width: size })
    made.push((await picture.webp({ quality: 82 }).toBuffer()).length)
  }
  return made
})
app.get('/readyz', () => 'ok')
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit(0))
