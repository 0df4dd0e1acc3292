import { m } from './texts.ts'
import { LIMITS, text } from './values.ts'

/** Placeholders in a message to applicants. */
export const PLACEHOLDERS = ['name', 'position', 'company', 'recruiter', 'days'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const PATTERN = /\{([\p{L}\d_]+)\}/gu

/** The message with its placeholders replaced. */
export const fillPlaceholders = (message: string, values: Record<Placeholder, string>): string =>
  message.replaceAll(PATTERN, (whole, name: string) => (name in values ? values[name as Placeholder] : whole))

/** The placeholders in a message that have no value for this person. */
export const emptyPlaceholdersIn = (message: string, values: Record<Placeholder, string>): Placeholder[] =>
  PLACEHOLDERS.filter((name) => message.includes(`{${name}}`) && values[name] === '')

/** A message to applicants; an unknown placeholder is refused. */
export const closingMessage = () =>
  text(LIMITS.chatText, { lines: 'many' }).superRefine((given, context) => {
    for (const [whole, name] of given.matchAll(PATTERN)) {
      if (PLACEHOLDERS.includes(name as Placeholder)) continue
      context.addIssue({ code: 'custom', message: m.offers_unknown_placeholder({ placeholder: whole }) })
      return
    }
  })
