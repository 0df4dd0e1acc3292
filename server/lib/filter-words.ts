import { sql } from 'kysely'
import { cachedCount } from './cached-values.ts'
import type { Db } from './db.ts'
import { readRows } from './prepared.ts'

/** A filter: a word in an index table in the order of the list, with public rows only. */
export type FilterWord = { table: string; column: string; word: string }

/**
 * The words of a filter, the rarest first: its rows are scanned and the others are probed for each of them. `seen` is
 * their estimated number, if it was needed for the order.
 */
export async function rarestFirst<Word extends FilterWord>(
  db: Db,
  words: readonly Word[],
): Promise<{ words: readonly Word[]; seen: number }> {
  if (words.length < 2) return { words, seen: 0 }
  const counted = await Promise.all(words.map(async (word) => ({ word, count: await countOf(db, word) })))
  counted.sort((a, b) => a.count - b.count)
  return { words: counted.map(({ word }) => word), seen: counted[0]?.count ?? 0 }
}

/** Affects the order only, so a cached count is sufficient. */
const countOf = (db: Db, { table, column, word }: FilterWord) =>
  cachedCount(db, JSON.stringify([table, word]), { least: 0 }, async () => {
    const rows = await readRows(
      db,
      sql<{
        count: number
      }>`select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${word}`,
    )
    return Number(rows[0]?.count ?? 0)
  })
