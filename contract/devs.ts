import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { isCompleteLanguage, isYears } from './formats.ts'
import { flag, paging, word, words } from './lists.ts'
import { m, type Text } from './texts.ts'
import { DeveloperDetails, DeveloperRole, PersonCard, User } from './users.ts'
import {
  birthDate,
  FileUrl,
  IdParams,
  LIMITS,
  name,
  optionalName,
  phone,
  skills,
  text,
  url,
} from './values.ts'

export const EXPERIENCE_BUCKETS = ['0-1', '2-4', '5+'] as const
export const LANGUAGE_LEVELS = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'Native'] as const

const DevPerson = PersonCard.extend({ projectCategories: z.array(z.string()) })

/** A developer in lists: nothing private (decision 30), and what cards show (X2). */
export const DevCard = DevPerson.extend({
  /** A picture of the own projects: of the first pinned one that has any, else of the newest; '' without one. */
  cover: FileUrl,
  role: z.object({
    type: z.literal('developer'),
    developer: DeveloperDetails.pick({
      professionalPosition: true,
      experienceYears: true,
      location: true,
      skills: true,
    }),
  }),
}).meta({ id: 'DevCard' })
export type DevCard = z.infer<typeof DevCard>

/** One developer: with e-mail, CV and links. */
export const DevPublic = DevPerson.extend({
  handle: User.shape.handle,
  email: z.string(),
  role: DeveloperRole,
  /** Of the lists below the profile, as everybody sees them. */
  counts: z.object({
    experiences: z.number().int(),
    projects: z.number().int(),
    studies: z.number().int(),
  }),
}).meta({ id: 'DevPublic' })
export type DevPublic = z.infer<typeof DevPublic>

const experienceYears = () =>
  z
    .union([z.string(), z.number()], { error: m.people_years })
    .nullable()
    .transform((given, context) => {
      const value = given === null ? '' : String(given).trim()
      if (value !== '' && !isYears(value)) context.addIssue({ code: 'custom', message: m.people_years() })
      return value === '' ? null : Number(value)
    })

/** Pairs with an empty side are dropped (decision 31). */
const languages = () =>
  z
    .array(z.object({ language: optionalName(), languageLevel: text(LIMITS.languageLevel) }))
    .max(LIMITS.languages, { error: () => m.general_too_many_entries({ max: LIMITS.languages }) })
    .nullable()
    .transform((list) => (list ?? []).filter(isCompleteLanguage))

const details = {
  professionalPosition: optionalName(),
  resume: text(LIMITS.url),
  experienceYears: experienceYears(),
  location: optionalName(),
  linkedin: url({ https: true }),
  github: url({ https: true }),
  skills: skills(),
  languages: languages(),
}

/** The leaf keys of `role.developer` are accepted at top level too; the nested value wins (decision 30). */
const nestDetails = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const given = body as Record<string, unknown>
  const role = given.role as { developer?: unknown } | undefined
  const nested =
    typeof role === 'object' && role !== null && typeof role.developer === 'object' ? role.developer : {}
  const flat = Object.fromEntries(
    Object.keys(details).flatMap((key) => (key in given ? [[key, given[key]]] : [])),
  )
  return { ...given, role: { developer: { ...flat, ...nested } } }
}

const profile = {
  name: name(m.auth_name_required),
  surname: name(m.auth_surname_required),
  phone: phone(8, m.people_phone_8),
  birthDate: birthDate(),
  avatar: text(LIMITS.url),
  role: z.object({ developer: z.object(details).partial() }),
}

const about = (min: number, message: Text) =>
  text(LIMITS.about, { lines: 'many', min: [min, message], tooLong: m.people_about_max })

export const DevProfileInput = z.preprocess(
  nestDetails,
  z.object({ ...profile, description: about(50, m.people_about_min) }).partial(),
)
export type DevProfileInput = z.output<typeof DevProfileInput>

export const DevOnboardingInput = z.preprocess(
  nestDetails,
  z
    .object({
      ...profile,
      description: about(1, m.general_required),
      hasCompletedOnboarding: z.boolean(),
    })
    .partial(),
)
export type DevOnboardingInput = z.output<typeof DevOnboardingInput>

export const DevFilters = z.object({
  ...paging,
  category: word(),
  skills: words(),
  experience: word().transform((value) => (value === '5' ? '5+' : value)),
  outstanding: flag(),
})
export type DevFilters = z.output<typeof DevFilters>

export const listDevs = listEndpoint({
  method: 'GET',
  path: '/devs',
  access: 'anyone',
  shows: ['people', 'projects'],
  summary: 'Developers with a completed profile',
  query: DevFilters,
  item: DevCard,
})

export const searchDevs = listEndpoint({
  method: 'GET',
  path: '/devs/search',
  access: 'anyone',
  limits: ['search'],
  shows: ['people', 'projects'],
  summary: 'Developers in which every word of the query occurs',
  query: z.object({ ...paging, q: word() }),
  failure: m.devs_search_failed,
  item: DevCard,
})

export const getDev = endpoint({
  method: 'GET',
  path: '/devs/:id',
  access: 'anyone',
  limits: ['contacts'],
  shows: ['people', 'projects', 'careers'],
  cached: false,
  summary: 'One developer',
  params: IdParams,
  failure: m.people_user_failed,
  response: DevPublic,
})

const Updated = z.object({ message: z.string(), user: User })

export const updateDevProfile = endpoint({
  method: 'PUT',
  path: '/devs/profile',
  access: 'developer',
  changes: ['people', 'projects', 'offers'],
  summary: 'Changes the own profile',
  body: DevProfileInput,
  failure: m.people_edit_dev_failed,
  response: Updated,
})

export const onboardDev = endpoint({
  method: 'PUT',
  path: '/devs/onboarding',
  access: 'developer',
  changes: ['people', 'projects', 'offers'],
  summary: 'Completes the first profile',
  body: DevOnboardingInput,
  failure: m.people_onboarding_failed,
  response: Updated,
})
