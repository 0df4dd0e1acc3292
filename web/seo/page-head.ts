import type { Feed } from '#contract/seo.ts'
import type { LoadContext } from '../lib/load-context.ts'
import type { Thing } from './structured-data.ts'

/** Head data beside title and description, for search engines, feed readers and link previews. */
export type PageHead = {
  /** Canonical, where the page can be read at other addresses too. */
  path?: string
  type?: 'website' | 'article' | 'profile'
  /** Path of the link preview's picture. */
  image?: string
  /** The description where the page has none. */
  summary?: string
  feeds?: readonly Feed[]
  /** Query parameters that make another page. All others, such as the sort order, stay out of the canonical URL. */
  listParams?: readonly string[]
  /** Not for search engines, though it can be read. */
  noIndex?: boolean
  structuredData?: readonly Thing[]
}

/** The absolute address of a page, in the language of the one that names it. */
export type AddressOf = (path: string) => string

/** `head` of a route: reads the query cache that the page was rendered from. `origin` makes other URLs absolute. */
export type HeadFunction = (context: LoadContext & { origin: string; addressOf: AddressOf }) => PageHead
