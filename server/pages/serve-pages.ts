import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { LANGUAGES, type Locale, splitPath } from '#contract/locale.ts'
import { Id } from '#contract/values.ts'
import { pageAddress } from '../cache/cache-keys.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import { readOrRender } from '../cache/read-or-render.ts'
import { createResponseCache, type ResponseCache } from '../cache/response-cache.ts'
import { sendCachedResponse } from '../cache/send-cached-response.ts'
import { ApiError, notFound } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { projectFile } from '../lib/project-files.ts'
import { isDeletedOffer } from '../offers/offers.queries.ts'
import type { Services } from '../services.ts'
import { createApiFetch } from './api-fetch.ts'
import { isPage } from './is-page.ts'
import { createRenderer, NOWHERE, type Renderer } from './render-pages.ts'
import { servePagesFromSource } from './serve-from-source.ts'

const BUILT = projectFile('dist')
const YEAR_SECONDS = 31_536_000

/** The web application: its built files, and a page for every other address. */
export async function servePages(
  app: FastifyInstance,
  services: Services,
  endpoints: readonly Endpoint[],
  cache?: ResponseCache,
): Promise<void> {
  if (services.config.isDevelopment) return servePagesFromSource(app, services.config)
  const renderer = createRenderer(createApiFetch(app, endpoints, cache), services.config, BUILT)
  const root = join(BUILT, 'web')
  serveServiceWorker(app, root, services.config.locale)
  await serveBuiltFiles(app, root)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.get('/*', pageRoute(services, renderer))
}

/** Responds with a cached or new rendering for visitors, and with the shell for private pages. */
export function pageRoute(services: Services, renderer: Renderer) {
  const { limits, config } = services
  const cached = createResponseCache(services, 'pages')

  /** A page by its canonical address, which is its key in the cache. */
  function findPage({ url }: FastifyRequest): CachedResponse | undefined {
    const found = cached.find(url)
    return found?.status === 200 && found.limits.size === 0 ? found : undefined
  }

  /** The page; 429 if its limits or that of renderings are exhausted. */
  async function read(request: FastifyRequest, address: string): Promise<CachedResponse> {
    const page = await readOrRender(services, cached, request, address, renderer.page)
    for (const limit of page.limits) await limits.take(LIMIT_RULES[limit], request.address)
    return page
  }

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = isPage(request) ? URL.parse(request.url, 'http://page.invalid') : null
    if (!url) throw notFound()
    const { pathname } = url
    const { language, path } = splitPath(pathname)
    if (language !== undefined && language === config.locale)
      return reply.redirect(path.replace(/^\/+/, '/') + url.search, 308)
    const plain = plainPath(pathname)
    if (plain !== pathname) return reply.redirect(plain + url.search, 301)
    const page = await renderer.pageOf(pathname)
    // The same for everybody: its code checks the role (MOD-01).
    if (isAdminPath(path)) {
      const shell = await renderer.shell(language ? `/${language}${NOWHERE}` : NOWHERE)
      return sendCachedResponse(request, reply.header('x-robots-tag', 'noindex'), { ...shell, status: 404 })
    }
    if (page?.isPrivate) return sendCachedResponse(request, reply, await renderer.shell(pathname))
    const document = await read(request, pageAddress(url, page?.params ?? [])).catch(
      async (error: unknown) => {
        const shell = await renderer.shell(pathname)
        // The browser may still render a page that fails here, or that only signed-in people may read.
        if (!(error instanceof ApiError) || error.status !== 429) {
          request.log.error({ err: error }, 'a page could not be rendered')
          return shell
        }
        if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
        return { ...shell, status: error.status }
      },
    )
    if (document.status === 404 && (await isGone(services, path))) reply.status(410)
    return sendCachedResponse(request, reply, document)
  }
  return { config: { findCached: findPage }, handler }
}

/**
 * The canonical address of a page, however it was typed; the token of a reset is unchanged. A language has one spelling:
 * a similar prefix is the address of no page.
 */
function plainPath(pathname: string): string {
  const { language, path } = splitPath(pathname)
  const [, first = ''] = pathname.split('/')
  if (!language && LANGUAGES.some((known) => known === first.toLowerCase())) return pathname
  const plain = path
    .replace(/^\/%40/, '/@')
    .replace(/^\/reset-password(?=\/)|^.*$/i, (part) => part.toLowerCase())
    .replace(/\/+$/, '')
    .replace(/^\/+/, '/')
  return (language ? `/${language}` : '') + plain || '/'
}

/** Names of files in assets/ contain a content hash; the few others do not. */
async function serveBuiltFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    },
  })
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
  for (const file of readdirSync(root, { withFileTypes: true })) {
    if (file.isDirectory() || app.hasRoute({ method: 'GET', url: `/${file.name}` })) continue
    if (/^index(\.\w+)?\.html$|\.(br|gz)$/.test(file.name)) continue
    app.get(`/${file.name}`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile(file.name),
    )
  }
}

/** The worker's offline page has every language; addresses without a prefix show that of `LANGUAGE`. */
function serveServiceWorker(app: FastifyInstance, root: string, bare: Locale): void {
  if (bare === 'en-quoted' || bare === 'en') return
  const source = readFileSync(join(root, 'service-worker.js'), 'utf8')
  const worker = source.replace("BARE_LANGUAGE = 'en'", `BARE_LANGUAGE = '${bare}'`)
  app.get('/service-worker.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
  )
}

const isAdminPath = (path: string) => /^\/admin(\/|$)/.test(path)

/** A deleted offer, whose address search engines may still have. */
async function isGone({ db }: Services, pathname: string): Promise<boolean> {
  const id = Id.safeParse(/^\/offers\/([^/]+)$/.exec(pathname)?.[1])
  return id.success && isDeletedOffer(db, id.data)
}
