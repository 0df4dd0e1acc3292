import { z } from 'zod'
import { hasPlainLetters, isBirthDate, isPhone, isUrl } from './formats.ts'
import { isTooLong, toNfc } from './nfc.ts'
import { m, type Text } from './texts.ts'

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
  withdrawReason: 500,
  chatText: 2000,
  subject: 150,
  ticket: 5000,
  query: 100,
  phone: 20,
  email: 254,
  password: 128,
} as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be stored (G7)
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line has no tabs and line feeds either (G7)
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f-\u009f]/
/** Before the first line with something in it. */
const BLANK_LINES = /^(?:[ \t]*\n)+/
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g

/** `code` has many lines, of which the first keeps its indentation. */
type Lines = 'one' | 'many' | 'code'
type TextOptions = { required?: Text; lines?: Lines; min?: [number, Text]; tooLong?: Text }

/** Plain text as it is stored: valid Unicode in NFC, trimmed, at most `max` characters (decision 32, G7). */
export function text(max: number, { required, lines = 'one', min, tooLong }: TextOptions = {}) {
  return z
    .string({ error: required ?? m.general_invalid })
    .nullable()
    .transform((given, context) => {
      const fail = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      if (given !== null && isTooLong(given, max))
        return fail(tooLong?.() ?? m.general_max_characters({ max }))
      const raw = (given ?? '').replaceAll('\r\n', '\n')
      const forbidden = lines === 'one' ? CONTROL_OR_BREAK : CONTROL
      if (!raw.isWellFormed() || forbidden.test(raw)) return fail(m.general_characters())
      const normal = toNfc(lines === 'one' ? raw.replace(DIRECTION_OVERRIDES, '') : raw)
      if (normal === undefined) return fail(m.general_characters())
      const value = lines === 'code' ? normal.replace(BLANK_LINES, '').trimEnd() : normal.trim()
      if (required !== undefined && value === '') return fail(required())
      if (min && value.length < min[0]) return fail(min[1]())
      if (value.length > max) return fail(tooLong?.() ?? m.general_max_characters({ max }))
      return value
    })
}

export const name = (required: Text = m.general_required) => text(LIMITS.name, { required })
export const optionalName = () => text(LIMITS.name)
export const description = () => text(LIMITS.description, { lines: 'many' })

const EMAIL = /^[^\s@"'<>(),;:\\[\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** An e-mail as it was accepted at any time: lower case, one `@`, no quotes, ASCII domain (decision 33, A2). */
export const knownEmail = (required: Text = m.auth_email_required, isNew = false) =>
  text(LIMITS.email, { required, min: [4, m.auth_email_min] }).transform((value, context) => {
    const address = value.toLowerCase()
    const fail = (message: string) => context.addIssue({ code: 'custom', message })
    if (!EMAIL.test(address)) fail(m.general_email())
    else if (isNew && !hasPlainLetters(address)) fail(m.general_email_characters())
    return address
  })

/** An e-mail that is new to us: also without look-alike characters. */
export const email = (required?: Text) => knownEmail(required, true)

/** Never trimmed and never cut (A3). */
export const password = (required: Text = m.auth_password_required) =>
  z
    .string({ error: required })
    .max(LIMITS.password, { error: () => m.general_max_characters({ max: LIMITS.password }), abort: true })
    .min(1, { error: required })
    .refine((value) => value === '' || value.length >= 6, { error: m.auth_password_min })
    .refine(
      (value) =>
        value.length < 6 ||
        (/\p{Ll}/u.test(value) &&
          /\p{Lu}/u.test(value) &&
          /\p{Nd}/u.test(value) &&
          /[^\p{L}\p{Nd}]/u.test(value)),
      { error: m.auth_password_rules },
    )
    .refine((value) => value.isWellFormed(), { error: m.general_characters })

export const phone = (digits: number, message: Text, required?: Text) =>
  text(LIMITS.phone, required === undefined ? {} : { required }).refine(
    (value) => (value === '' && required === undefined) || isPhone(value, digits),
    { error: message },
  )

/** An absolute http(s) address without user part, at most 2048 characters, or ''. (P1) */
export const url = ({ https = false, required }: { https?: boolean; required?: Text } = {}) =>
  text(LIMITS.url, required === undefined ? {} : { required }).refine(
    (value) => value === '' || isUrl(value, https),
    { error: https ? m.general_https_url : m.general_url },
  )

export const currentMonth = (now = new Date()) => now.toISOString().slice(0, 7)

/** `YYYY-MM`, 1990-01 to the current month; longer ISO dates are cut (decision 28). */
export const month = (required: Text) =>
  z
    .string({ error: required })
    .min(1, { error: required })
    .transform((value) => value.slice(0, 7))
    .refine(
      (value) =>
        value === '' ||
        (/^\d{4}-(0[1-9]|1[0-2])$/.test(value) && value >= FIRST_MONTH && value <= currentMonth()),
      { error: m.careers_month },
    )

/** A month, or null for the present; '' means null (decision 28). */
export const endMonth = () =>
  z.union([z.literal('').transform(() => null), z.null(), month(m.careers_end_required)], {
    error: (issue) => firstMessage(issue) ?? m.careers_end_required(),
  })

function firstMessage(issue: unknown): string | undefined {
  const errors = (issue as { errors?: { message: string }[][] }).errors
  return errors?.at(-1)?.[0]?.message
}

/** DD-MM-YYYY or YYYY-MM-DD in, YYYY-MM-DD or null out; a real day from 1900 to today (decision 28). */
export const birthDate = () =>
  z
    .string({ error: m.people_birth_date })
    .nullable()
    .transform((given, context) => {
      const value = (given ?? '').trim()
      if (value === '') return null
      const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(value) ?? []
      const iso = day ? `${year}-${month}-${day}` : value.slice(0, 10)
      if (!isBirthDate(iso)) {
        context.addIssue({ code: 'custom', message: m.people_birth_date() })
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
    .union([z.string(), z.array(z.string()).max(100)], { error: m.general_invalid })
    .nullable()
    .transform((given, context) => {
      const fail = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      const isText = typeof given === 'string'
      if (isText && isTooLong(given, MAX_SKILLS_TEXT)) return fail(m.general_skill_length())
      const unique = new Map<string, string>()
      for (const raw of isText ? given.split(',') : (given ?? [])) {
        if (unique.size === MAX_SKILLS) break
        if (isTooLong(raw, MAX_SKILL_LENGTH)) return fail(m.general_skill_length())
        const skill = toNfc(raw)?.replaceAll(/\s+/g, ' ').trim()
        if (skill === '') continue
        if (skill === undefined || !skill.isWellFormed() || CONTROL_OR_BREAK.test(skill)) {
          return fail(m.general_characters())
        }
        if (skill.length > MAX_SKILL_LENGTH) return fail(m.general_skill_length())
        if (!unique.has(skill.toLowerCase())) unique.set(skill.toLowerCase(), skill)
      }
      return [...unique.values()]
    })

/** A flag that must be literally true (O2). */
export const accepted = (message: Text) => z.literal(true, { error: message })

/** `YYYY` as number or text of 4 digits, 1900 to the current year (VAL-25 to VAL-28). */
export const year = () =>
  z.union([z.number(), z.string()], { error: m.projects_year_required }).transform((given, context) => {
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const digits = String(given).trim()
    if (digits === '') return fail(m.projects_year_required())
    if (!/^\d{4}$/.test(digits)) return fail(m.projects_year_digits())
    const value = Number(digits)
    if (value < FIRST_YEAR) return fail(m.projects_year_min())
    if (value > new Date().getFullYear()) return fail(m.projects_year_future())
    return value
  })
