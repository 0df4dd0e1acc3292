import { type RawBuilder, sql } from 'kysely'
import { EXCERPT_LENGTH, MAX_LISTED_URL } from '#contract/lists.ts'

/** The part of a text column that `excerpt` needs; counted in code points by both engines. */
export const excerptColumn = (column: string): RawBuilder<string> =>
  sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(EXCERPT_LENGTH + 1)})`

/** The address of a picture in a list; '' for one that is too long (X2). */
export const listedPicture = (url: string): string => (url.length > MAX_LISTED_URL ? '' : url)
