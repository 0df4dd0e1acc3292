import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { listAnnouncements } from '#contract/announcements.ts'
import { getLocale, type Locale, splitPath } from '#contract/locale.ts'
import type { Product } from '#contract/product.ts'
import { type CachedResponse, createCachedResponse } from '../cache/cached-response.ts'
import type { Config } from '../config.ts'
import { API_PREFIX } from '../http/api-prefix.ts'
import { StartError } from '../lib/errors.ts'
import { addressLocales, runInLocale } from '../lib/locale.ts'
import { inSpan } from '../lib/spans.ts'
import { nextTurn } from '../lib/turns.ts'
import type { ApiFetch, Reads } from './api-fetch.ts'
import { createBuiltImport } from './built-chunks.ts'
import { fillTemplate, productOf } from './product-of.ts'

export type Page = {
  file: string
  /** Only for signed-in people, or not for search engines. */
  isPrivate: boolean
  /** The query parameters of the page. */
  params: readonly string[]
}

export type Renderer = {
  /** Renders a public page for visitors, in the language of its address. */
  page: (address: string) => Promise<CachedResponse>
  pageOf: (pathname: string) => Promise<Page | undefined>
  /** The shell, for private pages: the document without content, with preloads of the page's code. */
  shell: (pathname: string) => Promise<CachedResponse>
}

/** The exports of web/entry-server.tsx, whose build is untyped. */
type Entry = {
  configureProduct: (product: Product) => void
  configureLocale: (read: () => Locale) => void
  render: (address: string, about: About) => Promise<RenderedPage>
  pageOf: (pathname: string) => Page | undefined
  createDocuments: (template: string, manifest: unknown) => Documents
}
type About = { publicUrl: string; bareLocale: Locale; fetch: typeof fetch; nextTurn: () => Promise<void> }
type RenderedPage = {
  status: 200 | 301 | 404
  location?: string
  isComplete: boolean
  renderedAt: number
  state: object
}
type Documents = { page: (page: RenderedPage) => string; shell: (file: string | undefined) => string }

const MAX_PATHS = 2000
const ENTRY = 'entry-server.tsx'
/** An address without a page, so that its shell preloads no code. */
export const NOWHERE = '/-/-'
const PLAIN = 'text/plain; charset=utf-8'

/** Renders the built pages in `folder`, loaded with the first request; `apiFetch` reads their data. */
export function createRenderer(apiFetch: ApiFetch, config: Config, folder: string): Renderer {
  const product = productOf(config)
  const localeOf = (pathname: string): Locale => splitPath(pathname).language ?? config.locale
  // A missing file stops the start, not the first request.
  const clients = addressLocales(config.locale).map(({ prefix, locale }) => {
    const name = locale === 'en-quoted' ? '' : `.${locale}`
    const html = readBuilt(join(folder, `web/index${name}.html`))
    const manifest: unknown = JSON.parse(readBuilt(join(folder, `web/.vite/manifest${name}.json`)))
    return { locale, template: runInLocale(locale, () => fillTemplate(html, product, prefix)), manifest }
  })
  const importBuilt = createBuiltImport(join(folder, 'pages'))
  const aboutWith = (fetch: typeof globalThis.fetch): About => ({
    publicUrl: config.publicUrl,
    bareLocale: config.locale,
    fetch,
    nextTurn,
  })
  let opened: ReturnType<typeof load> | undefined
  async function load() {
    const entry = (await importBuilt(ENTRY)) as Entry
    // The built pages contain their own copy of the contract.
    entry.configureProduct(product)
    entry.configureLocale(getLocale)
    const documents = new Map(
      clients.map(({ locale, template, manifest }) => [locale, entry.createDocuments(template, manifest)]),
    )
    await nextTurn()
    // The first rendering compiles what all pages share (X1).
    const fetch = apiFetch({ topics: new Set(), limits: new Set() })
    await entry.render(NOWHERE, aboutWith(fetch)).catch(() => undefined)
    await nextTurn()
    return { ...entry, documentsOf: (pathname: string) => documents.get(localeOf(pathname)) as Documents }
  }
  const open = () => {
    opened ??= load()
    return opened
  }
  // The router ranks all its routes for each match.
  const pages = new LRUCache<string, { page: Page | undefined }>({ max: MAX_PATHS })
  const shells = new Map<string, CachedResponse>()
  const pageOf = async (pathname: string) => {
    const known = pages.get(pathname)
    if (known) return known.page
    const page = (await open()).pageOf(splitPath(pathname).path)
    pages.set(pathname, { page })
    return page
  }
  return {
    page: async (address) => {
      const entry = await open()
      const reads: Reads = { topics: new Set(), limits: new Set() }
      const fetch = apiFetch(reads)
      const [pathname = ''] = address.split('?')
      const about = aboutWith(fetch)
      const file = (await pageOf(pathname))?.file
      if (file !== undefined) await importBuilt(file)
      const [rendered, announcements] = await inSpan('render page', {}, () =>
        Promise.all([
          runInLocale(localeOf(pathname), () => entry.render(address, about)),
          readAnnouncements(fetch),
        ]),
      )
      const { status, location } = rendered
      // In the body too, since the ETag is its hash.
      if (location !== undefined) {
        return createCachedResponse(location, { ...reads, status, headers: { location }, type: PLAIN })
      }
      const page = {
        ...rendered,
        isComplete: rendered.isComplete && announcements !== undefined,
        state: { ...rendered.state, announcements },
      }
      const volatile = String(page.renderedAt)
      return createCachedResponse(entry.documentsOf(pathname).page(page), { ...page, ...reads, volatile })
    },
    pageOf,
    shell: async (pathname) => {
      const entry = await open()
      const file = entry.pageOf(splitPath(pathname).path)?.file
      const key = `${localeOf(pathname)} ${file}`
      const known = shells.get(key)
      if (known) return known
      const shell = createCachedResponse(entry.documentsOf(pathname).shell(file), { topics: new Set() })
      shells.set(key, shell)
      return shell
    },
  }
}

/**
 * A topic of every page, which is rendered again when they change; without them the browser fetches them. Undefined if
 * they cannot be read.
 */
async function readAnnouncements(fetchApi: typeof fetch): Promise<unknown> {
  const response = await fetchApi(API_PREFIX + listAnnouncements.path)
  return response.ok ? response.json() : undefined
}

function readBuilt(file: string): string {
  if (!existsSync(file)) throw new StartError('The web application is not built. Run: npm run build')
  return readFileSync(file, 'utf8')
}
