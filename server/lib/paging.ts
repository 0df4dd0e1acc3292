import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { deepestPage } from '#contract/list-depth.ts'

export type Range = { limit: number; offset: number }

/**
 * The rows of a page; none beyond the depth of G8, which bounds the walk over the index. Use it on a sub-query that
 * selects ids from an index, and join the rest to those few ids: skipping index entries is cheap, skipping joined rows
 * costs a hundred times as much.
 */
export const rangeOf = ({ page, limit }: { page: number; limit: number }): Range =>
  page > deepestPage(limit) ? { limit: 0, offset: 0 } : { limit, offset: (page - 1) * limit }

/** Parts of a query that selects the ids of a list from an index. */
export type ListSource = Record<'from' | 'where' | 'time' | 'id', RawBuilder<unknown>>

/** The ids of one page, by time. */
export const idsOfPage = (
  { from, where, time, id }: ListSource,
  direction: 'asc' | 'desc',
  { limit, offset }: Range,
) =>
  sql<{ id: string }>`select ${id} as id ${from} where ${where}
    order by ${time} ${sql.raw(direction)}, ${id} ${sql.raw(direction)}
    limit ${limit} offset ${offset}`

// biome-ignore lint/suspicious/noExplicitAny: of any tables.
export async function countRows(matches: SelectQueryBuilder<any, any, object>): Promise<number> {
  const { total } = await matches
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The rows in the order of their ids. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
