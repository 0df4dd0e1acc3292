import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { Sort } from '#contract/lists.ts'
import type { ListedOffer, OfferFilters, OfferSearch } from '#contract/offers.ts'
import type { Db } from '../lib/db.ts'
import { inOrder, rangeOf } from '../lib/paging.ts'
import { prepared, readRows } from '../lib/prepared.ts'
import { readTotal, totalOf } from '../lib/totals.ts'
import { search } from '../search/search.ts'
import type { Services } from '../services.ts'
import { ALL_OPEN, countOffers, isWholeList, type Matches, openOffers, type Scope } from './offer-filters.ts'
import { listedByIds, selectListed, toListed, type Viewer } from './offer-rows.ts'
import { contractTag, contractWord } from './offers.mapping.ts'

/** One page of open offers as this viewer sees them, the number of all matches, and that of all hires. */
export async function listOffers(
  db: Db,
  filters: OfferFilters,
  viewer: Viewer,
): Promise<Page<ListedOffer> & { hires: number }> {
  if (!isWholeList(filters)) {
    return { ...(await listOffersOf(db, filters, viewer, {})), hires: await readTotal(db, 'hires') }
  }
  const range = rangeOf(filters)
  const rows = range.limit === 0 ? [] : await wholeList[filters.sort](db, range)
  const items = await toListed(db, rows, viewer)
  const { total = await readTotal(db, 'offers'), hires = await readTotal(db, 'hires') } = rows[0] ?? {}
  return { items, total, hires }
}

/** The same of one person, or of those that a person has not applied to. */
export async function listOffersOf(
  db: Db,
  filters: OfferFilters,
  viewer: Viewer,
  scope: Scope,
): Promise<Page<ListedOffer>> {
  const total = await countOffers(db, filters, scope)
  const range = rangeOf(filters)
  if (range.limit === 0 || range.offset >= total) return { items: [], total }
  const matches = await openOffers(db, filters, scope)
  const rows = await readRows(db, selectPage(db, matches, filters.sort, range))
  return { items: await toListed(db, rows, viewer), total }
}

type Range = { limit: number; offset: number }

function selectPage(db: Db, matches: Matches, sort: Sort, { limit, offset }: Range) {
  const order = sort === 'oldest' ? 'asc' : 'desc'
  const direction = sql.raw(order)
  const page = sql<{ id: string }>`(
    select ${matches.id} as id ${matches.from} where ${matches.where}
    order by ${matches.time} ${direction}, ${matches.id} ${direction}
    limit ${limit} offset ${offset}
  )`
  return selectListed(db)
    .innerJoin(page.as('page'), 'page.id', 'offers.id')
    .orderBy('offers.created_at', order)
    .orderBy('offers.id', order)
}

/** One page of the open offers in which every word of the query occurs (decision 39). */
export async function searchOffers(
  engines: Pick<Services, 'db' | 'engine'>,
  { contractType, ...query }: OfferSearch,
  viewer: Viewer,
): Promise<Page<ListedOffer>> {
  const tags = contractType === '' ? [] : [contractTag(contractWord(contractType))]
  const { ids, total } = await search(engines, 'offers', { ...query, tags })
  if (ids.length === 0) return { items: [], total }
  const rows = await listedByIds(engines.db, ids)
  return { items: await toListed(engines.db, inOrder(ids, rows), viewer), total }
}

/** With both totals in each row: a statement for each would cost as much as the list. */
const selectWholeList = (sort: Sort) =>
  prepared((db, range: Range) =>
    selectPage(db, ALL_OPEN, sort, range).select([
      totalOf('offers').as('total'),
      totalOf('hires').as('hires'),
    ]),
  )

const wholeList = { latest: selectWholeList('latest'), oldest: selectWholeList('oldest') }
