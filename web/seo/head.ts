import type { QueryClient } from '@tanstack/react-query'
import {
  type Feed,
  feedPath,
  PREVIEW,
  PRODUCT_PREVIEW_PATH,
  type Preview,
  previewPath,
} from '#contract/findable.ts'
import { PRODUCT } from '#contract/product.ts'
import { devQuery } from '../devs/devs.api.ts'
import { fullName } from '../lib/format.ts'
import { offerQuery } from '../offers/offers.api.ts'
import { paths } from '../paths.ts'
import { projectQuery } from '../projects/projects.api.ts'
import { recruiterQuery } from '../recruiters/recruiters.api.ts'
import * as data from './structured-data.ts'

/** The page that was rendered, with the data that it showed. */
export type Rendered = {
  /** Its file in web/. */
  file: string | undefined
  params: Record<string, string | undefined>
  url: URL
  queryClient: QueryClient
  /** It shows something that exists. */
  isFound: boolean
  /** What React wrote into the head. */
  head: string
}

/**
 * What programs read in the head of a page: canonical address, link preview, feeds, structured data. Only the
 * server writes it, and the browser takes it away (`data-page`) when it shows another page.
 */
export function findableHead(page: Rendered, origin: string): string {
  if (!page.isFound) return NO_INDEX
  const about = describe(page, origin)
  const canonical = origin + page.url.pathname + queryOf(page)
  // React has escaped both for us.
  const title = /<title[^>]*>([^<]*)<\/title>/.exec(page.head)?.[1] ?? PRODUCT.name
  const known = /<meta name="description" content="([^"]*)"/.exec(page.head)?.[1]
  const description = known ?? escaped(about.summary ?? '')
  const image = escaped(origin + (about.image ?? PRODUCT_PREVIEW_PATH))
  const shared = [
    ['og:type', about.type ?? 'website'],
    ['og:site_name', PRODUCT.name],
    ['og:locale', 'en_GB'],
    ['og:url', escaped(canonical)],
    ['og:title', title.replace(` · ${PRODUCT.name}`, '')],
    ['og:description', description],
    ['og:image', image],
    ['og:image:type', PREVIEW.type],
    ['og:image:width', String(PREVIEW.width)],
    ['og:image:height', String(PREVIEW.height)],
    ['og:image:alt', title],
  ]
  const named = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title.replace(` · ${PRODUCT.name}`, '')],
    ['twitter:description', description],
    ['twitter:image', image],
    ...(known === undefined && description ? [['description', description]] : []),
  ]
  return [
    isIndexed(page) ? '' : NO_INDEX,
    `<link rel="canonical" href="${escaped(canonical)}" data-page>`,
    ...shared.map(([name, content]) => `<meta property="${name}" content="${content}" data-page>`),
    ...named.map(([name, content]) => `<meta name="${name}" content="${content}" data-page>`),
    ...(about.feeds ?? []).map(
      (feed) =>
        `<link rel="alternate" type="application/atom+xml" title="${FEED_TITLES[feed]} · ${PRODUCT.name}" href="${escaped(origin + feedPath(feed, page.url.searchParams))}" data-page>`,
    ),
    data.dataBlock(about.things ?? []),
  ].join('')
}

type About = {
  type?: 'website' | 'article' | 'profile'
  /** Path of the picture that stands beside a link to this page. */
  image?: string
  /** In place of a description that nobody wrote. */
  summary?: string
  feeds?: readonly Feed[]
  things?: readonly data.Thing[]
}

const NO_INDEX = '<meta name="robots" content="noindex" data-page>'
const FEED_TITLES = { offers: 'Offers', projects: 'Projects' }

function describe({ file, params, queryClient }: Rendered, origin: string): About {
  switch (file) {
    case 'home/HomePage.tsx':
      return { feeds: ['offers', 'projects'], things: [data.organization(origin), data.webSite(origin)] }
    case 'legal/AboutPage.tsx':
      return { things: [data.organization(origin), data.breadcrumbs(origin, [['About us', paths.about()]])] }
    case 'offers/OffersPage.tsx':
      return { feeds: ['offers'], things: [data.breadcrumbs(origin, [OFFERS])] }
    case 'projects/ProjectsPage.tsx':
      return { feeds: ['projects'], things: [data.breadcrumbs(origin, [PROJECTS])] }
    case 'devs/DevelopersPage.tsx':
      return { things: [data.breadcrumbs(origin, [DEVELOPERS])] }
    case 'offers/OfferPage.tsx':
      return describeOffer(queryClient, params.offerId ?? '', origin)
    case 'projects/ProjectPage.tsx':
      return describeProject(queryClient, params.projectId ?? '', origin)
    case 'devs/ProfilePage.tsx':
      return describeDeveloper(queryClient, params.developerId ?? '', origin)
    case 'recruiters/RecruiterPage.tsx':
      return describeRecruiter(queryClient, params.recruiterId ?? '', origin)
    default:
      return {}
  }
}

