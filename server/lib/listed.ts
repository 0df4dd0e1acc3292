import { type RawBuilder, sql } from 'kysely'
import { EXCERPT_LENGTH, MAX_LISTED_URL } from '#contract/lists.ts'

/** The part of a text column that `excerpt` needs; counted in code points by both engines. */
export const startOf = (column: string): RawBuilder<string> =>
  sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(EXCERPT_LENGTH + 1)})`

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

/** The address of a picture in a list; '' for one that is too long (X2). */
export const listedPicture = (url: string): string => (url.length > MAX_LISTED_URL ? '' : url)
