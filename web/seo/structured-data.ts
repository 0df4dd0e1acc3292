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
import { getLocale } from '#contract/locale.ts'
import { plainText } from '#contract/markdown.ts'
import type { Offer } from '#contract/offers.ts'
import type { DeveloperRef } from '#contract/owners.ts'
import type { Pay } from '#contract/pay.ts'
import { PRODUCT } from '#contract/product.ts'
import type { Project } from '#contract/projects.ts'
import type { RecruiterPublic } from '#contract/recruiters.ts'
import { languageOf } from '#contract/text-language.ts'
import { m } from '#contract/texts.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { fullName } from '../lib/format.ts'
import { paths, personPath } from '../paths.ts'
import { jobPlace } from './job-place.ts'

/** The absolute address of a page, in the language of the current one. */
export type AddressOf = (path: string) => string

/** The structured data of a page (schema.org). */
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

export const webSite = (origin: string, addressOf: AddressOf): Thing => ({
  '@type': 'WebSite',
  name: PRODUCT.name,
  inLanguage: getLocale().slice(0, 2),
  url: addressOf(paths.home()),
  publisher: { '@id': `${origin}/#organization` },
})

/** From the home page through the list to the page itself. */
export const breadcrumbs = (
  addressOf: AddressOf,
  ...steps: readonly (readonly [name: string, path: string])[]
): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [[PRODUCT.name, paths.home()] as const, ...steps].map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: addressOf(path),
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
export function jobPosting(offer: Offer, addressOf: AddressOf): Thing | undefined {
  if (offer.description.trim() === '') return undefined
  const recruiter = offer.owner?.role.recruiter
  const company = offer.company || recruiter?.companyName
  return {
    '@type': 'JobPosting',
    title: offer.position,
    description: asHtml(plainText(offer.description)),
    identifier: { '@type': 'PropertyValue', name: company || PRODUCT.name, value: offer._id },
    url: addressOf(paths.offer(offer._id)),
    datePosted: offer.publishedAt ?? offer.createdAt,
    directApply: true,
    // Search engines require this word for an unnamed employer.
    hiringOrganization: company
      ? {
          '@type': 'Organization',
          name: company,
          ...(recruiter?.website && company === recruiter.companyName && { sameAs: recruiter.website }),
        }
      : 'confidential',
    ...placeOf(offer),
    ...(offer.contractType.length > 0 && {
      employmentType: offer.contractType.flatMap((type) => EMPLOYMENT[type] ?? []),
    }),
    validThrough: offer.closesAt,
    ...(offer.pay !== null && { baseSalary: baseSalary(offer.pay) }),
    ...(offer.minYears !== null &&
      offer.minYears > 0 && {
        experienceRequirements: {
          '@type': 'OccupationalExperienceRequirements' as const,
          monthsOfExperience: offer.minYears * 12,
        },
      }),
    ...(offer.skills.length > 0 && { skills: offer.skills.join(', ') }),
    ...(offer.role && { relevantOccupation: { '@type': 'Occupation', name: offer.role } }),
  }
}

/** The workplace takes precedence over the text of the location. */
function placeOf({ workplace, countries, location }: Offer) {
  const place = jobPlace(location)
  if (workplace === '') return place
  if (workplace !== 'remote') return 'jobLocation' in place ? place : {}
  return {
    ...place,
    jobLocationType: 'TELECOMMUTE',
    ...(countries.length > 0 && {
      applicantLocationRequirements: countries.map((name) => ({ '@type': 'Country' as const, name })),
    }),
  }
}

/** Without a period if unknown. */
const baseSalary = ({ min, max, currency, period }: Pay) => ({
  '@type': 'MonetaryAmount' as const,
  currency,
  value: {
    '@type': 'QuantitativeValue' as const,
    ...(min === max ? { value: min } : { minValue: min, maxValue: max }),
    ...(period !== '' && { unitText: period.toUpperCase() }),
  },
})

/** A plain text as paragraphs. */
function asHtml(text: string): string {
  return escapeHtml(text)
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

export function projectWork(project: Project, addressOf: AddressOf): Thing {
  const inLanguage = languageOf(project.description)
  const about = {
    name: project.title,
    url: addressOf(paths.project(project._id)),
    ...(project.description && { description: plainText(project.description) }),
    ...(inLanguage && { inLanguage }),
    ...(project.gallery.length > 0 && { image: project.gallery }),
    author: author(project.owner, addressOf),
    dateCreated: String(project.year),
    datePublished: project.createdAt,
    dateModified: project.updatedAt,
    genre: m.general_category_name({ category: project.category }),
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

const author = (owner: DeveloperRef, addressOf: AddressOf): Person => ({
  '@type': 'Person',
  name: fullName(owner),
  url: addressOf(paths.developer(owner._id)),
})

/** Without the e-mail address, because of address harvesters. */
export function developerProfile(developer: DevPublic, addressOf: AddressOf): Thing {
  const { professionalPosition, linkedin, github, skills, languages, location } = developer.role.developer
  const links = [linkedin, github].filter((link) => link !== '')
  return {
    '@type': 'ProfilePage',
    dateCreated: developer.createdAt,
    mainEntity: {
      '@type': 'Person',
      name: fullName(developer),
      identifier: developer._id,
      url: addressOf(personPath('developer', developer)),
      ...(developer.description && { description: plainText(developer.description) }),
      ...(developer.avatar && { image: developer.avatar }),
      ...(professionalPosition && { jobTitle: professionalPosition }),
      ...(location && { homeLocation: { '@type': 'Place', name: location } }),
      ...(links.length > 0 && { sameAs: links }),
      ...(skills.length > 0 && { knowsAbout: skills }),
      ...(languages.length > 0 && { knowsLanguage: languages.map(({ language }) => language) }),
    },
  }
}

export function recruiterProfile(recruiter: RecruiterPublic, addressOf: AddressOf): Thing {
  const { companyName, website, location, sector } = recruiter.role.recruiter
  return {
    '@type': 'ProfilePage',
    dateCreated: recruiter.createdAt,
    mainEntity: {
      '@type': 'Person',
      name: fullName(recruiter),
      identifier: recruiter._id,
      url: addressOf(personPath('recruiter', recruiter)),
      ...(recruiter.description && { description: plainText(recruiter.description) }),
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
