import { deepestPage } from '#contract/list-depth.ts'

/**
 * The rows of a page; none beyond the depth of G8, which bounds the walk over the index. Use it on a sub-query that
 * selects ids from an index, and join the rest to those few ids: skipping index entries is cheap, skipping joined rows
 * costs a hundred times as much.
 */
export const rangeOf = ({ page, limit }: { page: number; limit: number }) =>
  page > deepestPage(limit) ? { limit: 0, offset: 0 } : { limit, offset: (page - 1) * limit }

/** The rows in the order of their ids. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
