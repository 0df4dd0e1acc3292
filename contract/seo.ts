import type { ListQuery } from './lists.ts'
import type { OfferFilters } from './offers.ts'
import type { ProjectFilters } from './projects.ts'

/** Addresses for programs that read pages: search engines, feed readers, and chats that show what a link leads to. */

export const SECURITY_TXT_PATH = '/.well-known/security.txt'
export const ROBOTS_PATH = '/robots.txt'
/** The index; its files are below `SITEMAPS_PATH`. */
export const SITEMAP_PATH = '/sitemap.xml'
export const SITEMAPS_PATH = '/sitemaps'

export const FEEDS = ['offers', 'projects'] as const
export type Feed = (typeof FEEDS)[number]

type FiltersOf<Query> = Record<Exclude<keyof Query, keyof ListQuery>, true>

/** Filters of a feed, in the order of its URL: those of the list, without page and sort. */
const FEED_FILTERS: {
  offers: FiltersOf<OfferFilters>
  projects: FiltersOf<Omit<ProjectFilters, 'withGallery'>>
} = {
  offers: {
    contractType: true,
    skills: true,
    workplace: true,
    country: true,
    payFrom: true,
    payCurrency: true,
    minYears: true,
  },
  projects: { category: true, skills: true },
}

/** The Atom feed of a list with these filters; other query parameters are ignored. */
export function feedPath(feed: Feed, search: URLSearchParams = new URLSearchParams()): string {
  const filters = new URLSearchParams()
  for (const name of Object.keys(FEED_FILTERS[feed])) {
    const value = search.get(name)?.trim()
    if (value) filters.set(name, value)
  }
  return `/feeds/${feed}.atom${filters.size > 0 ? `?${filters}` : ''}`
}

/** The preview picture of a link in a chat. */
export const PREVIEW = { width: 1200, height: 630, type: 'image/jpeg' } as const
export const PREVIEWS = ['offers', 'projects', 'developers', 'recruiters'] as const
export type Preview = (typeof PREVIEWS)[number]

export const previewPath = (preview: Preview, id: string) => `/previews/${preview}/${id}.jpg`
/** The default, for pages without a preview of their own. */
export const PRODUCT_PREVIEW_PATH = '/previews/product.jpg'
