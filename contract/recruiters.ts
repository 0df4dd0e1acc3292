import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { isCompanyPhone, isContactEmail } from './formats.ts'
import { ListQuery } from './lists.ts'
import { texts } from './texts.ts'
import { RecruiterRole, User } from './users.ts'
import {
  birthDate,
  FileUrl,
  Id,
  IdParams,
  LIMITS,
  name,
  optionalName,
  phone,
  Time,
  text,
  url,
} from './values.ts'

const card = {
  _id: Id,
  name: z.string(),
  surname: z.string(),
  avatar: FileUrl,
  description: z.string(),
  createdAt: Time,
}

/** A recruiter in lists: no contact data (SECURITY-RULES 2), and what cards show (X2). */
export const RecruiterCard = z
  .object({
    ...card,
    role: z.object({
      type: z.literal('recruiter'),
      recruiter: RecruiterRole.shape.recruiter.pick({ companyName: true, location: true, sector: true }),
    }),
  })
  .meta({ id: 'RecruiterCard' })
export type RecruiterCard = z.infer<typeof RecruiterCard>

export const RecruiterPublic = z.object({ ...card, role: RecruiterRole }).meta({ id: 'RecruiterPublic' })
export type RecruiterPublic = z.infer<typeof RecruiterPublic>

const contactEmail = () =>
  text(LIMITS.email).refine((value) => value === '' || isContactEmail(value), texts.general.email)
const contactPhone = () =>
  text(LIMITS.phone).refine((value) => value === '' || isCompanyPhone(value), texts.people.companyPhone)

const details = {
  companyName: optionalName(),
  location: optionalName(),
  sector: optionalName(),
  website: url({ https: true }),
  contactEmail: contactEmail(),
  contactPhone: contactPhone(),
  multimedia: z
    .array(text(LIMITS.url))
    .max(5, texts.projects.galleryMax)
    .nullable()
    .transform((list) => (list ?? []).filter((image) => image !== '')),
}

/** One shape out of the readings of decisions 30 and 31: nested beats flat, flat contact keys beat `contact`. */
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
      name: name(texts.auth.nameRequired),
      surname: name(texts.auth.surnameRequired),
      phone: phone(8, texts.people.phone8),
      birthDate: birthDate(),
      avatar: text(LIMITS.url),
      description: text(LIMITS.about, { lines: 'many', tooLong: texts.people.aboutMaxRecruiter }),
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
  failure: texts.people.userFailed,
  response: RecruiterPublic,
})

export const updateRecruiterProfile = endpoint({
  method: 'PUT',
  path: '/recruiters/profile',
  access: 'recruiter',
  changes: ['people', 'projects', 'offers'],
  summary: 'Changes the own page, or completes the first profile',
  body: RecruiterProfileInput,
  failure: texts.people.editRecFailed,
  response: z.object({ message: z.string(), recruiter: User }),
})
