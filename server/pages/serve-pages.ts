import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/values.ts'
import { pageAddress } from '../cache/cache-keys.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { sendCachedResponse } from '../cache/send-cached-response.ts'
import { notFound } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { ownFile } from '../lib/own-files.ts'
import { isDeletedOffer } from '../offers/offers.queries.ts'
import type { Services } from '../services.ts'
import { createApiFetch } from './api-fetch.ts'
import { isPage } from './is-page.ts'
import { productOf } from './product-of.ts'
import { createRenderer, type Renderer } from './render-pages.ts'
import { servePagesFromSource } from './serve-from-source.ts'

const BUILT = ownFile('dist')
const YEAR_SECONDS = 31_536_000

/** Visitors open so many of them (P6), be it by the API or by their pages. */
const PROFILE = /^\/(profile|recruiter)\/./

/** The web application: its built files, and a page for every address that is no other call. */
export async function servePages(
  app: FastifyInstance,
  services: Services,
  endpoints: readonly Endpoint[],
): Promise<void> {
  if (services.config.isDevelopment) return servePagesFromSource(app, productOf(services.config))
  const renderer = createRenderer(createApiFetch(app, endpoints), services.config, BUILT)
  await serveBuiltFiles(app, join(BUILT, 'web'))
  app.setNotFoundHandler(pageHandler(services, renderer))
}

/** Responds with a cached or new rendering for visitors, and with the shell for private pages. */
export function pageHandler(services: Services, renderer: Renderer) {
  const cached = createResponseCache(services, 'pages')
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const url = isPage(request) ? URL.parse(request.url, 'http://page.invalid') : null
    if (!url) throw notFound()
    const { pathname } = url
    const plain = inSmallLetters(pathname).replace(/\/+$/, '')
    if (plain !== '' && plain !== pathname)
      return reply.redirect(plain.replace(/^\/+/, '/') + url.search, 301)
    const isProfile = PROFILE.test(pathname)
    if (isProfile) {
      const { allowed, retryAfterSeconds } = await services.limits.consume(LIMIT_RULES.profile, request.ip)
      // A signed-in person's browser reads the profile by itself.
      if (!allowed) {
        reply.header('retry-after', retryAfterSeconds)
        const shell = { ...(await renderer.shell(pathname)), status: 429 }
        return sendCachedResponse(request, reply, shell)
      }
    }
    const page = await renderer.pageOf(pathname)
    if (page?.isPrivate) return sendCachedResponse(request, reply, await renderer.shell(pathname))
    const address = pageAddress(url, page?.params ?? [])
    const document = await cached.get(address, renderer.page).catch((error: unknown) => {
      // A page that cannot be drawn here may still be drawn by the browser.
      request.log.error({ err: error }, 'a page could not be rendered')
      return renderer.shell(pathname)
    })
    if (document.status === 404 && (await isGone(services, pathname))) reply.status(410)
    return sendCachedResponse(request, reply, document)
  }
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
