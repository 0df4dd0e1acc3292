import { type ListedOffer, OfferFilters, listOffers as offersEndpoint } from '#contract/offers.ts'
import { PRODUCT } from '#contract/product.ts'
import { type ListedProject, ProjectFilters, listProjects as projectsEndpoint } from '#contract/projects.ts'
import { type Feed, feedPath } from '#contract/seo.ts'
import { type CachedResponse, createCachedResponse } from '../cache/cached-response.ts'
import { listOffers } from '../offers/offer-lists.queries.ts'
import { listProjects } from '../projects/projects.queries.ts'
import type { Services } from '../services.ts'
import { element, textElement, XML, xmlText } from './xml.ts'

const NEWEST = 50

type Engines = Pick<Services, 'db' | 'config'>
type Entry = {
  id: string
  path: string
  title: string
  author: string
  summary: string
  words: readonly string[]
  publishedAt: string
  updatedAt: string
}

/** The newest offers with these filters, as Atom (RFC 4287). */
export async function offersFeed({ db, config }: Engines, search: URLSearchParams): Promise<CachedResponse> {
  const filters = OfferFilters.parse({
    ...Object.fromEntries(search),
    page: 1,
    limit: NEWEST,
    sort: 'latest',
  })
  const { items } = await listOffers(db, filters, undefined)
  const words = [filters.contractType, ...filters.skills]
  const feed = {
    kind: 'offers',
    title: titleOf('Offers', words),
    search,
    publicUrl: config.publicUrl,
  } as const
  return createCachedResponse(atom(feed, items.map(offerEntry)), {
    type: `${TYPE}; charset=utf-8`,
    topics: new Set(offersEndpoint.shows),
  })
}

/** The newest projects with these filters. */
export async function projectsFeed(
  { db, config }: Engines,
  search: URLSearchParams,
): Promise<CachedResponse> {
  const filters = ProjectFilters.parse({
    category: search.get('category') ?? '',
    skills: search.get('skills') ?? '',
    page: 1,
    limit: NEWEST,
    sort: 'latest',
  })
  const { items } = await listProjects(db, filters, undefined)
  const words = [filters.category, ...filters.skills]
  const feed = {
    kind: 'projects',
    title: titleOf('Projects', words),
    search,
    publicUrl: config.publicUrl,
  } as const
  return createCachedResponse(atom(feed, items.map(projectEntry)), {
    type: `${TYPE}; charset=utf-8`,
    topics: new Set(projectsEndpoint.shows),
  })
}

const TYPE = 'application/atom+xml'

function titleOf(what: string, words: readonly string[]): string {
  const wanted = words.filter((word) => word !== '')
  return `${what}${wanted.length > 0 ? `: ${wanted.join(', ')}` : ''} · ${PRODUCT.name}`
}

const offerEntry = (offer: ListedOffer): Entry => ({
  id: offer._id,
  path: `/offers/${offer._id}`,
  title: [offer.position, offer.company].filter(Boolean).join(' · '),
  author: offer.company || offer.owner?.role.recruiter.companyName || PRODUCT.name,
  summary: [[offer.location, offer.contractType.join(', ')].filter(Boolean).join(' · '), offer.description]
    .filter(Boolean)
    .join('\n\n'),
  words: offer.skills,
  publishedAt: offer.createdAt,
  updatedAt: offer.updatedAt,
})

const projectEntry = (project: ListedProject): Entry => ({
  id: project._id,
  path: `/projects/${project._id}`,
  title: project.title,
  author: `${project.owner.name} ${project.owner.surname}`.trim() || PRODUCT.name,
  summary: project.description,
  words: [project.category, ...project.projectSkills],
  publishedAt: project.createdAt,
  updatedAt: project.updatedAt,
})

type About = { kind: Feed; title: string; search: URLSearchParams; publicUrl: string }

function atom({ kind, title, search, publicUrl }: About, entries: readonly Entry[]): string {
  const self = publicUrl + feedPath(kind, search)
  const page = publicUrl + feedPath(kind, search).replace('/feeds', '').replace('.atom', '')
  // An empty list has never changed.
  const updatedAt =
    entries
      .map((entry) => entry.updatedAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString()
  return (
    XML +
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      [
        textElement('id', self),
        textElement('title', title),
        textElement('updated', updatedAt),
        element('link', { rel: 'self', type: TYPE, href: self }),
        element('link', { rel: 'alternate', type: 'text/html', href: page }),
        textElement('icon', `${publicUrl}/icon.svg`),
        ...entries.map((entry) => entryElement(entry, publicUrl)),
      ].join('\n'),
    )
  )
}

const entryElement = (entry: Entry, publicUrl: string): string =>
  element(
    'entry',
    {},
    [
      // The same on every host name, so that a move makes nothing unread.
      textElement('id', `urn:uuid:${entry.id}`),
      element('title', {}, xmlText(entry.title) || 'Untitled'),
      element('link', { rel: 'alternate', type: 'text/html', href: publicUrl + entry.path }),
      textElement('published', entry.publishedAt),
      textElement('updated', entry.updatedAt),
      element('author', {}, textElement('name', entry.author)),
      ...entry.words.map((term) => element('category', { term })),
      element('summary', { type: 'text' }, xmlText(entry.summary)),
    ].join(''),
  )
