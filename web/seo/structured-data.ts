import type {
  BreadcrumbList,
  CreativeWork,
  JobPosting,
  Organization,
  Person,
  ProfilePage,
  SoftwareSourceCode,
  WebSite,
} from 'schema-dts'
import type { DevPublic } from '#contract/devs.ts'
import type { Offer } from '#contract/offers.ts'
import type { DeveloperRef } from '#contract/owners.ts'
import { PRODUCT } from '#contract/product.ts'
import type { Project } from '#contract/projects.ts'
import type { RecruiterPublic } from '#contract/recruiters.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { jobPlace } from './job-place.ts'

/** What a page says about its thing in the words of schema.org; `origin` makes its addresses absolute. */
export type Thing =
  | BreadcrumbList
  | CreativeWork
  | JobPosting
  | Organization
  | ProfilePage
  | SoftwareSourceCode
  | WebSite

/** One block for the head. A data block is no script, so the security policy has nothing against it. */
export function dataBlock(things: readonly Thing[]): string {
  if (things.length === 0) return ''
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  return `<script type="application/ld+json" data-page>${json.replaceAll('<', '\\u003c')}</script>`
}

export const organization = (origin: string): Exclude<Organization, string> => ({
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: PRODUCT.name,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
})

export const webSite = (origin: string): Thing => ({
  '@type': 'WebSite',
  name: PRODUCT.name,
  url: `${origin}/`,
  publisher: { '@id': `${origin}/#organization` },
})

/** Where a page stands: from the list down to it. */
export const breadcrumbs = (
  origin: string,
  steps: readonly (readonly [name: string, path: string])[],
): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [[PRODUCT.name, paths.home()] as const, ...steps].map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})

const EMPLOYMENT: Record<string, string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Freelance: 'CONTRACTOR',
  Temporary: 'TEMPORARY',
  Internship: 'INTERN',
}

/** Without a description an offer is no JobPosting to a search engine: undefined. */
export function jobPosting(offer: Offer, origin: string): Thing | undefined {
  if (offer.description.trim() === '') return undefined
  const recruiter = offer.owner?.role.recruiter
  const company = offer.company || recruiter?.companyName
  return {
    '@type': 'JobPosting',
    title: offer.position,
    description: asHtml(offer.description),
    identifier: { '@type': 'PropertyValue', name: company || PRODUCT.name, value: offer._id },
    url: origin + paths.offer(offer._id),
    datePosted: offer.createdAt,
    directApply: true,
    // The word that search engines ask for where no employer is named.
    hiringOrganization: company
      ? {
          '@type': 'Organization',
          name: company,
          ...(recruiter?.website && company === recruiter.companyName && { sameAs: recruiter.website }),
        }
      : 'confidential',
    ...jobPlace(offer.location),
    ...(offer.contractType.length > 0 && {
      employmentType: offer.contractType.flatMap((type) => EMPLOYMENT[type] ?? []),
    }),
    // The product knows no period (DECISION 25), so none is claimed.
    ...(offer.salary !== null && {
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'EUR',
        value: { '@type': 'QuantitativeValue', value: offer.salary },
      },
    }),
    ...(offer.skills.length > 0 && { skills: offer.skills.join(', ') }),
    ...(offer.role && { relevantOccupation: { '@type': 'Occupation', name: offer.role } }),
  }
}

/** The paragraphs of a plain text. */
function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

export function project(shown: Project, origin: string): Thing {
  const about = {
    name: shown.title,
    url: origin + paths.project(shown._id),
    ...(shown.description && { description: shown.description }),
    ...(shown.gallery.length > 0 && { image: shown.gallery }),
    author: author(shown.owner, origin),
    dateCreated: String(shown.year),
    datePublished: shown.createdAt,
    dateModified: shown.updatedAt,
    genre: shown.category,
    ...(shown.projectSkills.length > 0 && { keywords: shown.projectSkills.join(', ') }),
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'LikeAction' },
        userInteractionCount: shown.likes,
      } as const,
    ],
    ...(shown.liveLink && { sameAs: shown.liveLink }),
  }
  return shown.githubProjectLink
    ? { '@type': 'SoftwareSourceCode', codeRepository: shown.githubProjectLink, ...about }
    : { '@type': 'CreativeWork', ...about }
}

const author = (owner: DeveloperRef, origin: string): Person => ({
  '@type': 'Person',
  name: fullName(owner),
  url: origin + paths.developer(owner._id),
})

/** What the profile shows, without the e-mail address: nobody needs to collect it from here. */
export function developerProfile(developer: DevPublic, origin: string): Thing {
  const { professionalPosition, linkedin, github, skills, languages, location } = developer.role.developer
  const links = [linkedin, github].filter((link) => link !== '')
  return {
    '@type': 'ProfilePage',
    dateCreated: developer.createdAt,
    mainEntity: {
      '@type': 'Person',
      name: fullName(developer),
      identifier: developer._id,
      url: origin + paths.developer(developer._id),
      ...(developer.description && { description: developer.description }),
      ...(developer.avatar && { image: developer.avatar }),
      ...(professionalPosition && { jobTitle: professionalPosition }),
      ...(location && { homeLocation: { '@type': 'Place', name: location } }),
      ...(links.length > 0 && { sameAs: links }),
      ...(skills.length > 0 && { knowsAbout: skills }),
      ...(languages.length > 0 && { knowsLanguage: languages.map(({ language }) => language) }),
    },
  }
}

export function recruiterProfile(recruiter: RecruiterPublic, origin: string): Thing {
  const { companyName, website, location, sector } = recruiter.role.recruiter
  return {
    '@type': 'ProfilePage',
    dateCreated: recruiter.createdAt,
    mainEntity: {
      '@type': 'Person',
      name: fullName(recruiter),
      identifier: recruiter._id,
      url: origin + paths.recruiter(recruiter._id),
      ...(recruiter.description && { description: recruiter.description }),
      ...(recruiter.avatar && { image: recruiter.avatar }),
      ...(companyName && {
        worksFor: {
          '@type': 'Organization',
          name: companyName,
          ...(website && { url: website }),
          ...(location && { location: { '@type': 'Place', name: location } }),
          ...(sector && { knowsAbout: sector }),
        },
      }),
    },
  }
}
