/** Both engines limit the number of bind parameters of a statement. */
const BATCH_ROWS = 200

/** Inserts rows in their order, in batches. */
export async function inBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    await insert(rows.slice(start, start + BATCH_ROWS))
  }
}
