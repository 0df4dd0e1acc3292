import { z } from 'zod'
import { ApplicantEntry, ListedEntry } from './applications.ts'
import { endpoint, listEndpoint } from './endpoint.ts'
import { from, paging, word, words } from './lists.ts'
import { ListedRecruiterRef, RecruiterRef } from './owners.ts'
import { texts } from './texts.ts'
import { description, Id, IdParams, name, optionalName, skills, Time } from './values.ts'

export const CONTRACT_TYPES = ['Full-time', 'Part-time', 'Freelance', 'Temporary', 'Internship'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

/** The words of the home filter, and what an offer's list must contain (decision 31). */
export const HOME_CONTRACT_FILTERS = [
  'Full-time',
  'Permanent',
  'Part-time',
  'Temp',
  'Freelance',
  'Intern',
] as const

/** A map, since people also ask for 'constructor'. */
const ALIASES = new Map<string, ContractType>([
  ['temp', 'Temporary'],
  ['intern', 'Internship'],
  ...CONTRACT_TYPES.map((type) => [type.toLowerCase(), type] as const),
])

/** The stored value of a contract word of either vocabulary, ignoring case; undefined if there is none. */
export const contractTypeOf = (given: string): ContractType | undefined =>
  ALIASES.get(given.trim().toLowerCase())

/** As a comma string; 20 words of any kind are shorter. */
const MAX_CONTRACT_TEXT = 1000

const contractTypes = () =>
  z
    .union([z.string(), z.array(z.string()).max(20)], { error: texts.general.invalid })
    .nullable()
    .transform((given, context) => {
      const fail = () => {
        context.addIssue({ code: 'custom', message: texts.general.invalid })
        return z.NEVER
      }
      const isText = typeof given === 'string'
      if (isText && given.length > MAX_CONTRACT_TEXT) return fail()
      const found = new Set<ContractType>()
      for (const part of isText ? given.split(',') : (given ?? [])) {
        if (part.trim() === '') continue
        const type = contractTypeOf(part)
        if (!type) return fail()
        found.add(type)
      }
      return CONTRACT_TYPES.filter((type) => found.has(type))
    })

export const MAX_SALARY = 10_000_000

/** Euros, or null when there is none (decision 31). */
const salary = () =>
  z
    .union([z.number(), z.string()], { error: texts.general.invalid })
    .nullable()
    .transform((given, context) => {
      if (given === null || (typeof given === 'string' && given.trim() === '')) return null
      const amount = Number(given)
      if (!Number.isFinite(amount) || amount < 0 || amount > MAX_SALARY) {
        context.addIssue({ code: 'custom', message: texts.general.invalid })
      }
      return Math.round(amount)
    })

export const Offer = z
  .object({
    _id: Id,
    position: z.string(),
    title: z.string(),
    role: z.string(),
    company: z.string(),
    location: z.string(),
    contractType: z.array(z.string()),
    salary: z.number().nullable(),
    skills: z.array(z.string()),
    language: z.string(),
    description: z.string(),
    createdAt: Time,
    updatedAt: Time,
    owner: RecruiterRef.nullable(),
    applicants: z.array(ApplicantEntry),
    applicantsCount: z.number().int(),
    applied: z.boolean(),
  })
  .meta({ id: 'Offer' })
export type Offer = z.infer<typeof Offer>

/** An offer in lists (X2): `description` is an excerpt, `applicants` has the caller's own entry alone. */
export const ListedOffer = Offer.omit({ language: true })
  .extend({ owner: ListedRecruiterRef.nullable(), applicants: z.array(ListedEntry) })
  .meta({ id: 'ListedOffer' })
export type ListedOffer = z.infer<typeof ListedOffer>

const titleKey = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return 'title' in body && !('position' in body) ? { ...body, position: body.title } : body
}

const fields = z.object({
  position: name(),
  role: optionalName().optional(),
  company: optionalName().optional(),
  location: optionalName().optional(),
  contractType: contractTypes().optional(),
  salary: salary().optional(),
  skills: skills().optional(),
  language: optionalName().optional(),
  description: description().optional(),
})

/** `position` wins over `title` (decision 31). */
export const OfferInput = z.preprocess(titleKey, fields)
export type OfferInput = z.output<typeof OfferInput>
export const OfferChange = z.preprocess(titleKey, fields.partial())
export type OfferChange = z.output<typeof OfferChange>