const OFFERS = ['Offers', paths.offers()] as const
const PROJECTS = ['Projects', paths.projects()] as const
const DEVELOPERS = ['Developers', paths.developers()] as const

function describeOffer(queryClient: QueryClient, id: string, origin: string): About {
  const offer = queryClient.getQueryData(offerQuery(id).queryKey)
  if (!offer) return {}
  const posting = data.jobPosting(offer, origin)
  return {
    type: 'article',
    image: picture('offers', id, offer.updatedAt),
    summary: [offer.position, offer.company, offer.location].filter(Boolean).join(' · '),
    things: [
      ...(posting ? [posting] : []),
      data.breadcrumbs(origin, [OFFERS, [offer.position, paths.offer(id)]]),
    ],
  }
}

function describeProject(queryClient: QueryClient, id: string, origin: string): About {
  const project = queryClient.getQueryData(projectQuery(id).queryKey)
  if (!project) return {}
  return {
    type: 'article',
    image: picture('projects', id, project.updatedAt),
    summary: `${project.category} project of ${fullName(project.owner)}, ${project.year}`,
    things: [
      data.project(project, origin),
      data.breadcrumbs(origin, [PROJECTS, [project.title, paths.project(id)]]),
    ],
  }
}

function describeDeveloper(queryClient: QueryClient, id: string, origin: string): About {
  const developer = queryClient.getQueryData(devQuery(id).queryKey)
  if (!developer) return {}
  const name = fullName(developer)
  return {
    type: 'profile',
    image: previewPath('developers', id),
    summary: [name, developer.role.developer.professionalPosition].filter(Boolean).join(' · '),
    things: [
      data.developerProfile(developer, origin),
      data.breadcrumbs(origin, [DEVELOPERS, [name, paths.developer(id)]]),
    ],
  }
}

function describeRecruiter(queryClient: QueryClient, id: string, origin: string): About {
  const recruiter = queryClient.getQueryData(recruiterQuery(id).queryKey)
  if (!recruiter) return {}
  const name = fullName(recruiter)
  return {
    type: 'profile',
    image: previewPath('recruiters', id),
    summary: [name, recruiter.role.recruiter.companyName].filter(Boolean).join(' · '),
    things: [
      data.recruiterProfile(recruiter, origin),
      data.breadcrumbs(origin, [[name, paths.recruiter(id)]]),
    ],
  }
}

/** Chats keep a picture by its address, so a changed thing has another one. */
const picture = (preview: Preview, id: string, updatedAt: string) =>
  `${previewPath(preview, id)}?v=${Date.parse(updatedAt).toString(36)}`

/** What makes another page of a list; the order of sorting and everything unknown does not. */
const LIST_PARAMS: Record<string, readonly string[]> = {
  'offers/OffersPage.tsx': ['contractType', 'skills', 'page'],
  'projects/ProjectsPage.tsx': ['category', 'skills', 'page'],
  'devs/DevelopersPage.tsx': ['category', 'skills', 'experience', 'page'],
}

function queryOf({ file = '', url }: Rendered): string {
  const kept = new URLSearchParams()
  for (const name of LIST_PARAMS[file] ?? []) {
    const value = url.searchParams.get(name)?.trim()
    if (value && !(name === 'page' && value === '1')) kept.set(name, value)
  }
  return kept.size > 0 ? `?${kept}` : ''
}

/** Results of a search, combinations of skills and lists of nothing are without number. */
const isIndexed = (page: Rendered) =>
  !page.url.searchParams.get('q') &&
  !page.url.searchParams.get('skills')?.includes(',') &&
  !(queryOf(page) && isEmptyList(page))

const isEmptyList = ({ queryClient }: Rendered) =>
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => (state.data as { items?: unknown[] } | undefined)?.items?.length === 0)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? '')
