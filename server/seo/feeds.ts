import { getLanguage } from '#contract/locale.ts'
import { type ListedOffer, OfferFilters, listOffers as offersEndpoint } from '#contract/offers.ts'
import { payText } from '#contract/pay-text.ts'
import { PRODUCT } from '#contract/product.ts'
import { type ListedProject, ProjectFilters, listProjects as projectsEndpoint } from '#contract/projects.ts'
import { type Feed, feedPath } from '#contract/seo.ts'
import { m } from '#contract/texts.ts'
import { workplaceText } from '#contract/workplace-text.ts'
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
export async function offersFeed(
  { db, config }: Engines,
  search: URLSearchParams,
  prefix: string,
): Promise<CachedResponse> {
  const filters = OfferFilters.parse({
    ...Object.fromEntries(search),
    page: 1,
    limit: NEWEST,
    sort: 'latest',
  })
  const { items } = await listOffers(db, filters, undefined)
  const type = filters.contractType && m.offers_contract_type({ type: filters.contractType })
  const words = [type, ...filters.skills]
  const feed = {
    kind: 'offers',
    title: titleOf(m.layout_offers(), words),
    search,
    publicUrl: config.publicUrl,
    prefix,
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
  prefix: string,
): Promise<CachedResponse> {
  const filters = ProjectFilters.parse({
    category: search.get('category') ?? '',
    skills: search.get('skills') ?? '',
    page: 1,
    limit: NEWEST,
    sort: 'latest',
  })
  const { items } = await listProjects(db, filters, undefined)
  const words = [m.general_category_name({ category: filters.category }), ...filters.skills]
  const feed = {
    kind: 'projects',
    title: titleOf(m.projects_plural(), words),
    search,
    publicUrl: config.publicUrl,
    prefix,
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
  summary: [
    [
      offer.location,
      offer.contractType.map((type) => m.offers_contract_type({ type })).join(', '),
      offer.pay && payText(offer.pay),
      workplaceText(offer),
    ]
      .filter(Boolean)
      .join(' · '),
    offer.description,
  ]
    .filter(Boolean)
    .join('\n\n'),
  words: offer.skills,
  publishedAt: offer.publishedAt ?? offer.createdAt,
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

type About = { kind: Feed; title: string; search: URLSearchParams; publicUrl: string; prefix: string }

function atom({ kind, title, search, publicUrl, prefix }: About, entries: readonly Entry[]): string {
  const self = publicUrl + prefix + feedPath(kind, search)
  const page = publicUrl + prefix + feedPath(kind, search).replace('/feeds', '').replace('.atom', '')
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
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': getLanguage() },
      [
        textElement('id', self),
        textElement('title', title),
        textElement('updated', updatedAt),
        element('link', { rel: 'self', type: TYPE, href: self }),
        element('link', { rel: 'alternate', type: 'text/html', href: page }),
        textElement('icon', `${publicUrl}/icon.svg`),
        ...entries.map((entry) => entryElement(entry, publicUrl + prefix)),
      ].join('\n'),
    )
  )
}

const entryElement = (entry: Entry, base: string): string =>
  element(
    'entry',
    {},
    [
      // The same on every host name, so that a move makes nothing unread.
      textElement('id', `urn:uuid:${entry.id}`),
      element('title', {}, xmlText(entry.title) || m.feeds_untitled()),
      element('link', { rel: 'alternate', type: 'text/html', href: base + entry.path }),
      textElement('published', entry.publishedAt),
      textElement('updated', entry.updatedAt),
      element('author', {}, textElement('name', entry.author)),
      ...entry.words.map((term) => element('category', { term })),
      element('summary', { type: 'text' }, xmlText(entry.summary)),
    ].join(''),
  )
