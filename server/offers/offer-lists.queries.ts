import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { Sort } from '#contract/lists.ts'
import type { ListedOffer, OfferFilters, OfferSearch } from '#contract/offers.ts'
import type { OfferCounts, OwnOffer, OwnOfferFilters } from '#contract/own-offers.ts'
import { hiddenFrom } from '../blocks/blocks.queries.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { idsOfPage, inOrder, type Range, rangeOf } from '../lib/paging.ts'
import { prepared, readRows } from '../lib/prepared.ts'
import { readTotal, totalOf } from '../lib/totals.ts'
import { inParts, nextTurn } from '../lib/turns.ts'
import { hasWords, readWords, search } from '../search/search.ts'
import type { Services } from '../services.ts'
import {
  allOpen,
  conditionsOfAnyState,
  countOffers,
  isWholeList,
  type Matches,
  matchingOffers,
  type Scope,
} from './offer-filters.ts'
import { isInStateAt, openTotal, openTotalColumns, readOpenTotal, stateColumnAt } from './offer-life.ts'
import { workConditions } from './offer-pay.ts'
import { listedByIds, selectListed, toListed, type Viewer } from './offer-rows.ts'
import { contractTag, contractWord } from './offers.mapping.ts'
import { withPipelines } from './pipeline.queries.ts'

/** One page of open offers for this viewer, the number of all matches, and that of all hires. */
export async function listOffers(
  db: Db,
  filters: OfferFilters,
  viewer: Viewer,
): Promise<Page<ListedOffer> & { hires: number }> {
  const hidden = await hiddenFrom(db, viewer)
  if (!isWholeList(filters) || hidden) {
    return { ...(await listOffersOf(db, filters, viewer, { hidden })), hires: await readTotal(db, 'hires') }
  }
  const at = now()
  const range = { ...rangeOf(filters), at }
  const rows = range.limit === 0 ? [] : await wholeList[filters.sort](db, range)
  const items = await toListed(db, rows, viewer)
  const [first] = rows
  const total = first ? await openTotal(db, first, at) : await readOpenTotal(db, at)
  return { items, total, hires: first?.hires ?? (await readTotal(db, 'hires')) }
}

/** The same for the offers of one person, or those that a person has not applied to. */
export async function listOffersOf(
  db: Db,
  filters: OfferFilters,
  viewer: Viewer,
  scope: Scope,
): Promise<Page<ListedOffer>> {
  const at = now()
  const total = await countOffers(db, filters, scope, at)
  const range = rangeOf(filters)
  if (range.limit === 0 || range.offset >= total) return { items: [], total }
  const matches = await matchingOffers(db, filters, scope, at)
  const rows = await readRows(db, selectPage(db, matches, filters.sort, range))
  // A page of them is found among all applications of a person (X1).
  if (scope.appliedBy) await nextTurn()
  return { items: await toListed(db, rows, viewer), total }
}

type OwnFilters = Omit<OwnOfferFilters, 'state'>

async function ownOffers(
  db: Db,
  ownerId: string,
  { q, ...filters }: OwnFilters,
): Promise<RawBuilder<unknown>[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`offers.owner_id = ${ownerId}`,
    sql`offers.deleted_at is null and offers.hidden_at is null`,
    ...conditionsOfAnyState(filters),
  ]
  const words = readWords(q)
  if (words.length === 0) return conditions
  const ids = await listNamed(db, sql.join(conditions, sql` and `), words)
  return [...conditions, ids.length === 0 ? sql`1 = 0` : sql`offers.id in (${sql.join(ids)})`]
}

/** Offers per batch (X1). */
const STEP = 500

/** For the offers of one person, since only open ones have a search text. */
async function listNamed(db: Db, where: RawBuilder<unknown>, words: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<Record<'id' | 'position' | 'company' | 'location', string>>`
      select id, position, company, location from offers where ${where}`,
  )
  const found: string[] = []
  await inParts(rows, STEP, async (part) => {
    for (const { id, position, company, location } of part) {
      if (hasWords(`${position} ${company} ${location}`, words)) found.push(id)
    }
  })
  return found
}

/** One page of the own offers of a recruiter, in every state or in one (LIFE-11). */
export async function listOwnOffers(
  db: Db,
  { state, since, ...filters }: OwnOfferFilters & { since?: string | undefined },
  owner: NonNullable<Viewer>,
): Promise<Page<OwnOffer>> {
  const at = now()
  const own = await ownOffers(db, owner.id, filters)
  const conditions = [...own, ...(state === '' ? [] : [isInStateAt(state, at)])]
  const matches = { ...allOpen(at), where: sql.join(conditions, sql` and `) }
  const counted = await readRows(
    db,
    sql<{ count: number }>`select count(*) as count ${matches.from} where ${matches.where}`,
  )
  const total = Number(counted[0]?.count ?? 0)
  const range = rangeOf(filters)
  if (range.limit === 0 || range.offset >= total) return { items: [], total }
  const rows = await readRows(db, selectPage(db, matches, filters.sort, range))
  return { items: await withPipelines(db, await toListed(db, rows, owner), since), total }
}

/** The number of matching own offers by state. */
export async function countByState(db: Db, ownerId: string, filters: OwnFilters): Promise<OfferCounts> {
  const conditions = await ownOffers(db, ownerId, filters)
  const rows = await db
    .selectFrom('offers')
    .select(({ fn }) => [stateColumnAt(now()).as('present'), fn.countAll<number | string>().as('count')])
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .groupBy('present')
    .execute()
  const counts: OfferCounts = { draft: 0, published: 0, paused: 0, closed: 0, expired: 0 }
  for (const { present, count } of rows) counts[present] += Number(count)
  return counts
}

function selectPage(db: Db, matches: Matches, sort: Sort, range: Range) {
  const order = sort === 'oldest' ? 'asc' : 'desc'
  const page = sql<{ id: string }>`(${idsOfPage(matches, order, range)})`
  return selectListed(db)
    .innerJoin(page.as('page'), 'page.id', 'offers.id')
    .orderBy('offers.created_at', order)
    .orderBy('offers.id', order)
}

/** One page of the open offers in which every word of the query occurs (decision 39). */
export async function searchOffers(
  engines: Pick<Services, 'db' | 'engine'>,
  query: OfferSearch,
  viewer: Viewer,
): Promise<Page<ListedOffer>> {
  const { page, limit, sort, q, from, contractType, ...filters } = query
  const tags = contractType === '' ? [] : [contractTag(contractWord(contractType))]
  const hidden = await hiddenFrom(engines.db, viewer)
  const conditions = [
    ...workConditions(filters),
    ...(hidden ? [sql<boolean>`offers.id not in ${hidden.offers}`] : []),
  ]
  const key = JSON.stringify([filters, hidden?.key])
  const { ids, total } = await search(engines, 'offers', {
    ...query,
    tags,
    ...(conditions.length > 0 && { only: { key, conditions } }),
  })
  if (ids.length === 0) return { items: [], total }
  const rows = await listedByIds(engines.db, ids)
  return { items: await toListed(engines.db, inOrder(ids, rows), viewer), total }
}

/** With both totals in each row: separate statements would cost as much as the list. */
const selectWholeList = (sort: Sort) =>
  prepared((db, { at, limit, offset }: Range & { at: string }) =>
    selectPage(db, allOpen(at), sort, { limit, offset }).select([
      ...openTotalColumns,
      totalOf('hires').as('hires'),
    ]),
  )

const wholeList = { latest: selectWholeList('latest'), oldest: selectWholeList('oldest') }
