import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import type { Searchable } from './searchable.ts'

const withLock = createKeyedMutex()
const PAGES_AT_ONCE = 1000

/**
 * Counts by a shared scan of the table in pieces, so that no statement comes near its timeout. A word that joins during
 * a scan is counted from there and wraps around: many words take little longer than one. A row written
 * meanwhile counts in its old or its new form.
 */
export const countInPieces = (db: Db, table: Searchable, matching: RawBuilder<unknown>): Promise<number> =>
  new Promise((resolve, reject) => {
    const known = rounds.get(db) ?? new Map<Searchable, Round>()
    rounds.set(db, known)
    const round = known.get(table) ?? { counts: new Set(), pieces: 1 }
    known.set(table, round)
    const isBegun = round.counts.size > 0
    round.counts.add({ matching, total: 0, left: undefined, resolve, reject })
    if (!isBegun) void countRound(db, table, round)
  })

type Count = {
  matching: RawBuilder<unknown>
  total: number
  /** Remaining pieces; all of them at first. */
  left: number | undefined
  resolve: (total: number) => void
  reject: (error: unknown) => void
}
type Round = { counts: Set<Count>; pieces: number }
const rounds = new WeakMap<Db, Map<Searchable, Round>>()
/** Words per scan; others wait. */
const MOST_AT_ONCE = 16

async function countRound(db: Db, table: Searchable, round: Round): Promise<void> {
  for (let piece = 0; round.counts.size > 0; piece = (piece + 1) % round.pieces) {
    const counts = [...round.counts].slice(0, MOST_AT_ONCE)
    try {
      if (piece === 0) round.pieces = await withLock('count', () => piecesOf(db, table))
      const found = await withLock('count', () => countPiece(db, table, piece, counts))
      for (const [index, count] of counts.entries()) {
        count.total += found[index] ?? 0
        count.left = (count.left ?? round.pieces) - 1
        if (count.left > 0) continue
        round.counts.delete(count)
        count.resolve(count.total)
      }
    } catch (error) {
      for (const count of counts) {
        round.counts.delete(count)
        count.reject(error)
      }
    }
  }
}

async function piecesOf(db: Db, table: Searchable): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::int as pages`.execute(db)
  return Math.max(1, Math.ceil((rows[0]?.pages ?? 0) / PAGES_AT_ONCE))
}

async function countPiece(db: Db, table: Searchable, piece: number, counts: readonly Count[]) {
  const numbers = counts.map(
    ({ matching }, index) => sql`count(*) filter (where ${matching}) as ${sql.ref(`n${index}`)}`,
  )
  const from = `(${piece * PAGES_AT_ONCE},0)`
  const to = `(${(piece + 1) * PAGES_AT_ONCE},0)`
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(numbers)} from ${sql.table(table)}
    where ctid >= ${from}::tid and ctid < ${to}::tid and search_text is not null`.execute(db)
  return counts.map((_, index) => rows[0]?.[`n${index}`] ?? 0)
}
