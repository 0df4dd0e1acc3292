import { LANGUAGES, type Locale, prefixOf } from '#contract/locale.ts'
import { plainText } from '#contract/markdown.ts'
import { PRODUCT } from '#contract/product.ts'
import { feedPath, PREVIEW, PRODUCT_PREVIEW_PATH } from '#contract/seo.ts'
import { m } from '#contract/texts.ts'
import { escapeHtml, escapeJson } from '../lib/escape-html.ts'
import type { PageHead } from './page-head.ts'
import type { Thing } from './structured-data.ts'

type Rendered = {
  /** Without the product name. */
  title: string
  description?: string | undefined
  /** The query parameters of the request. */
  url: URL
  /** The path without its language prefix. */
  path: string
  /** The address before the path. */
  prefix: string
  /** The language of addresses without a prefix. */
  bareLocale: Locale
  /** A filtered list without items. */
  isEmptyList: boolean
  /** Undefined for a page without content: not found, or its data could not be read. */
  seo: PageHead | undefined
}

type Tag = { name: 'meta' | 'link'; attributes: Record<string, string> }

const FEED_TITLES = { offers: m.layout_offers, projects: m.projects_plural }

/** The length of a description in search results. */
const SUMMARY_LENGTH = 160

/** The beginning of a user text, without marks and line breaks. */
const summaryOf = (text: string) => plainText(text).slice(0, SUMMARY_LENGTH).replaceAll(/\s+/g, ' ')

/**
 * The head of a rendered page: title, description, canonical URL, link preview, feeds, structured data. The browser
 * removes elements with `data-page` when it shows another page.
 */
export function renderHead(page: Rendered, origin: string): string {
  const title = `${page.title} · ${PRODUCT.name}`
  const own = `<title>${escapeHtml(title)}</title>`
  if (!page.seo) return own + renderTag(NO_INDEX, ' data-page')
  const query = canonicalQuery(page.url.searchParams, page.seo.listParams)
  const canonical = origin + (page.seo.path ? page.prefix + page.seo.path : page.url.pathname) + query
  const description = summaryOf(page.description || page.seo.summary || '')
  const image = origin + page.prefix + (page.seo.image ?? PRODUCT_PREVIEW_PATH)
  const tags: Tag[] = [
    ...(isIndexed(page, query) && !page.seo.noIndex ? [] : [NO_INDEX]),
    link({ rel: 'canonical', href: canonical }),
    ...translations(page, origin, query),
    property('og:type', page.seo.type ?? 'website'),
    property('og:site_name', PRODUCT.name),
    property('og:locale', m.layout_og_locale()),
    property('og:url', canonical),
    property('og:title', page.title),
    property('og:description', description),
    property('og:image', image),
    property('og:image:type', PREVIEW.type),
    property('og:image:width', String(PREVIEW.width)),
    property('og:image:height', String(PREVIEW.height)),
    property('og:image:alt', title),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', page.title),
    meta('twitter:description', description),
    meta('twitter:image', image),
    ...(description ? [meta('description', description)] : []),
    ...(page.seo.feeds ?? []).map((feed) =>
      link({
        rel: 'alternate',
        type: 'application/atom+xml',
        title: `${FEED_TITLES[feed]()} · ${PRODUCT.name}`,
        href: origin + page.prefix + feedPath(feed, page.url.searchParams),
      }),
    ),
  ]
  return (
    own + tags.map((tag) => renderTag(tag, ' data-page')).join('') + dataBlock(page.seo.structuredData ?? [])
  )
}

/** The same page in every language; `x-default` is for readers of other languages. */
function translations({ path: shown, seo, bareLocale }: Rendered, origin: string, query: string): Tag[] {
  const path = seo?.path ?? shown
  const address = (prefix: string) => origin + ((prefix + path).replace(/(?<=.)\/$/, '') || '/') + query
  return [
    ...LANGUAGES.map((hreflang) =>
      link({ rel: 'alternate', hreflang, href: address(prefixOf(hreflang, bareLocale)) }),
    ),
    link({ rel: 'alternate', hreflang: 'x-default', href: address('') }),
  ]
}

const meta = (name: string, content: string): Tag => ({ name: 'meta', attributes: { name, content } })
const property = (name: string, content: string): Tag => ({
  name: 'meta',
  attributes: { property: name, content },
})
const link = (attributes: Record<string, string>): Tag => ({ name: 'link', attributes })
const NO_INDEX = meta('robots', 'noindex')

function renderTag({ name, attributes }: Tag, mark = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${written.join('')}${mark}>`
}

/** A data block is no script, so the content security policy allows it. */
function dataBlock(things: readonly Thing[]): string {
  if (things.length === 0) return ''
  const json = escapeJson({ '@context': 'https://schema.org', '@graph': things })
  return `<script type="application/ld+json" data-page>${json}</script>`
}

function canonicalQuery(search: URLSearchParams, names: readonly string[] = []): string {
  const canonical = new URLSearchParams()
  for (const name of names) {
    const value = search.get(name)?.trim()
    if (value && !(name === 'page' && value === '1')) canonical.set(name, value)
  }
  return canonical.size > 0 ? `?${canonical}` : ''
}

/** Excludes search results, combinations of skills and empty lists, whose number is unbounded. */
const isIndexed = ({ url, isEmptyList }: Rendered, query: string) =>
  !url.searchParams.get('q') &&
  !url.searchParams.get('skills')?.includes(',') &&
  !(query !== '' && isEmptyList)
