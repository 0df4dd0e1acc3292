import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, StartError } from '../lib/errors.ts'
import { API_PREFIX } from '../lib/serve-route.ts'
import type { Services } from '../lib/services.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const BUILT = join(PROJECT, 'dist/web')
const YEAR_SECONDS = 31_536_000

/** The web application: its built files, and its page for every address that is no other call. */
export async function servePages(app: FastifyInstance, { config }: Services): Promise<void> {
  if (config.isDevelopment) return servePagesFromSource(app)
  const file = join(BUILT, 'index.html')
  if (!existsSync(file)) throw new StartError('The web application is not built. Run: npm run build')
  const page = prepared(readFileSync(file))
  await app.register(fastifyStatic, {
    root: BUILT,
    index: false,
    preCompressed: true,
    wildcard: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.includes('/assets/')
      reply.header(
        'cache-control',
        isNamedByContent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      )
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw notFound()
    return sendPage(request, reply, page)
  })
}

type PreparedPage = { html: Buffer; br: Buffer; gzip: Buffer; etag: string }

/** Compressed once, sent often. */
const prepared = (html: Buffer): PreparedPage => ({
  html,
  br: brotliCompressSync(html),
  gzip: gzipSync(html),
  etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
})

export const isPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|files|socket\.io|assets)(\/|$)/.test(request.url.split('?')[0] ?? '') &&
  !request.url.startsWith(`${API_PREFIX}/`)

function sendPage(request: FastifyRequest, reply: FastifyReply, page: PreparedPage): FastifyReply {
  reply.header('etag', page.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  reply.status(200).type('text/html; charset=utf-8')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.html)
}

/** In development Vite builds what is asked for and reloads it. */
async function servePagesFromSource(app: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(PROJECT, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: app.server, path: '/__hmr' } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', async (request, reply) => {
    if (!isPage(request)) return
    await new Promise<void>((next) => {
      reply.raw.once('close', next)
      vite.middlewares(request.raw, reply.raw, () => next())
    })
    if (reply.raw.writableEnded) reply.hijack()
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw notFound()
    const html = await vite.transformIndexHtml(
      request.url,
      readFileSync(join(PROJECT, 'web/index.html'), 'utf8'),
    )
    // The development client is an inline script.
    return reply.removeHeader('content-security-policy').type('text/html; charset=utf-8').send(html)
  })
}
