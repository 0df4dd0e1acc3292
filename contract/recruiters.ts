import { z } from 'zod'
import { Status } from './applications.ts'
import { endpoint, listEndpoint } from './endpoint.ts'
import { isCompanyPhone, isContactEmail } from './formats.ts'
import { ListQuery, word } from './lists.ts'
import { Responsiveness } from './responsiveness.ts'
import { m } from './texts.ts'
import { DeveloperDetails, PersonCard, personFields, RecruiterRole, User } from './users.ts'
import { birthDate, Id, IdParams, LIMITS, name, optionalName, phone, Time, text, url } from './values.ts'
import { Verified } from './verified.ts'

/** A recruiter in lists: no contact data (section 2 of docs/security-rules.md), and what cards show (X2). */
export const RecruiterCard = PersonCard.extend({
  role: z.object({
    type: z.literal('recruiter'),
    recruiter: RecruiterRole.shape.recruiter.pick({ companyName: true, location: true, sector: true }),
  }),
}).meta({ id: 'RecruiterCard' })
export type RecruiterCard = z.infer<typeof RecruiterCard>

export const RecruiterPublic = PersonCard.extend({
  handle: User.shape.handle,
  role: RecruiterRole,
  responsiveness: Responsiveness,
  verified: Verified.nullable(),
}).meta({ id: 'RecruiterPublic' })
export type RecruiterPublic = z.infer<typeof RecruiterPublic>

const contactEmail = () =>
  text(LIMITS.email).refine((value) => value === '' || isContactEmail(value), { error: m.general_email })
const contactPhone = () =>
  text(LIMITS.phone).refine((value) => value === '' || isCompanyPhone(value), {
    error: m.people_company_phone,
  })

const details = {
  companyName: optionalName(),
  location: optionalName(),
  sector: optionalName(),
  website: url({ https: true }),
  contactEmail: contactEmail(),
  contactPhone: contactPhone(),
  multimedia: z
    .array(text(LIMITS.url))
    .max(5, { error: m.projects_gallery_max })
    .nullable()
    .transform((list) => (list ?? []).filter((image) => image !== '')),
}

/** One shape for the variants of decisions 30 and 31: nested beats flat, flat contact keys beat `contact`. */
const nestDetails = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const given = body as Record<string, unknown>
  const role = given.role as { recruiter?: Record<string, unknown> } | undefined
  const nested = typeof role === 'object' && role !== null ? (role.recruiter ?? {}) : {}
  const flat = Object.fromEntries(
    [...Object.keys(details), 'contact'].flatMap((key) => (key in given ? [[key, given[key]]] : [])),
  )
  const merged: Record<string, unknown> = { ...flat, ...nested }
  const contact = Array.isArray(merged.contact) ? merged.contact[0] : merged.contact
  if (typeof contact === 'object' && contact !== null) {
    const { email, phone } = contact as { email?: unknown; phone?: unknown }
    if (email !== undefined && merged.contactEmail === undefined) merged.contactEmail = email
    if (phone !== undefined && merged.contactPhone === undefined) merged.contactPhone = phone
  }
  return { ...given, role: { recruiter: merged } }
}

/** Serves the edit dialog and onboarding alike (API-52). */
export const RecruiterProfileInput = z.preprocess(
  nestDetails,
  z
    .object({
      name: name(m.auth_name_required),
      surname: name(m.auth_surname_required),
      phone: phone(8, m.people_phone_8),
      birthDate: birthDate(),
      avatar: text(LIMITS.url),
      description: text(LIMITS.about, { lines: 'many', tooLong: m.people_about_max_recruiter }),
      hasCompletedOnboarding: z.boolean(),
      role: z.object({ recruiter: z.object(details).partial() }),
    })
    .partial(),
)
export type RecruiterProfileInput = z.output<typeof RecruiterProfileInput>

export const listRecruiters = listEndpoint({
  method: 'GET',
  path: '/recruiters',
  access: 'anyone',
  shows: ['people'],
  summary: 'Recruiters with a completed profile',
  query: ListQuery,
  item: RecruiterCard,
})

export const getRecruiter = endpoint({
  method: 'GET',
  path: '/recruiters/:id',
  access: 'anyone',
  limits: ['contacts'],
  shows: ['people'],
  cached: false,
  summary: 'One recruiter',
  params: IdParams,
  failure: m.people_user_failed,
  response: RecruiterPublic,
})

export const updateRecruiterProfile = endpoint({
  method: 'PUT',
  path: '/recruiters/profile',
  access: 'recruiter',
  changes: ['people', 'projects', 'offers'],
  summary: 'Changes the own page, or completes the first profile',
  body: RecruiterProfileInput,
  failure: m.people_edit_rec_failed,
  response: z.object({ message: z.string(), recruiter: User }),
})

/** Of one person in a list; the newest ones. */
export const MAX_LISTED_APPLICATIONS = 10

/** An applicant to own offers, newest application first; without contact data, which the board has (X2). */
export const OwnApplicant = z
  .object({
    user: z.object({
      ...personFields,
      role: z.object({
        type: z.literal('developer'),
        developer: DeveloperDetails.pick({ professionalPosition: true, location: true }),
      }),
    }),
    applications: z.array(
      z.object({
        _id: Id,
        offer: z.object({ _id: Id, position: z.string() }),
        status: Status,
        appliedDate: Time,
      }),
    ),
  })
  .meta({ id: 'OwnApplicant' })
export type OwnApplicant = z.infer<typeof OwnApplicant>

export const listOwnApplicants = listEndpoint({
  method: 'GET',
  path: '/recruiters/people',
  access: 'recruiter',
  limits: ['search'],
  serialPerPerson: true,
  summary: 'People who applied to own offers in the last 2 years; every word of `q` occurs in their name',
  query: ListQuery.extend({ q: word() }),
  failure: m.offers_list_failed,
  item: OwnApplicant,
})
