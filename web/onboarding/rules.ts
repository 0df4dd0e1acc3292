import { texts } from '#contract/texts.ts'
import { isPhone, isUrl, LIMITS, MAX_SKILLS } from '#contract/values.ts'
import type { Draft } from './draft.ts'

/** The text of each invalid field; a step is valid without any. */
export type Errors<Field extends string> = Partial<Record<Field, string>>

export const PHONE_LENGTH = 16

/** VAL-71 to VAL-77 */
export function personalErrors({ phone, description, birthDate }: Draft['userinfo1'], today: string) {
  return compact({
    phone: isPhone(phone, 8) && phone.length <= PHONE_LENGTH ? '' : texts.people.phone8,
    description:
      required(description) || (description.trim().length > LIMITS.about ? texts.people.aboutMax : ''),
    birthDate: required(birthDate) || (isDayUntil(birthDate, today) ? '' : texts.people.birthDate),
  })
}

/** VAL-80 to VAL-84 */
export function developerErrors(details: Draft['roletype1']) {
  return compact({
    professionalPosition: name(details.professionalPosition),
    experienceYears:
      required(details.experienceYears) ||
      (/^\d{1,2}$/.test(details.experienceYears.trim()) ? '' : texts.people.years),
    location: name(details.location),
    linkedin: link(details.linkedin),
    github: link(details.github),
    languages: details.languages.some(isComplete) ? '' : texts.people.languages,
  })
}

/** VAL-86 */
export function skillErrors({ skills }: Draft['roletype2']) {
  return compact({
    skills: skills.length >= 1 && skills.length <= MAX_SKILLS ? '' : texts.people.skillRequired,
  })
}

/** VAL-87 to VAL-91 */
export function companyErrors(company: Draft['recruiter1']) {
  return compact({
    companyName: name(company.companyName),
    location: name(company.location),
    sector: name(company.sector),
    contactEmail: /^[^\s@"]+@[^\s@"]+\.[^\s@"]+$/.test(company.contactEmail.trim())
      ? ''
      : texts.general.email,
    contactPhone:
      company.contactPhone.trim().length >= 8
        ? tooLong(company.contactPhone, LIMITS.phone)
        : texts.people.companyPhone,
    website: company.website.trim() === '' ? texts.people.websiteRequired : link(company.website),
  })
}

/** A space after the first three characters, at most 16 in all (VAL-73, VAL-74). */
export function formatPhone(typed: string): string {
  const spaced = typed.length > 3 && typed[3] !== ' ' ? `${typed.slice(0, 3)} ${typed.slice(3)}` : typed
  return spaced.slice(0, PHONE_LENGTH)
}

/** Adds `https://` to a URL without a scheme (VAL-83, VAL-91); '' stays ''. */
export function withHttps(typed: string): string {
  const address = typed.trim()
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
}

export function isComplete({ language, languageLevel }: { language: string; languageLevel: string }) {
  return language.trim() !== '' && languageLevel !== ''
}

const required = (value: string) => (value.trim() === '' ? texts.general.required : '')
const tooLong = (value: string, max: number) =>
  value.trim().length > max ? texts.general.maxCharacters(max) : ''
const name = (value: string) => required(value) || tooLong(value, LIMITS.name)

function link(typed: string) {
  const address = withHttps(typed)
  return address === '' || (isUrl(address, true) && address.length <= LIMITS.url)
    ? ''
    : texts.general.httpsUrl
}

function isDayUntil(day: string, today: string) {
  const time = new Date(`${day}T00:00:00Z`)
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
  return isReal && day >= '1900-01-01' && day <= today
}

function compact<Field extends string>(all: Record<Field, string>): Errors<Field> {
  const errors: Errors<Field> = {}
  for (const field of Object.keys(all) as Field[]) if (all[field] !== '') errors[field] = all[field]
  return errors
}
