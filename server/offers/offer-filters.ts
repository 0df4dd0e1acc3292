import { type RawBuilder, sql } from 'kysely'
import { CONTRACT_TYPES, type OfferFilters } from '#contract/offers.ts'
import { countHidden, type Hidden } from '../blocks/blocks.queries.ts'
import { cachedCount } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { rarestFirst } from '../lib/filter-words.ts'
import type { ListSource } from '../lib/paging.ts'
import { readRows } from '../lib/prepared.ts'
import { nextTurn } from '../lib/turns.ts'
import { isOpenAt, isOverdueAt, readOpenTotal } from './offer-life.ts'
import { EVERYWHERE, rangeConditions, workConditions } from './offer-pay.ts'
import { contractWord } from './offers.mapping.ts'

/** The base set of offers, besides the filters of the address: open ones, or all that a developer applied to. */
export type Scope = {
  ownerId?: string
  appliedBy?: string
  onlyOpen?: true
  notAppliedBy?: string
  /** Without the offers hidden from this reader (TALK-04). */
  hidden?: Hidden | undefined
}

/** The parts of a statement over the matches, in the order of the list; `seen` as in `rarestFirst`. */
export type Matches = ListSource & { seen: number }

export const allOpen = (at: string): Matches => ({
  from: sql`from offers`,
  where: isOpenAt(at),
  time: sql`offers.created_at`,
  id: sql`offers.id`,
  seen: 0,
})

export const isWholeList = (filters: OfferFilters): boolean =>
  wordsOf(filters).length === 0 && workConditions(filters).length === 0

const filtersOnly = ({ page, limit, sort, ...filters }: OfferFilters) => filters

/**
 * The offers that match at this time. Starts from the smallest set: the offers of one recruiter, the applications of one
 * developer, else the rarest filter word. Word rows are in the order of the list, and only open offers have any,
 * so that a filtered list is one range of an index and reads no offer.
 */
export async function matchingOffers(
  db: Db,
  filters: OfferFilters,
  scope: Scope,
  at: string,
  { isCount = false } = {},
): Promise<Matches> {
  if (scope.appliedBy) return appliedOffers(filters, scope.appliedBy, scope.onlyOpen ? at : undefined)
  const isOfOwner = scope.ownerId !== undefined
  const ranges = rangeConditions(filters)
  const { words, seen } = await rarestFirst(db, isOfOwner ? [] : wordsOf(filters))
  const [driver, ...others] = words
  const id = driver ? sql`word.offer_id` : sql`offers.id`
  const conditions = (isOfOwner ? wordsOf(filters) : others).map(
    ({ table, column, word }) => sql`exists (select 1 from ${sql.table(table)} as other
      where other.offer_id = ${id} and other.${sql.ref(column)} = ${word})`,
  )
  if (filters.country !== '' && driver) conditions.push(isInCountry(id, filters.country))
  if (scope.hidden) conditions.push(sql`${id} not in ${scope.hidden.offers}`)
  if (scope.notAppliedBy) {
    conditions.push(
      sql`not exists (select 1 from applications
        where applications.offer_id = ${id} and applications.user_id = ${scope.notAppliedBy}
          and applications.withdrawn_at is null)`,
    )
  }
  if (driver) {
    conditions.push(sql`word.${sql.ref(driver.column)} = ${driver.word}`)
    // Read once per statement; nearly always empty.
    conditions.push(sql`${id} not in (select offers.id from offers where ${isOverdueAt(at)})`)
    if (ranges.length > 0) {
      conditions.push(
        sql`exists (select 1 from offers where offers.id = ${id} and ${sql.join(ranges, sql` and `)})`,
      )
    }
    const from = sql`from ${sql.table(driver.table)} as word`
    return { from, where: sql.join(conditions, sql` and `), time: sql`word.offer_created_at`, id, seen }
  }
  if (filters.country !== '' && !isOfOwner && ranges.length === 0 && scope.notAppliedBy === undefined) {
    const few = await countInCountry(db, filters.country)
    if (isCount || few < FEW) {
      conditions.push(sql`word.place in (${filters.country}, ${EVERYWHERE})`)
      conditions.push(sql`word.offer_id not in (select offers.id from offers where ${isOverdueAt(at)})`)
      const where = sql.join(conditions, sql` and `)
      return {
        from: sql`from offer_places as word`,
        where,
        time: sql`word.offer_created_at`,
        id: sql`word.offer_id`,
        seen: few,
      }
    }
  }
  if (filters.country !== '') conditions.push(isInCountry(id, filters.country))
  conditions.push(isOpenAt(at), ...ranges)
  if (scope.ownerId) conditions.push(sql`offers.owner_id = ${scope.ownerId}`)
  // A scan of the index of all open offers.
  const walked = isOfOwner || isWholeList(filters) ? seen : Number.POSITIVE_INFINITY
  return { ...allOpen(at), where: sql.join(conditions, sql` and `), seen: walked }
}

