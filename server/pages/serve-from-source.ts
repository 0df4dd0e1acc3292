import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { prefixOf, splitPath } from '#contract/locale.ts'
import type { Config } from '../config.ts'
import { notFound } from '../lib/errors.ts'
import { runInLocale } from '../lib/locale.ts'
import { PROJECT } from '../lib/project-files.ts'
import { servesMailPreview } from '../mail/serve-previews.ts'
import { isPage } from './is-page.ts'
import { fillTemplate, productOf } from './product-of.ts'

/** In development Vite builds on request and reloads; the browser renders all pages. */
export async function servePagesFromSource(app: FastifyInstance, config: Config): Promise<void> {
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
    if (await servesMailPreview(config, request.url, reply)) return reply
    const { language } = splitPath(request.url.split('?')[0] ?? '')
    const locale = language ?? config.locale
    const source = readFileSync(join(PROJECT, 'web/index.html'), 'utf8')
    const template = runInLocale(locale, () =>
      fillTemplate(source, productOf(config), prefixOf(language, config.locale)),
    )
    const html = await vite.transformIndexHtml(request.url, template)
    // The development client is an inline script.
    return reply.removeHeader('content-security-policy').type('text/html; charset=utf-8').send(html)
  })
}
