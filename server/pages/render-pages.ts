import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { Product } from '#contract/product.ts'
import { type CachedResponse, createCachedResponse } from '../cache/cached-response.ts'
import type { Config } from '../config.ts'
import { StartError } from '../lib/errors.ts'
import type { ApiFetch, Reads } from './api-fetch.ts'
import { productOf, withProduct } from './product-of.ts'

export type Page = {
  file: string
  /** Only for signed-in people, or not for search engines. */
  isPrivate: boolean
  /** Query parameters that it reads. */
  params: readonly string[]
}

export type Renderer = {
  /** A public page as a visitor sees it. */
  page: (address: string) => Promise<CachedResponse>
  pageOf: (pathname: string) => Promise<Page | undefined>
  /** The document without a page in it, for what is private: the code of that page is on its way. */
  shell: (pathname: string) => Promise<CachedResponse>
}

/** What web/entry-server.tsx gives; its build has no types. */
type Entry = {
  configureProduct: (product: Product) => void
  render: (address: string, about: { publicUrl: string; fetch: typeof fetch }) => Promise<RenderedPage>
  pageOf: (pathname: string) => Page | undefined
  createDocuments: (template: string, manifest: unknown) => Documents
}
type RenderedPage = { status: 200 | 404; isComplete: boolean; renderedAt: number }
type Documents = { page: (page: RenderedPage) => string; shell: (file: string | undefined) => string }

const MAX_PATHS = 2000

/** Renders the built pages in `folder`, which are loaded with the first request; `apiFetch` reads their data. */
export function createRenderer(apiFetch: ApiFetch, config: Config, folder: string): Renderer {
  const product = productOf(config)
  const template = withProduct(readBuilt(join(folder, 'web/index.html')), product)
  const manifest: unknown = JSON.parse(readBuilt(join(folder, 'web/.vite/manifest.json')))
  let opened: Promise<Entry & { documents: Documents }> | undefined
  const open = () => {
    opened ??= import(pathToFileURL(join(folder, 'pages/pages.js')).href).then((entry: Entry) => {
      // The built pages bring a contract of their own.
      entry.configureProduct(product)
      return { ...entry, documents: entry.createDocuments(template, manifest) }
    })
    return opened
  }
  // The router ranks all its routes for each match.
  const pages = new LRUCache<string, { page: Page | undefined }>({ max: MAX_PATHS })
  const shells = new Map<string | undefined, CachedResponse>()
  return {
    page: async (address) => {
      const entry = await open()
      const reads: Reads = { topics: new Set(), limits: new Set() }
      const fetch = apiFetch(reads)
      const page = await entry.render(address, { publicUrl: config.publicUrl, fetch })
      const volatile = String(page.renderedAt)
      return createCachedResponse(entry.documents.page(page), { ...page, ...reads, volatile })
    },
    pageOf: async (pathname) => {
      const known = pages.get(pathname)
      if (known) return known.page
      const page = (await open()).pageOf(pathname)
      pages.set(pathname, { page })
      return page
    },
    shell: async (pathname) => {
      const entry = await open()
      const file = entry.pageOf(pathname)?.file
      const known = shells.get(file)
      if (known) return known
      const shell = createCachedResponse(entry.documents.shell(file), { topics: new Set() })
      shells.set(file, shell)
      return shell
    },
  }
}

function readBuilt(file: string): string {
  if (!existsSync(file)) throw new StartError('The web application is not built. Run: npm run build')
  return readFileSync(file, 'utf8')
}
