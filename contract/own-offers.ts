import { z } from 'zod'
import { Status } from './applications.ts'
import { endpoint, listEndpoint } from './endpoint.ts'
import { word } from './lists.ts'
import { CLOSING_REASONS, OFFER_STATES } from './offer-life.ts'
import { ListedOffer, Offer, OfferFilters } from './offers.ts'
import { closingMessage } from './placeholders.ts'
import { Skill } from './skills.ts'
import { m } from './texts.ts'
import { IdParams, Time } from './values.ts'

/** Own offers in any state; an unknown state is none (decision 29). `q` searches position, company and location. */
export const OwnOfferFilters = OfferFilters.extend({
  q: word(),
  state: z.enum(OFFER_STATES).or(z.literal('')).catch('').optional().default(''),
})
export type OwnOfferFilters = z.output<typeof OwnOfferFilters>

/** The last visit; an unreadable time is none (decision 29). */
const since = () => Time.optional().catch(undefined)

/**
 * An own offer with its pipeline; `newApplicants` applied since the last visit and are pending, of an offer that has not ended.
 */
export const OwnOffer = ListedOffer.extend({
  stages: z.record(Status, z.number().int()),
  newApplicants: z.number().int(),
  lastAppliedAt: Time.nullable(),
}).meta({ id: 'OwnOffer' })
export type OwnOffer = z.infer<typeof OwnOffer>

export const listOwnOffers = listEndpoint({
  method: 'GET',
  path: '/offers/mine',
  access: 'recruiter',
  summary: 'Own offers in every state, or in one',
  query: OwnOfferFilters.extend({ since: since() }),
  failure: m.offers_list_failed,
  item: OwnOffer,
})

export const OfferCounts = z.record(z.enum(OFFER_STATES), z.number().int()).meta({ id: 'OfferCounts' })
export type OfferCounts = z.infer<typeof OfferCounts>

export const countOwnOffers = endpoint({
  method: 'GET',
  path: '/offers/mine/counts',
  access: 'recruiter',
  summary: 'How many own offers that match are in each state',
  query: OwnOfferFilters.omit({ state: true }),
  failure: m.offers_list_failed,
  response: OfferCounts,
})

/** Numbers to act on: `waiting` applications have no answer and their offer has not ended; days as in `Responsiveness`. */
export const OwnNumbers = z
  .object({
    open: z.number().int(),
    new: z.number().int(),
    waiting: z.number().int(),
    medianDays: z.number().nullable(),
  })
  .meta({ id: 'OwnNumbers' })
export type OwnNumbers = z.infer<typeof OwnNumbers>

export const getOwnNumbers = endpoint({
  method: 'GET',
  path: '/offers/mine/numbers',
  access: 'recruiter',
  summary: 'Open offers, new and waiting applicants, median days to the first answer',
  query: z.object({ since: since() }),
  failure: m.offers_stats_failed,
  response: OwnNumbers,
})

export const listOwnSkills = listEndpoint({
  method: 'GET',
  path: '/offers/mine/skills',
  access: 'recruiter',
  summary: 'The skills of the own offers, whatever their state',
  failure: m.offers_skills_failed,
  item: Skill,
})

/** 'draft' and 'expired' are states, and never a target (409, LIFE-03). */
export const OfferStateChange = z
  .object({
    state: z.enum(OFFER_STATES, { error: m.general_invalid }),
    reason: z.enum(CLOSING_REASONS, { error: m.general_invalid }).optional(),
    message: closingMessage().optional(),
    reject: z.boolean({ error: m.general_invalid }).optional().default(false),
  })
  .refine(({ state, reason }) => state !== 'closed' || reason !== undefined, {
    path: ['reason'],
    error: m.general_required,
  })
export type OfferStateChange = z.output<typeof OfferStateChange>

export const setOfferState = endpoint({
  method: 'PATCH',
  path: '/offers/:id/state',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Publishes, pauses or closes an own offer; closing notifies the waiting applicants',
  params: IdParams,
  body: OfferStateChange,
  failure: m.general_request_failed,
  response: Offer,
})

export const extendOffer = endpoint({
  method: 'PATCH',
  path: '/offers/:id/extend',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Moves the end of an own offer, to at most 180 days after its publication',
  params: IdParams,
  body: z.object({
    days: z
      .number({ error: m.general_invalid })
      .min(1, { error: m.general_invalid })
      .max(90, { error: m.general_invalid }),
  }),
  failure: m.general_request_failed,
  response: Offer,
})

export const repostOffer = endpoint({
  method: 'POST',
  path: '/offers/:id/repost',
  access: 'recruiter',
  changes: [],
  summary: 'Makes a draft with the content of an own offer that has ended',
  params: IdParams,
  status: 201,
  failure: m.offers_create_failed,
  response: Offer,
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
  failure: m.offers_stats_failed,
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
  failure: m.offers_stats_failed,
  response: z.array(ApplicationsOfDay),
})
