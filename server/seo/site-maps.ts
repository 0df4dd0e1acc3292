import { SITEMAPS_PATH } from '#contract/seo.ts'
import type { Topic } from '#contract/topics.ts'
import { type CachedResponse, createCachedResponse } from '../cache/cached-response.ts'
import { nextTurn } from '../lib/turns.ts'
import type { Services } from '../services.ts'
import { countPages, listPages, SECTIONS, type Section } from './seo.queries.ts'
import { element, textElement, XML } from './xml.ts'

/** At most 50,000 are allowed. */
const PAGES_PER_FILE = 5000
/** Read without a pause (X1): the rows of projects are large. */
const PART = 250

const PLAIN_PAGES = [
  '/',
  '/offers',
  '/projects',
  '/developers',
  '/about',
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
/** A person's page is dated by all that it shows. */
const TOPICS: Record<Section, readonly Topic[]> = {
  offers: ['offers'],
  projects: ['projects'],
  developers: ['people', 'projects', 'careers'],
  recruiters: ['people', 'offers'],
}
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const TYPE = 'application/xml; charset=utf-8'

type Engines = Pick<Services, 'db' | 'config'>

/** The index: one file of plain pages, and for each kind as many as its pages need. */
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

/** One file of the index; undefined when there is none of this name. */
export async function siteMapFile(
  { db, config }: Engines,
  name: string,
  perFile = PAGES_PER_FILE,
): Promise<CachedResponse | undefined> {
  if (name === 'pages.xml') {
    const pages = PLAIN_PAGES.map((path) => element('url', {}, textElement('loc', config.publicUrl + path)))
    return createCachedResponse(urlSet(pages), { type: TYPE, topics: new Set() })
  }
  const [, asked, number] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  const section = SECTIONS.find((known) => known === asked)
  if (!section) return undefined
  const offset = (Number(number) - 1) * perFile
  const url = ({ id, changed_at }: { id: string; changed_at: string }) =>
    element(
      'url',
      {},
      textElement('loc', config.publicUrl + ADDRESS[section] + id) + textElement('lastmod', changed_at),
    )
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

const urlSet = (urls: readonly string[]) => XML + element('urlset', { xmlns: XMLNS }, urls.join('\n'))
