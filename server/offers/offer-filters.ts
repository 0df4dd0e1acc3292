import { type RawBuilder, sql } from 'kysely'
import type { OfferFilters } from '#contract/offers.ts'
import { cachedCount } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { rarestFirst } from '../lib/filter-words.ts'
import { readRows } from '../lib/prepared.ts'
import { readTotal } from '../lib/totals.ts'
import { contractWord } from './offers.mapping.ts'

/** Which open offers are meant, besides the filters of the address. */
export type Scope = { ownerId?: string; appliedBy?: string; notAppliedBy?: string }

/** The parts of a statement over the matches, in the order of the list; `seen` as in `rarestFirst`. */
export type Matches = Record<'from' | 'where' | 'time' | 'id', RawBuilder<unknown>> & { seen: number }

const OPEN = [sql`offers.deleted_at is null`, sql`offers.hidden_at is null`]

export const ALL_OPEN: Matches = {
  from: sql`from offers`,
  where: sql.join(OPEN, sql` and `),
  time: sql`offers.created_at`,
  id: sql`offers.id`,
  seen: 0,
}

export const isWholeList = (filters: OfferFilters): boolean =>
  Object.values(filtersOnly(filters)).every((filter) => filter.length === 0)

const filtersOnly = ({ page, limit, sort, ...filters }: OfferFilters) => filters

/**
 * The open offers that match. The smallest set drives: the offers of one recruiter, the applications of one
 * developer, else the rarest filter word. Word rows stand in the order of the list, and only open offers have any,
 * so that a filtered list is one range of an index and reads no offer.
 */
export async function openOffers(db: Db, filters: OfferFilters, scope: Scope): Promise<Matches> {
  const isOfPerson = scope.ownerId !== undefined || scope.appliedBy !== undefined
  const { words, seen } = await rarestFirst(db, isOfPerson ? [] : wordsOf(filters))
  const [driver, ...others] = words
  const id = driver ? sql`word.offer_id` : sql`offers.id`
  const conditions = (isOfPerson ? wordsOf(filters) : others).map(
    ({ table, column, word }) => sql`exists (select 1 from ${sql.table(table)} as other
      where other.offer_id = ${id} and other.${sql.ref(column)} = ${word})`,
  )
  if (scope.notAppliedBy) {
    conditions.push(
      sql`not exists (select 1 from applications
        where applications.offer_id = ${id} and applications.user_id = ${scope.notAppliedBy})`,
    )
  }
  if (driver) {
    conditions.push(sql`word.${sql.ref(driver.column)} = ${driver.word}`)
    const from = sql`from ${sql.table(driver.table)} as word`
    return { from, where: sql.join(conditions, sql` and `), time: sql`word.offer_created_at`, id, seen }
  }
  conditions.push(...OPEN)
  if (scope.ownerId) conditions.push(sql`offers.owner_id = ${scope.ownerId}`)
  if (scope.appliedBy) conditions.push(sql`applications.user_id = ${scope.appliedBy}`)
  const from = scope.appliedBy
    ? sql`from applications inner join offers on offers.id = applications.offer_id`
    : sql`from offers`
  return { from, where: sql.join(conditions, sql` and `), time: sql`offers.created_at`, id, seen }
}

function wordsOf({ skills, contractType }: OfferFilters) {
  const keys = new Set(skills.map((skill) => skill.toLowerCase()))
  const types = contractType === '' ? [] : [contractWord(contractType)]
  return [
    ...Array.from(keys, (word) => ({ table: 'offer_skills', column: 'key', word }) as const),
    ...types.map((word) => ({ table: 'offer_contract_types', column: 'name', word }) as const),
  ]
}

/** The number of all matches. */
export async function countOffers(db: Db, filters: OfferFilters, scope: Scope): Promise<number> {
  if (scope.notAppliedBy) {
    // All minus the few own ones: counting the rest would scan everything.
    const all = await countOffers(db, filters, {})
    return all - (await countOffers(db, filters, { appliedBy: scope.notAppliedBy }))
  }
  if (isWholeList(filters) && Object.keys(scope).length === 0) return readTotal(db, 'offers')
  const { from, where, seen } = await openOffers(db, filters, scope)
  const key = JSON.stringify(['offers', filtersOnly(filters), scope])
  return cachedCount(db, key, { seen }, async () => {
    const rows = await readRows(db, sql<{ count: number }>`select count(*) as count ${from} where ${where}`)
    return Number(rows[0]?.count ?? 0)
  })
}
