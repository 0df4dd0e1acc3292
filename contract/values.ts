import { z } from 'zod'
import { isBirthDate, isPhone, isUrl } from './formats.ts'
import { isTooLong, toNfc } from './nfc.ts'
import { texts } from './texts.ts'

/** Ids are UUIDs in lower case; anything else is treated like an unknown id (decision 27). */
export const Id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
export const IdParams = z.object({ id: Id })

/** ISO 8601, UTC, milliseconds (decision 28). */
export const Time = z.iso.datetime()

/** The address of a picture or document: ours are stored as paths and sent as absolute URLs. */
export const FileUrl = z.string().meta({ description: 'Absolute address of a file, or empty' })
export const isFileUrl = (shape: z.ZodType): boolean => shape === FileUrl

export const CATEGORIES = ['Frontend', 'Backend', 'Full Stack', 'Mobile', 'DevOps', 'UX/UI'] as const
export type Category = (typeof CATEGORIES)[number]

export const FIRST_MONTH = '1990-01'
export const FIRST_YEAR = 1900
export const MAX_SKILLS = 10
export const MAX_SKILL_LENGTH = 40
export const MAX_GALLERY = 5

/** All limits of decision 32, in characters. */
export const LIMITS = {
  name: 120,
  about: 500,
  description: 5000,
  codeSection: 5000,
  codeSections: 10,
  languages: 20,
  languageLevel: 30,
  url: 2048,
  coverLetter: 5000,
  chatText: 2000,
  subject: 150,
  ticket: 5000,
  query: 100,
  phone: 20,
  email: 254,
  password: 128,
} as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be stored (G7)
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line has no tabs and line feeds either (G7)
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f-\u009f]/
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g

type TextOptions = { required?: string; lines?: 'one' | 'many'; min?: [number, string]; tooLong?: string }

/** Plain text as it is stored: valid Unicode in NFC, trimmed, at most `max` characters (decision 32, G7). */
export function text(max: number, { required, lines = 'one', min, tooLong }: TextOptions = {}) {
  return z
    .string({ error: required ?? texts.general.invalid })
    .nullable()
    .transform((given, context) => {
      const fail = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      if (given !== null && isTooLong(given, max)) return fail(tooLong ?? texts.general.maxCharacters(max))
      const raw = (given ?? '').replaceAll('\r\n', '\n')
      const forbidden = lines === 'many' ? CONTROL : CONTROL_OR_BREAK
      if (!raw.isWellFormed() || forbidden.test(raw)) return fail(texts.general.characters)
      const value = toNfc(lines === 'many' ? raw : raw.replace(DIRECTION_OVERRIDES, ''))?.trim()
      if (value === undefined) return fail(texts.general.characters)
      if (required !== undefined && value === '') return fail(required)
      if (min && value.length < min[0]) return fail(min[1])
      if (value.length > max) return fail(tooLong ?? texts.general.maxCharacters(max))
      return value
    })
}

export const name = (required: string = texts.general.required) => text(LIMITS.name, { required })
export const optionalName = () => text(LIMITS.name)
export const description = () => text(LIMITS.description, { lines: 'many' })

