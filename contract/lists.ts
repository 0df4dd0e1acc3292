import { z } from 'zod'

/** Code points of a description in a list, an ellipsis included (X2). */
export const EXCERPT_LENGTH = 300

/** A description in a list: at most EXCERPT_LENGTH code points (X2). */
export function excerpt(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text
  const characters = Array.from(text)
  if (characters.length <= EXCERPT_LENGTH) return text
  return `${characters
    .slice(0, EXCERPT_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}

/** Characters. A picture with a longer address is not in lists, so that their size is bounded (X2). */
export const MAX_LISTED_URL = 500

export const SORTS = ['latest', 'oldest'] as const
export type Sort = (typeof SORTS)[number]

/** PostgreSQL stores no NUL and refuses to compare with one; SQLite takes it. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** One value of a query. */
export function single(value: unknown): unknown {
  const [one] = Array.isArray(value) ? value : [value]
  return typeof one === 'string' ? withoutNul(one) : one
}

/** A number from 1 to `max`: out of range is the nearest allowed, unreadable the default. */
export const count = (fallback: number, max: number) =>
  z.preprocess((value) => {
    const given = single(value)
    const number =
      typeof given === 'number'
        ? given
        : typeof given === 'string' && /^-?\d+$/.test(given.trim())
          ? Number(given)
          : Number.NaN
    return Number.isNaN(number) ? fallback : Math.min(Math.max(number, 1), max)
  }, z.number().optional().default(fallback))

/** Rows of a page, at most and by default. */
const MAX_LIMIT = 100

/** The same for lists whose cards show whole descriptions (X2). */
const MAX_WHOLE = 40

/** Query of every list (decision 29): out of range is the nearest allowed, unreadable the default. */
export const paging = {
  page: count(1, Number.MAX_SAFE_INTEGER),
  limit: count(MAX_LIMIT, MAX_LIMIT),
  sort: z.preprocess(
    (value) => (single(value) === 'oldest' ? 'oldest' : 'latest'),
    z.enum(SORTS).optional().default('latest'),
  ),
}

export const ListQuery = z.object(paging)
export type ListQuery = z.output<typeof ListQuery>

export const ListQueryOfWhole = ListQuery.extend({ limit: count(MAX_WHOLE, MAX_WHOLE) })

/** Not blank, between commas. */
const WORD = /[^\s,][^,]*/g

/** Comma-separated or repeated; absent or empty means no filter (decision 29). */
export const words = () =>
  z.preprocess(
    (value) =>
      (Array.isArray(value) ? value : [value])
        .flatMap((part) => (typeof part === 'string' ? (withoutNul(part).match(WORD) ?? []) : []))
        .slice(0, 20)
        .map((part) => part.trim()),
    z.array(z.string()).optional().default([]),
  )

/** A filter word; absent or empty is ''. */
export const word = () =>
  z.preprocess((value) => {
    const given = single(value)
    return typeof given === 'string' ? given.trim() : ''
  }, z.string().optional().default(''))

export const flag = () =>
  z.preprocess((value) => String(single(value)) === 'true', z.boolean().optional().default(false))

/** Years that both engines know and that sort as text. */
const FIRST_TIME = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** ISO 8601 time; out of range is the nearest allowed, unreadable means no filter. */
export const from = () =>
  z.preprocess((value) => {
    const given = single(value)
    const time = typeof given === 'string' && /^\d{4}-/.test(given) ? Date.parse(given) : Number.NaN
    return Number.isNaN(time) ? null : new Date(Math.min(Math.max(time, FIRST_TIME), LAST_TIME)).toISOString()
  }, z.string().nullable().optional().default(null))
