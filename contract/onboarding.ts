import { isBirthDate, isCompanyPhone, isContactEmail, isPhone, isUrl, isYears, withHttps } from './formats.ts'
import { m, type Text } from './texts.ts'
import type { Role } from './users.ts'
import { LIMITS, MAX_SKILLS } from './values.ts'

/** Longest phone number with its space (VAL-74). */
export const PHONE_LENGTH = 16

/** The message of each error code. */
export const ONBOARDING_TEXTS = {
  required: m.general_required,
  phone: m.people_phone_8,
  aboutTooLong: m.people_about_max,
  birthDate: m.people_birth_date,
  nameTooLong: () => m.general_max_characters({ max: LIMITS.name }),
  years: m.people_years,
  link: m.general_https_url,
  languages: m.people_languages,
  skills: m.people_skill_required,
  email: m.general_email,
  companyPhone: m.people_company_phone,
  companyPhoneTooLong: () => m.general_max_characters({ max: LIMITS.phone }),
  website: m.people_website_required,
} satisfies Record<string, Text>
export type OnboardingError = keyof typeof ONBOARDING_TEXTS

/** The required fields of both roles. */
export const PERSON_FIELDS = ['phone', 'description', 'birthDate', 'avatar'] as const
/** The required fields of each role, in the order of the steps. */
const REQUIRED = {
  developer: [...PERSON_FIELDS, 'professionalPosition', 'experienceYears', 'location', 'languages', 'skills'],
  recruiter: [
    ...PERSON_FIELDS,
    'companyName',
    'location',
    'sector',
    'contactEmail',
    'contactPhone',
    'website',
  ],
} as const satisfies Record<Role, readonly string[]>

type RequiredOf<R extends Role> = (typeof REQUIRED)[R][number]
type Field = RequiredOf<Role> | 'linkedin' | 'github'
type Value = string | number | null | readonly unknown[]
type Rule = {
  /** The error of an empty field; none for optional fields. */
  empty?: OnboardingError
  /** The error of a text in a wrong format; `false` for a valid one. */
  format?: (text: string, today?: string) => OnboardingError | false
  maxEntries?: number
}

const name: Rule = {
  empty: 'required',
  format: (text) => text.trim().length > LIMITS.name && 'nameTooLong',
}
const link: Rule = { format: (text) => !isHttpsLink(withHttps(text)) && 'link' }

const RULES: Record<Field, Rule> = {
  phone: {
    empty: 'phone',
    format: (text) => !(isPhone(text, 8) && text.length <= PHONE_LENGTH) && 'phone',
  },
  description: {
    empty: 'required',
    format: (text) => text.trim().length > LIMITS.about && 'aboutTooLong',
  },
  birthDate: { empty: 'required', format: (text, today) => !isBirthDate(text, today) && 'birthDate' },
  avatar: { empty: 'required' },
  professionalPosition: name,
  experienceYears: { empty: 'required', format: (text) => !isYears(text.trim()) && 'years' },
  location: name,
  linkedin: link,
  github: link,
  languages: { empty: 'languages' },
  skills: { empty: 'skills', maxEntries: MAX_SKILLS },
  companyName: name,
  sector: name,
  contactEmail: { empty: 'email', format: (text) => !isContactEmail(text.trim()) && 'email' },
  contactPhone: {
    empty: 'companyPhone',
    format: (text) =>
      isCompanyPhone(text.trim())
        ? text.trim().length > LIMITS.phone && 'companyPhoneTooLong'
        : 'companyPhone',
  },
  website: { ...link, empty: 'website' },
}

export type OnboardingErrors<F extends string = Field> = Partial<Record<F, OnboardingError>>

/** The required fields of a role that are empty (VAL-71 to VAL-90). */
export function missingFields<R extends Role>(
  role: R,
  values: Record<RequiredOf<R>, Value>,
): OnboardingErrors<RequiredOf<R>> {
  const errors: OnboardingErrors<RequiredOf<R>> = {}
  for (const field of REQUIRED[role] as readonly RequiredOf<R>[]) {
    if (isEmpty(values[field])) errors[field] = RULES[field].empty
  }
  return errors
}

/** The errors of these fields, empty ones and wrong formats (VAL-71 to VAL-91). */
export function onboardingErrors<F extends Field>(
  values: Record<F, Value>,
  today?: string,
): OnboardingErrors<F> {
  const errors: OnboardingErrors<F> = {}
  for (const field of Object.keys(values) as F[]) {
    const error = errorOf(RULES[field], values[field], today)
    if (error) errors[field] = error
  }
  return errors
}

function errorOf({ empty, format, maxEntries }: Rule, value: Value, today?: string) {
  if (isEmpty(value)) return empty
  if (typeof value === 'string') return format?.(value, today)
  return Array.isArray(value) && maxEntries !== undefined && value.length > maxEntries && empty
}

const isEmpty = (value: Value) =>
  value === null ||
  (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0)

const isHttpsLink = (address: string) => isUrl(address, true) && address.length <= LIMITS.url