const EMAIL = /^[^\s@"'<>(),;:\\[\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/**
 * The part before the @ of a new address: visible ASCII and the accented letters of Latin-1 and Latin Extended-A.
 * No zero-width, full-width, Cyrillic or Greek characters, and no ı or ĸ: they imitate the address of somebody else.
 */
const LOCAL_PART =
  /^[\u0021-\u007e\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0130\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e]+@/

/** An e-mail as it was accepted at any time: lower case, one `@`, no quotes, ASCII domain (decision 33, A2). */
export const knownEmail = (required: string = texts.auth.emailRequired, localPart?: RegExp) =>
  text(LIMITS.email, { required, min: [4, texts.auth.emailMin] }).transform((value, context) => {
    const address = value.toLowerCase()
    const fail = (message: string) => context.addIssue({ code: 'custom', message })
    if (!EMAIL.test(address)) fail(texts.general.email)
    else if (localPart?.test(address) === false) fail(texts.general.emailCharacters)
    return address
  })

/** An e-mail that is new to us: also without look-alike characters. */
export const email = (required?: string) => knownEmail(required, LOCAL_PART)

/** Never trimmed and never cut (A3). */
export const password = (required: string = texts.auth.passwordRequired) =>
  z
    .string({ error: required })
    .max(LIMITS.password, { error: texts.general.maxCharacters(LIMITS.password), abort: true })
    .min(1, required)
    .refine((value) => value === '' || value.length >= 6, texts.auth.passwordMin)
    .refine(
      (value) =>
        value.length < 6 ||
        (/\p{Ll}/u.test(value) &&
          /\p{Lu}/u.test(value) &&
          /\p{Nd}/u.test(value) &&
          /[^\p{L}\p{Nd}]/u.test(value)),
      texts.auth.passwordRules,
    )
    .refine((value) => value.isWellFormed(), texts.general.characters)

export const phone = (digits: number, message: string, required?: string) =>
  text(LIMITS.phone, required === undefined ? {} : { required }).refine(
    (value) => (value === '' && required === undefined) || isPhone(value, digits),
    message,
  )

/** An absolute http(s) address without user part, at most 2048 characters, or ''. (P1) */
export const url = ({ https = false, required }: { https?: boolean; required?: string } = {}) =>
  text(LIMITS.url, required === undefined ? {} : { required }).refine(
    (value) => value === '' || isUrl(value, https),
    https ? texts.general.httpsUrl : texts.general.url,
  )

export const currentMonth = (now = new Date()) => now.toISOString().slice(0, 7)

/** `YYYY-MM`, 1990-01 to the current month; longer ISO dates are cut (decision 28). */
export const month = (required: string) =>
  z
    .string({ error: required })
    .min(1, required)
    .transform((value) => value.slice(0, 7))
    .refine(
      (value) =>
        value === '' ||
        (/^\d{4}-(0[1-9]|1[0-2])$/.test(value) && value >= FIRST_MONTH && value <= currentMonth()),
      texts.careers.month,
    )

/** A month, or null for what goes on; '' means null (decision 28). */
export const endMonth = () =>
  z.union([z.literal('').transform(() => null), z.null(), month(texts.careers.endRequired)], {
    error: (issue) => firstMessage(issue) ?? texts.careers.endRequired,
  })

function firstMessage(issue: unknown): string | undefined {
  const errors = (issue as { errors?: { message: string }[][] }).errors
  return errors?.at(-1)?.[0]?.message
}

/** DD-MM-YYYY or YYYY-MM-DD in, YYYY-MM-DD or null out; a real day from 1900 to today (decision 28). */
export const birthDate = () =>
  z
    .string({ error: texts.people.birthDate })
    .nullable()
    .transform((given, context) => {
      const value = (given ?? '').trim()
      if (value === '') return null
      const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(value) ?? []
      const iso = day ? `${year}-${month}-${day}` : value.slice(0, 10)
      if (!isBirthDate(iso)) {
        context.addIssue({ code: 'custom', message: texts.people.birthDate })
        return z.NEVER
      }
      return iso
    })

/** As many characters as a list of 100 has, with its commas. */
const MAX_SKILLS_TEXT = 100 * (MAX_SKILL_LENGTH + 1)

/**
 * A list or a comma string in, a list out: trimmed, without empties and duplicates (first spelling stays), cut after
 * 10 (decision 31).
 */
export const skills = () =>
  z
    .union([z.string(), z.array(z.string()).max(100)], { error: texts.general.invalid })
    .nullable()
    .transform((given, context) => {
      const fail = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      const isText = typeof given === 'string'
      if (isText && isTooLong(given, MAX_SKILLS_TEXT)) return fail(texts.general.skillLength)
      const unique = new Map<string, string>()
      for (const raw of isText ? given.split(',') : (given ?? [])) {
        if (unique.size === MAX_SKILLS) break
        if (isTooLong(raw, MAX_SKILL_LENGTH)) return fail(texts.general.skillLength)
        const skill = toNfc(raw)?.replaceAll(/\s+/g, ' ').trim()
        if (skill === '') continue
        if (skill === undefined || !skill.isWellFormed() || CONTROL_OR_BREAK.test(skill)) {
          return fail(texts.general.characters)
        }
        if (skill.length > MAX_SKILL_LENGTH) return fail(texts.general.skillLength)
        if (!unique.has(skill.toLowerCase())) unique.set(skill.toLowerCase(), skill)
      }
      return [...unique.values()]
    })

/** A flag that must be literally true (O2). */
export const accepted = (message: string) => z.literal(true, { error: message })

/** `YYYY` as number or text of 4 digits, 1900 to the current year (VAL-25 to VAL-28). */
export const year = () =>
  z.union([z.number(), z.string()], { error: texts.projects.yearRequired }).transform((given, context) => {
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const digits = String(given).trim()
    if (digits === '') return fail(texts.projects.yearRequired)
    if (!/^\d{4}$/.test(digits)) {
      return fail(
        /^\d{1,3}$/.test(digits) || Number(digits) < FIRST_YEAR
          ? texts.projects.yearMin
          : texts.projects.yearDigits,
      )
    }
    const value = Number(digits)
    if (value < FIRST_YEAR) return fail(texts.projects.yearMin)
    if (value > new Date().getFullYear()) return fail(texts.projects.yearFuture)
    return value
  })
