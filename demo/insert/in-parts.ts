/** Both engines limit how many values one statement may carry. */
const ROWS = 200

/** Writes many rows in their order, so many at a time. */
export async function inParts<Row>(
  rows: readonly Row[],
  insert: (part: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS) await insert(rows.slice(start, start + ROWS))
}
