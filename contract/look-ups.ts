import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { ListQueryOfWhole, word } from './lists.ts'
import { ACCOUNT_STATES, REPORT_STATES, Report } from './moderation.ts'
import { OFFER_STATES } from './offer-life.ts'
import { m } from './texts.ts'
import { ROLES } from './users.ts'
import { Id, LIMITS, Time } from './values.ts'

/** The open report about it, or else the last decided one. */
const LastReport = z.object({ _id: Id, state: z.enum(REPORT_STATES) }).nullable()

export const FoundPerson = z
  .object({
    _id: Id,
    name: z.string(),
    surname: z.string(),
    email: z.string(),
    role: z.object({ type: z.enum(ROLES) }),
    createdAt: Time,
    state: z.enum(ACCOUNT_STATES),
    suspendedUntil: Time.nullable(),
    /** About the person and everything the person published. */
    reports: z.number().int(),
    report: LastReport,
  })
  .meta({ id: 'FoundPerson' })
export type FoundPerson = z.infer<typeof FoundPerson>

export const FoundOffer = z
  .object({
    _id: Id,
    position: z.string(),
    company: z.string(),
    owner: z.object({ _id: Id, name: z.string(), state: z.enum(ACCOUNT_STATES) }),
    createdAt: Time,
    state: z.enum(OFFER_STATES),
    hidden: z.boolean(),
    reports: z.number().int(),
    report: LastReport,
  })
  .meta({ id: 'FoundOffer' })
export type FoundOffer = z.infer<typeof FoundOffer>

const query = ListQueryOfWhole.omit({ sort: true }).extend({ q: word().pipe(z.string().max(LIMITS.query)) })

export const lookUpPeople = listEndpoint({
  method: 'GET',
  path: '/admin/people',
  access: 'moderator',
  summary:
    'People by id, e-mail or name, 200 at most; without `q` those that moderators have hidden or closed',
  query,
  item: FoundPerson,
})

export const lookUpOffers = listEndpoint({
  method: 'GET',
  path: '/admin/offers',
  access: 'moderator',
  summary: 'Offers by id, owner or words, 200 at most; without `q` those that moderators have hidden',
  query,
  item: FoundOffer,
})

/** Not messages: those are read through the report of their receiver only (MOD-05). */
const CASE_KINDS = ['user', 'offer', 'project'] as const

export const openReport = endpoint({
  method: 'POST',
  path: '/admin/reports',
  access: 'moderator',
  changes: [],
  summary: 'The open report about a thing, or a new one, so that a moderator can decide without a reporter',
  body: z.object({
    kind: z.enum(CASE_KINDS, { error: m.general_required }),
    id: z.string({ error: m.general_required }).min(1, { error: m.general_required }).max(64),
  }),
  status: 201,
  response: Report,
})
