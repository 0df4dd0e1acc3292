import type { Feed } from '#contract/seo.ts'
import type { LoadContext } from '../lib/load-context.ts'
import type { AddressOf, Thing } from './structured-data.ts'

/** Head data beside title and description, for search engines, feed readers and link previews. */
export type PageHead = {
  /** The canonical path, for pages with several addresses. */
  path?: string
  type?: 'website' | 'article' | 'profile'
  /** Path of the link preview's picture. */
  image?: string
  /** The fallback description. */
  summary?: string
  feeds?: readonly Feed[]
  /** Query parameters of the canonical URL. All others, such as the sort order, are left out. */
  listParams?: readonly string[]
  /** Public, but not for search engines. */
  noIndex?: boolean
  structuredData?: readonly Thing[]
}

/** `head` of a route: reads the query cache of the rendering. `origin` makes other URLs absolute. */
export type HeadFunction = (context: LoadContext & { origin: string; addressOf: AddressOf }) => PageHead
