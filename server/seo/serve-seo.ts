import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGES, type Locale } from '#contract/locale.ts'
import {
  FEEDS,
  feedPath,
  ROBOTS_PATH,
  SECURITY_TXT_PATH,
  SITEMAP_PATH,
  SITEMAPS_PATH,
} from '#contract/seo.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import { readOrRender } from '../cache/read-or-render.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { sendCachedResponse } from '../cache/send-cached-response.ts'
import { notFound } from '../lib/errors.ts'
import { addressLocales, runInLocale } from '../lib/locale.ts'
import type { Services } from '../services.ts'
import { appManifest } from './app-manifest.ts'
import { offersFeed, projectsFeed } from './feeds.ts'
import { siteMap, siteMapFile } from './site-maps.ts'

const MAKE_FEED = { offers: offersFeed, projects: projectsFeed }

/** robots.txt, the manifest, site maps and feeds; the last two are cached until one of their topics changes. */
export function serveSeo(app: FastifyInstance, services: Services): void {
  const cached = createResponseCache(services, 'seo')

  const serve =
    <Address>(
      keyOf: (address: Address) => string,
      make: (address: Address) => Promise<CachedResponse | undefined>,
      locale: Locale = services.config.locale,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const address = { ...(request.params as object), ...(request.query as object) } as Address
      const document = await readOrRender(services, cached, request, keyOf(address), async () => {
        const made = await runInLocale(locale, () => make(address))
        if (!made) throw notFound()
        return made
      })
      return sendCachedResponse(request, reply, document)
    }

  type Filters = Record<string, string | string[]>
  const filtersOf = (given: Filters) =>
    new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))

  for (const { prefix, locale } of addressLocales(services.config.locale)) {
    for (const feed of FEEDS) {
      app.get(
        prefix + feedPath(feed),
        serve<Filters>(
          (given) => prefix + feedPath(feed, filtersOf(given)),
          (given) => MAKE_FEED[feed](services, filtersOf(given), prefix),
          locale,
        ),
      )
    }
    const manifest = runInLocale(locale, () => JSON.stringify(appManifest(prefix)))
    app.get(`${prefix}/manifest.webmanifest`, (_request, reply) =>
      reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
    )
  }
  app.get(
    SITEMAP_PATH,
    serve(
      () => SITEMAP_PATH,
      () => siteMap(services),
    ),
  )
  app.get(
    `${SITEMAPS_PATH}/:name`,
    serve<{ name: string }>(
      ({ name }) => `${SITEMAPS_PATH}/${name}`,
      ({ name }) => siteMapFile(services, name),
    ),
  )
  app.get(ROBOTS_PATH, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots(services)),
  )
  app.get(SECURITY_TXT_PATH, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityTxt(services, Date.now())),
  )
}

/** Private pages have their own noindex, which a robot reads only where it may crawl. */
const robots = ({ config }: Services) =>
  [
    'User-agent: *',
    'Disallow: /socket.io/',
    'Disallow: /api/docs',
    '',
    `Sitemap: ${config.publicUrl}${SITEMAP_PATH}`,
    '',
  ].join('\n')

const DAY_MS = 24 * 3600 * 1000
/** Less than a year is recommended. */
const VALID_DAYS = 180

/** The contact for vulnerabilities (RFC 9116). */
function securityTxt({ config }: Services, now: number): string {
  const expires = new Date(Math.floor(now / DAY_MS + VALID_DAYS) * DAY_MS)
  return [
    `Contact: ${config.SECURITY_CONTACT ?? `mailto:${config.SUPPORT_EMAIL}`}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${config.publicUrl}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n')
}