export const OfferFilters = z.object({ ...paging, contractType: word(), skills: words() })
export type OfferFilters = z.output<typeof OfferFilters>

export const OfferSearch = z.object({ ...paging, q: word(), from: from(), contractType: word() })
export type OfferSearch = z.output<typeof OfferSearch>

export const listOffers = listEndpoint({
  method: 'GET',
  path: '/offers',
  access: 'anyone',
  shows: ['offers', 'people'],
  summary: 'Open offers',
  query: OfferFilters,
  failure: texts.offers.listFailed,
  item: ListedOffer,
})

export const searchOffers = listEndpoint({
  method: 'GET',
  path: '/offers/search',
  access: 'anyone',
  limits: ['search'],
  shows: ['offers', 'people'],
  summary: 'Offers in which every word of the query occurs',
  query: OfferSearch,
  failure: texts.offers.searchFailed,
  item: ListedOffer,
})

export const listOffersOfRecruiter = listEndpoint({
  method: 'GET',
  path: '/offers/profile/:id',
  access: 'anyone',
  shows: ['offers', 'people'],
  summary: 'Open offers of one recruiter',
  params: IdParams,
  query: OfferFilters,
  failure: texts.offers.listFailed,
  item: ListedOffer,
})

export const listOffersToApply = listEndpoint({
  method: 'GET',
  path: '/offers/bydev',
  access: 'developer',
  summary: 'Open offers that the caller has not applied to',
  query: OfferFilters,
  failure: texts.offers.listFailed,
  item: ListedOffer,
  wrap: 'offers',
})

export const listAppliedOffers = listEndpoint({
  method: 'GET',
  path: '/offers/applied/:id',
  access: 'developer',
  summary: 'Offers that the caller applied to',
  params: IdParams,
  query: OfferFilters,
  failure: texts.offers.listFailed,
  item: ListedOffer,
  wrap: 'offers',
})

export const getOffer = endpoint({
  method: 'GET',
  path: '/offers/:id',
  access: 'anyone',
  limits: ['contacts'],
  shows: ['offers', 'people'],
  summary: 'One offer',
  params: IdParams,
  failure: texts.offers.oneFailed,
  response: Offer,
})

export const createOffer = endpoint({
  method: 'POST',
  path: '/offers',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Posts an offer',
  body: OfferInput,
  status: 201,
  failure: texts.offers.createFailed,
  response: Offer,
})

export const updateOffer = endpoint({
  method: 'PUT',
  path: '/offers/:id',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Changes an own offer',
  params: IdParams,
  body: OfferChange,
  failure: texts.general.requestFailed,
  response: Offer,
})

export const deleteOffer = endpoint({
  method: 'PATCH',
  path: '/offers/:id/delete',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Deletes an own offer',
  params: IdParams,
  failure: texts.offers.deleteFailed,
  response: z.object({ message: z.string(), _id: Id }),
})

export const RecruiterStats = z
  .object({
    totalOffers: z.number(),
    totalApplicants: z.number(),
    avgDailyApplicationsLast7Days: z.number(),
    avgApplicationsPerOffer: z.number(),
    applicationsLast7Days: z.number(),
  })
  .meta({ id: 'RecruiterStats' })
export type RecruiterStats = z.infer<typeof RecruiterStats>

export const getStats = endpoint({
  method: 'GET',
  path: '/offers/stats/:id',
  access: 'recruiter',
  summary: 'Numbers of the own offers (decision 45)',
  params: IdParams,
  failure: texts.offers.statsFailed,
  response: RecruiterStats,
})

/** One day of 24 hours; the last one ends now (decision 45: "the last 7 times 24 hours"). */
export const ApplicationsOfDay = z
  .object({ from: Time, to: Time, applications: z.number().int() })
  .meta({ id: 'ApplicationsOfDay' })
export type ApplicationsOfDay = z.infer<typeof ApplicationsOfDay>

export const listDailyApplications = endpoint({
  method: 'GET',
  path: '/offers/stats/:id/days',
  access: 'recruiter',
  summary: 'Applications to the own offers on each of the last 7 days, oldest first',
  params: IdParams,
  failure: texts.offers.statsFailed,
  response: z.array(ApplicationsOfDay),
})
