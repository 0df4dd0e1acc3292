/** No page reaches deeper than this many rows (G8). */
export const MAX_DEPTH = 100_000

/** The last page within MAX_DEPTH; pages beyond it are empty. */
export const deepestPage = (limit: number) => Math.floor(MAX_DEPTH / limit)

/** The number of pages that can be read of a list of `total` rows. */
export const reachablePages = (total: number, limit: number) =>
  Math.min(Math.ceil(total / limit), deepestPage(limit))
