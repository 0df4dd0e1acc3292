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
import { escapeHtml } from '../lib/escape-html.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { jobPlace } from './job-place.ts'

/** The content of a page in the vocabulary of schema.org. `origin` makes URLs absolute. */
export type Thing =
  | BreadcrumbList
  | CreativeWork
  | JobPosting
  | Organization
  | ProfilePage
  | SoftwareSourceCode
  | WebSite

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

/** From the home page through the list to the page itself. */
export const breadcrumbs = (
  origin: string,
  ...steps: readonly (readonly [name: string, path: string])[]
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
    // Search engines ask for this word where no employer is named.
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
    // The product stores no period (decision 31), so none is claimed.
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

/** A plain text as paragraphs. */
function asHtml(text: string): string {
  return escapeHtml(text)
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

export function projectWork(project: Project, origin: string): Thing {
  const about = {
    name: project.title,
    url: origin + paths.project(project._id),
    ...(project.description && { description: project.description }),
    ...(project.gallery.length > 0 && { image: project.gallery }),
    author: author(project.owner, origin),
    dateCreated: String(project.year),
    datePublished: project.createdAt,
    dateModified: project.updatedAt,
    genre: project.category,
    ...(project.projectSkills.length > 0 && { keywords: project.projectSkills.join(', ') }),
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'LikeAction' },
        userInteractionCount: project.likes,
      } as const,
    ],
    ...(project.liveLink && { sameAs: project.liveLink }),
  }
  return project.githubProjectLink
    ? { '@type': 'SoftwareSourceCode', codeRepository: project.githubProjectLink, ...about }
    : { '@type': 'CreativeWork', ...about }
}

const author = (owner: DeveloperRef, origin: string): Person => ({
  '@type': 'Person',
  name: fullName(owner),
  url: origin + paths.developer(owner._id),
})

/** Without the e-mail address: no gift to address harvesters. */
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