/** The filters in a form that holds in every state: only open offers have word rows. For few offers. */
export function conditionsOfAnyState(filters: OfferFilters): RawBuilder<unknown>[] {
  const { skills, contractType } = filters
  const conditions: RawBuilder<unknown>[] = [
    ...workConditions(filters),
    ...distinct(skills).map(
      (skill) => sql`(lower(offers.skills) like ${inJson(skill.toLowerCase())} escape '\\'
        or offers.skills like ${inJson(skill)} escape '\\')`,
    ),
  ]
  const word = contractType === '' ? undefined : contractWord(contractType)
  if (word !== undefined) {
    const matching = contractTypesOf(word).map(
      (type) => sql`offers.contract_types like ${inJson(type)} escape '\\'`,
    )
    conditions.push(matching.length > 0 ? sql`(${sql.join(matching, sql` or `)})` : sql`1 = 0`)
    if (word === 'Permanent') {
      for (const type of LIMITING) conditions.push(sql`offers.contract_types not like ${inJson(type)}`)
    }
  }
  return conditions
}

/** Each word once: every one is compared with every offer (X1). */
const distinct = (words: readonly string[]) =>
  new Map(words.map((word) => [word.toLowerCase(), word])).values().toArray()

/** The offers that a developer applied to, closed ones included; with a time only open ones. */
function appliedOffers(filters: OfferFilters, userId: string, openAt?: string): Matches {
  const conditions = [
    openAt ? isOpenAt(openAt) : sql`offers.deleted_at is null and offers.hidden_at is null`,
    sql`applications.user_id = ${userId}`,
    sql`applications.withdrawn_at is null`,
    ...conditionsOfAnyState(filters),
  ]
  return {
    from: sql`from applications inner join offers on offers.id = applications.offer_id`,
    where: sql.join(conditions, sql` and `),
    time: sql`offers.created_at`,
    id: sql`offers.id`,
    seen: 0,
  }
}

const [FULL_TIME, PART_TIME, ...LIMITING] = CONTRACT_TYPES

const contractTypesOf = (word: string): readonly string[] =>
  word === 'Permanent' ? [FULL_TIME, PART_TIME] : word === '' ? [] : [word]

/** A pattern that finds a text in a stored list of texts. */
const inJson = (text: string) =>
  `%${JSON.stringify(text).replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`

/** Up to this number, sorting is faster than scanning the index of all offers. */
const FEW = 20_000

const countInCountry = (db: Db, country: string): Promise<number> =>
  cachedCount(db, JSON.stringify(['country', country]), { least: 0 }, async () => {
    const rows = await readRows(
      db,
      sql<{
        count: number
      }>`select count(*) as count from offer_places where place in (${country}, ${EVERYWHERE})`,
    )
    return Number(rows[0]?.count ?? 0)
  })

const isInCountry = (id: RawBuilder<unknown>, country: string) =>
  sql`exists (select 1 from offer_places as located
    where located.offer_id = ${id} and located.place in (${country}, ${EVERYWHERE}))`

function wordsOf({ skills, contractType, workplace }: OfferFilters) {
  const keys = new Set(skills.map((skill) => skill.toLowerCase()))
  const workplaces = workplace === '' ? [] : [workplace]
  const types = contractType === '' ? [] : [contractWord(contractType)]
  return [
    ...Array.from(keys, (word) => ({ table: 'offer_skills', column: 'key', word }) as const),
    ...types.map((word) => ({ table: 'offer_contract_types', column: 'name', word }) as const),
    ...workplaces.map((word) => ({ table: 'offer_places', column: 'place', word }) as const),
  ]
}

/** The number of all matches. */
export async function countOffers(db: Db, filters: OfferFilters, scope: Scope, at: string): Promise<number> {
  if (scope.hidden) {
    const { hidden, ...others } = scope
    const all = await countOffers(db, filters, others, at)
    const matches = await matchingOffers(db, filters, others, at, { isCount: true })
    return Math.max(0, all - (await countHidden(db, matches, hidden.offers)))
  }
  if (scope.notAppliedBy) {
    // All minus the few own ones: counting the others would scan everything.
    const all = await countOffers(db, filters, {}, at)
    return all - (await countOffers(db, filters, { appliedBy: scope.notAppliedBy, onlyOpen: true }, at))
  }
  if (isWholeList(filters) && Object.keys(scope).length === 0) return readOpenTotal(db, at)
  const { from, where, seen } = await matchingOffers(db, filters, scope, at, { isCount: true })
  const key = JSON.stringify(['offers', filtersOnly(filters), scope])
  return cachedCount(db, key, { seen }, async () => {
    const rows = await readRows(db, sql<{ count: number }>`select count(*) as count ${from} where ${where}`)
    // All applications of a person were read (X1).
    if (scope.appliedBy) await nextTurn()
    return Number(rows[0]?.count ?? 0)
  })
}
