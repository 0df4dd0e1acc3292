import { z } from 'zod'
import { ApplicantEntry, ListedEntry } from './applications.ts'
import { endpoint, listEndpoint } from './endpoint.ts'
import { from, paging, word, words } from './lists.ts'
import { changedClosingTime, closingTime, offerLife } from './offer-life.ts'
import { ListedRecruiterRef, RecruiterRef } from './owners.ts'
import { payFields, payFilters, shownPay } from './pay.ts'
import { m } from './texts.ts'
import { description, Id, IdParams, name, optionalName, skills, Time } from './values.ts'
import { WARNINGS } from './warnings.ts'

export const CONTRACT_TYPES = ['Full-time', 'Part-time', 'Freelance', 'Temporary', 'Internship'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

/** The contract filter of the home page (decision 31). */
export const HOME_CONTRACT_FILTERS = [
  'Full-time',
  'Permanent',
  'Part-time',
  'Temp',
  'Freelance',
  'Intern',
] as const

/** A map, since a query may also be 'constructor'. */
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
    .union([z.string(), z.array(z.string()).max(20)], { error: m.general_invalid })
    .nullable()
    .transform((given, context) => {
      const fail = () => {
        context.addIssue({ code: 'custom', message: m.general_invalid() })
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
    .union([z.number(), z.string()], { error: m.general_invalid })
    .nullable()
    .transform((given, context) => {
      if (given === null || (typeof given === 'string' && given.trim() === '')) return null
      const amount = Number(given)
      if (!Number.isFinite(amount) || amount < 0 || amount > MAX_SALARY) {
        context.addIssue({ code: 'custom', message: m.general_invalid() })
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
    ...shownPay,
    skills: z.array(z.string()),
    language: z.string(),
    description: z.string(),
    createdAt: Time,
    updatedAt: Time,
    ...offerLife,
    owner: RecruiterRef.nullable(),
    applicants: z.array(ApplicantEntry),
    applicantsCount: z.number().int(),
    applied: z.boolean(),
    /** The caller withdrew two applications to it, and cannot apply again (APPL-06). */
    withdrawnTwice: z.boolean(),
    /** The sign of a scam in its texts; null for its owner, always (TRUST-03). */
    warning: z.enum(WARNINGS).nullable(),
  })
  .meta({ id: 'Offer' })
export type Offer = z.infer<typeof Offer>

/** An offer in lists (X2): `description` is an excerpt, `applicants` has the caller's own entry alone. */
export const ListedOffer = Offer.omit({ language: true, warning: true })
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
  ...payFields,
  skills: skills().optional(),
  language: optionalName().optional(),
  description: description().optional(),
})

/** `position` wins over `title` (decision 31). */
export const OfferInput = z.preprocess(
  titleKey,
  fields.extend({
    state: z.enum(['draft', 'published'], { error: m.general_invalid }).optional(),
    closesAt: closingTime().optional(),
  }),
)
export type OfferInput = z.output<typeof OfferInput>

/** `closesAt` is that of a draft; an offer that was published is extended instead (LIFE-09). */
export const OfferChange = z.preprocess(
  titleKey,
  fields.partial().extend({ closesAt: changedClosingTime().optional() }),
)
export type OfferChange = z.output<typeof OfferChange>

export const OfferFilters = z.object({ ...paging, contractType: word(), skills: words(), ...payFilters })
export type OfferFilters = z.output<typeof OfferFilters>

export const OfferSearch = z.object({
  ...paging,
  q: word(),
  from: from(),
  contractType: word(),
  ...payFilters,
})
export type OfferSearch = z.output<typeof OfferSearch>

export const listOffers = listEndpoint({
  method: 'GET',
  path: '/offers',
  access: 'anyone',
  shows: ['offers', 'people'],
  summary: 'Open offers',
  query: OfferFilters,
  failure: m.offers_list_failed,
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
  failure: m.offers_search_failed,
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
  failure: m.offers_list_failed,
  item: ListedOffer,
})

export const listOffersToApply = listEndpoint({
  method: 'GET',
  path: '/offers/bydev',
  access: 'developer',
  summary: 'Open offers that the caller has not applied to',
  query: OfferFilters,
  failure: m.offers_list_failed,
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
  failure: m.offers_list_failed,
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
  failure: m.offers_one_failed,
  response: Offer,
})

/** Open offers with skills in common, the best first; shown on the page of an ended offer (LIFE-06). */
export const listSimilarOffers = endpoint({
  method: 'GET',
  path: '/offers/:id/similar',
  access: 'anyone',
  shows: ['offers', 'people'],
  summary: 'Up to 3 open offers that are like one',
  params: IdParams,
  failure: m.offers_list_failed,
  response: z.array(ListedOffer),
})

export const createOffer = endpoint({
  method: 'POST',
  path: '/offers',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Posts an offer',
  body: OfferInput,
  status: 201,
  failure: m.offers_create_failed,
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
  failure: m.general_request_failed,
  response: Offer,
})

export const deleteOffer = endpoint({
  method: 'PATCH',
  path: '/offers/:id/delete',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Deletes an own offer',
  params: IdParams,
  failure: m.offers_delete_failed,
  response: z.object({ message: z.string(), _id: Id }),
})
