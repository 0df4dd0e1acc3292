import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Product } from '#contract/product.ts'
import { notFound } from '../lib/errors.ts'
import { PROJECT } from '../lib/project-files.ts'
import { isPage } from './is-page.ts'
import { withProduct } from './product-of.ts'

/** In development Vite builds what is asked for and reloads it; the browser draws all pages. */
export async function servePagesFromSource(app: FastifyInstance, product: Product): Promise<void> {
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
    const template = withProduct(readFileSync(join(PROJECT, 'web/index.html'), 'utf8'), product)
    const html = await vite.transformIndexHtml(request.url, template)
    // The development client is an inline script.
    return reply.removeHeader('content-security-policy').type('text/html; charset=utf-8').send(html)
  })
}
