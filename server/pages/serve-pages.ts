import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/values.ts'
import { pageAddress } from '../cache/cache-keys.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import { readOrRender } from '../cache/read-or-render.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { sendCachedResponse } from '../cache/send-cached-response.ts'
import { ApiError, notFound } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { projectFile } from '../lib/project-files.ts'
import { isDeletedOffer } from '../offers/offers.queries.ts'
import type { Services } from '../services.ts'
import { createApiFetch } from './api-fetch.ts'
import { isPage } from './is-page.ts'
import { productOf } from './product-of.ts'
import { createRenderer, type Renderer } from './render-pages.ts'
import { servePagesFromSource } from './serve-from-source.ts'

const BUILT = projectFile('dist')
const YEAR_SECONDS = 31_536_000

/** The web application: its built files, and a page for every address that is no other call. */
export async function servePages(
  app: FastifyInstance,
  services: Services,
  endpoints: readonly Endpoint[],
): Promise<void> {
  if (services.config.isDevelopment) return servePagesFromSource(app, productOf(services.config))
  const renderer = createRenderer(createApiFetch(app, endpoints), services.config, BUILT)
  await serveBuiltFiles(app, join(BUILT, 'web'))
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.get('/*', pageRoute(services, renderer))
}

/** Responds with a cached or new rendering for visitors, and with the shell for private pages. */
export function pageRoute(services: Services, renderer: Renderer) {
  const { limits } = services
  const cached = createResponseCache(services, 'pages')

  /** A page by its canonical address, which is its key in the cache. */
  function findPage({ url }: FastifyRequest): CachedResponse | undefined {
    const found = cached.find(url)
    return found?.status === 200 && found.limits.size === 0 ? found : undefined
  }

  /** The page; 429 if its limits or the one of renderings are used up. */
  async function read(request: FastifyRequest, address: string): Promise<CachedResponse> {
    const page = await readOrRender(services, cached, request, address, renderer.page)
    for (const limit of page.limits) await limits.take(LIMIT_RULES[limit], request.address)
    return page
  }

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = isPage(request) ? URL.parse(request.url, 'http://page.invalid') : null
    if (!url) throw notFound()
    const { pathname } = url
    const plain = inSmallLetters(pathname).replace(/\/+$/, '')
    if (plain !== '' && plain !== pathname)
      return reply.redirect(plain.replace(/^\/+/, '/') + url.search, 301)
    const page = await renderer.pageOf(pathname)
    if (page?.isPrivate) return sendCachedResponse(request, reply, await renderer.shell(pathname))
    const document = await read(request, pageAddress(url, page?.params ?? [])).catch(
      async (error: unknown) => {
        const shell = await renderer.shell(pathname)
        // The browser may still draw a page that cannot be rendered here, or a signed-in person may read it.
        if (!(error instanceof ApiError) || error.status !== 429) {
          request.log.error({ err: error }, 'a page could not be rendered')
          return shell
        }
        if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
        return { ...shell, status: error.status }
      },
    )
    if (document.status === 404 && (await isGone(services, pathname))) reply.status(410)
    return sendCachedResponse(request, reply, document)
  }
  return { config: { findCached: findPage }, handler }
}

/** One address for each page, however somebody typed it; the token of a reset is as it is. */
const inSmallLetters = (pathname: string) =>
  pathname.replace(/^\/reset-password(?=\/)|^.*$/i, (part) => part.toLowerCase())

/** What lies in assets/ is named by its content; the few files beside it are not. */
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
    if (file.isDirectory() || /^index\.html$|\.(br|gz)$/.test(file.name)) continue
    app.get(`/${file.name}`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile(file.name),
    )
  }
}

/** An offer that was there once (its address may stand in a search engine). */
async function isGone({ db }: Services, pathname: string): Promise<boolean> {
  const id = Id.safeParse(/^\/offers\/([^/]+)$/.exec(pathname)?.[1])
  return id.success && isDeletedOffer(db, id.data)
}
