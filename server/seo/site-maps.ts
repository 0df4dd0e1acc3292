import { getDev } from '#contract/devs.ts'
import { LANGUAGES, prefixOf } from '#contract/locale.ts'
import { listOffers, listOffersOfRecruiter } from '#contract/offers.ts'
import { listProjects } from '#contract/projects.ts'
import { SITEMAPS_PATH } from '#contract/seo.ts'
import type { Topic } from '#contract/topics.ts'
import { type CachedResponse, createCachedResponse } from '../cache/cached-response.ts'
import type { Config } from '../config.ts'
import { nextTurn } from '../lib/turns.ts'
import type { Services } from '../services.ts'
import { countPages, listPages, type PublicPage, SECTIONS, type Section } from './seo.queries.ts'
import { element, textElement, XML } from './xml.ts'

/** The protocol allows 50,000. */
const PAGES_PER_FILE = 5000
/** Rows per batch (X1): the rows of projects are large. */
const PART = 250

const PLAIN_PAGES = [
  '/',
  '/offers',
  '/projects',
  '/developers',
  '/about',
  '/about/safety',
  '/contact',
  '/legal/terms',
  '/legal/privacy',
  '/legal/cookies',
]
const ADDRESS: Record<Section, string> = {
  offers: '/offers/',
  projects: '/projects/',
  developers: '/profile/',
  recruiters: '/recruiter/',
}
/** Those of the pages. A person's page has the latest date of its contents. */
const TOPICS: Record<Section, readonly Topic[]> = {
  offers: listOffers.shows,
  projects: listProjects.shows,
  developers: getDev.shows,
  recruiters: listOffersOfRecruiter.shows,
}
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XHTML = 'http://www.w3.org/1999/xhtml'
const TYPE = 'application/xml; charset=utf-8'

type Engines = Pick<Services, 'db' | 'config'>

/** The index: one file of static pages, and the files of each kind. */
export async function siteMap({ db, config }: Engines, perFile = PAGES_PER_FILE): Promise<CachedResponse> {
  const names = ['pages.xml']
  for (const section of SECTIONS) {
    const files = Math.ceil((await countPages(db, section)) / perFile)
    for (let number = 1; number <= files; number += 1) names.push(`${section}-${number}.xml`)
  }
  const files = names.map((name) =>
    element('sitemap', {}, textElement('loc', `${config.publicUrl}${SITEMAPS_PATH}/${name}`)),
  )
  return createCachedResponse(XML + element('sitemapindex', { xmlns: XMLNS }, files.join('\n')), {
    type: TYPE,
    topics: new Set(['offers', 'projects', 'people']),
  })
}

/** One file of the index; undefined for another name. */
export async function siteMapFile(
  { db, config }: Engines,
  name: string,
  perFile = PAGES_PER_FILE,
): Promise<CachedResponse | undefined> {
  if (name === 'pages.xml') {
    const pages = PLAIN_PAGES.map((path) => urlElement(config, path))
    return createCachedResponse(urlSet(pages), { type: TYPE, topics: new Set() })
  }
  const [, requested, number] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  const section = SECTIONS.find((known) => known === requested)
  if (!section) return undefined
  const offset = (Number(number) - 1) * perFile
  const url = ({ id, handle, changed_at }: PublicPage) =>
    urlElement(config, handle ? `/@${handle}` : ADDRESS[section] + id, textElement('lastmod', changed_at))
  const urls: string[] = []
  for (let isMore = true; isMore && urls.length < perFile; await nextTurn()) {
    const limit = Math.min(PART, perFile - urls.length)
    const pages = await listPages(db, section, { limit, offset: offset + urls.length })
    urls.push(...pages.map(url))
    isMore = pages.length === limit
  }
  if (urls.length === 0) return undefined
  return createCachedResponse(urlSet(urls), { type: TYPE, topics: new Set(TOPICS[section]) })
}

const urlSet = (urls: readonly string[]) =>
  XML + element('urlset', { xmlns: XMLNS, 'xmlns:xhtml': XHTML }, urls.join('\n'))

/** A page with its addresses in every language. */
function urlElement({ publicUrl, locale }: Config, path: string, more = ''): string {
  const alternates = [
    ...LANGUAGES.map((language) => [language, prefixOf(language, locale)] as const),
    ['x-default', ''] as const,
  ].map(([hreflang, prefix]) => {
    const href = publicUrl + (prefix && path === '/' ? prefix : prefix + path)
    return element('xhtml:link', { rel: 'alternate', hreflang, href })
  })
  return element('url', {}, textElement('loc', publicUrl + path) + more + alternates.join(''))
}
