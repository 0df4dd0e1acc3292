import { type RawBuilder, sql } from 'kysely'
import type { ApplicantEntry } from '#contract/applications.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Sort } from '#contract/lists.ts'
import {
  CONTRACT_TYPES,
  contractTypeOf,
  type Offer,
  type OfferFilters,
  type OfferSearch,
} from '#contract/offers.ts'
import { listEntriesOfOffers, listEntriesOfUser } from '../applications/applications.queries.ts'
import type { Caller } from '../http/route.ts'
import { cachedCount } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { rarestFirst } from '../lib/filter-words.ts'
import { inOrder, rangeOf } from '../lib/paging.ts'
import { prepared, preparedForIds, readRows } from '../lib/prepared.ts'
import { readTotal, totalOf } from '../lib/totals.ts'
import { search, searchTag } from '../search/search.ts'
import type { Services } from '../services.ts'

type Viewer = Pick<Caller, 'id' | 'role'> | undefined

/** Which open offers are meant, besides the filters of the address. */
type Scope = { ownerId?: string; appliedBy?: string; notAppliedBy?: string }

/** One page of open offers as this viewer sees them, the number of all matches, and that of all hires. */
export async function listOffers(
  db: Db,
  filters: OfferFilters,
  viewer: Viewer,
): Promise<Page<Offer> & { hires: number }> {
  if (!isWholeList(filters)) {
    return { ...(await listOffersOf(db, filters, viewer, {})), hires: await readTotal(db, 'hires') }
  }
  const range = rangeOf(filters)
  const rows = range.limit === 0 ? [] : await wholeList[filters.sort](db, range)
  const items = await withEntries(db, rows, viewer)
  const { total = await readTotal(db, 'offers'), hires = await readTotal(db, 'hires') } = rows[0] ?? {}
  return { items, total, hires }
}

/** The same of one person, or of those that a person has not applied to. */
export async function listOffersOf(
  db: Db,
  filters: OfferFilters,
  viewer: Viewer,
  scope: Scope,
): Promise<Page<Offer>> {
  const total = await countOffers(db, filters, scope)
  const range = rangeOf(filters)
  if (range.limit === 0 || range.offset >= total) return { items: [], total }
  const matches = await openOffers(db, filters, scope)
  const rows = await readRows(db, selectPage(db, matches, filters.sort, range))
  return { items: await withEntries(db, rows, viewer), total }
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
  return selectOffers(db)
    .innerJoin(page.as('page'), 'page.id', 'offers.id')
    .orderBy('offers.created_at', order)
    .orderBy('offers.id', order)
}

const isWholeList = ({ skills, contractType }: OfferFilters): boolean =>
  skills.length === 0 && contractType === ''

/** One page of the open offers in which every word of the query occurs (DECISION 55). */
export async function searchOffers(
  engines: Pick<Services, 'db' | 'engine'>,
  { contractType, ...query }: OfferSearch,
  viewer: Viewer,
): Promise<Page<Offer>> {
  const tags = contractType === '' ? [] : [contractTag(contractWord(contractType))]
  const { ids, total } = await search(engines, 'offers', { ...query, tags })
  if (ids.length === 0) return { items: [], total }
  const rows = await offersByIds(engines.db, ids)
  return { items: await withEntries(engines.db, inOrder(ids, rows), viewer), total }
}

/** An open offer as this viewer sees it, with the owner's contact data; 404 otherwise. */
export async function requireOffer(db: Db, id: string, viewer: Viewer): Promise<Offer> {
  const [row] = await openOffer(db, { id })
  if (!row) throw notFound()
  const [offer] = await withEntries(db, [row], viewer)
  if (!offer) throw notFound()
  return { ...offer, owner: ownerWithContact(row) }
}

/** The only way to an offer that is about to be changed: 404 if there is none, 403 if it is someone else's. */
export async function requireOwnOffer(db: Db, user: Viewer, id: string): Promise<{ id: string }> {
  const row = await db
    .selectFrom('offers')
    .select(['id', 'owner_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (user === undefined || row.owner_id !== user.id) throw forbidden()
  return { id: row.id }
}

type Matches = Record<'from' | 'where' | 'time' | 'id', RawBuilder<unknown>> & { seen: number }

const OPEN = [sql`offers.deleted_at is null`, sql`offers.hidden_at is null`]

const ALL_OPEN: Matches = {
  from: sql`from offers`,
  where: sql.join(OPEN, sql` and `),
  time: sql`offers.created_at`,
  id: sql`offers.id`,
  seen: 0,
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

/**
 * What is fewest drives: the offers of one recruiter, the applications of one developer, else the rarest filter
 * word. Rows of words stand in the order of the list, and only open offers have any, so that a filtered list is
 * one range of an index and no offer is looked at.
 */
async function openOffers(db: Db, filters: OfferFilters, scope: Scope): Promise<Matches> {
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

const CONTRACT_WORDS = ['', ...CONTRACT_TYPES, 'Permanent']

/** The mark by which the search finds a kept contract word; an unknown one has a mark that no offer carries. */
export const contractTag = (word: string): string => searchTag(CONTRACT_WORDS.indexOf(word))

/** The kept word for a filter of either vocabulary; 'Permanent' is one of its own; an unknown one matches nothing. */
const contractWord = (filter: string) =>
  filter.toLowerCase() === 'permanent' ? 'Permanent' : (contractTypeOf(filter) ?? '')

async function countOffers(db: Db, filters: OfferFilters, scope: Scope): Promise<number> {
  if (scope.notAppliedBy) {
    // All but the few own ones; counting what is left would walk over everything.
    const all = await countOffers(db, filters, {})
    return all - (await countOffers(db, filters, { appliedBy: scope.notAppliedBy }))
  }
  if (isWholeList(filters) && Object.keys(scope).length === 0) return readTotal(db, 'offers')
  const { skills, contractType } = filters
  const { from, where, seen } = await openOffers(db, filters, scope)
  return cachedCount(db, JSON.stringify(['offers', skills, contractType, scope]), { seen }, async () => {
    const rows = await readRows(db, sql<{ count: number }>`select count(*) as count ${from} where ${where}`)
    return Number(rows[0]?.count ?? 0)
  })
}

const selectOffers = (db: Db) =>
  db
    .selectFrom('offers')
    .leftJoin('users', 'users.id', 'offers.owner_id')
    .select([
      'offers.id',
      'offers.position',
      'offers.role',
      'offers.company',
      'offers.location',
      'offers.contract_types',
      'offers.salary',
      'offers.skills',
      'offers.language',
      'offers.description',
      'offers.created_at',
      'offers.updated_at',
      'offers.applicants_count',
      'offers.owner_id',
      'users.name as owner_name',
      'users.surname as owner_surname',
      'users.avatar as owner_avatar',
      'users.company_name as owner_company_name',
      'users.location as owner_location',
      'users.website as owner_website',
    ])

const offersByIds = preparedForIds((db, ids) => selectOffers(db).where('offers.id', 'in', ids))

const openOffer = prepared((db, { id }: { id: string }) =>
  selectOffers(db)
    .select(['users.contact_email as owner_contact_email', 'users.contact_phone as owner_contact_phone'])
    .where('offers.id', '=', id)
    .where('offers.deleted_at', 'is', null)
    .where('offers.hidden_at', 'is', null),
)

type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['execute']>>[number]

/** Adds the entries that the viewer may see: all to the owner, the own one to a developer (DECISION 32). */
async function withEntries(db: Db, rows: readonly OfferRow[], viewer: Viewer): Promise<Offer[]> {
  const entries = await visibleEntries(db, rows, viewer)
  return rows.map((row) => {
    const applicants = entries.get(row.id) ?? []
    return {
      _id: row.id,
      position: row.position,
      title: row.position,
      role: row.role,
      company: row.company,
      location: row.location,
      contractType: JSON.parse(row.contract_types),
      salary: row.salary,
      skills: JSON.parse(row.skills),
      language: row.language,
      description: row.description,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      owner: owner(row),
      applicants,
      applicantsCount: row.applicants_count,
      applied: viewer?.role === 'developer' && applicants.length > 0,
    }
  })
}

async function visibleEntries(
  db: Db,
  rows: readonly OfferRow[],
  viewer: Viewer,
): Promise<Map<string, ApplicantEntry[]>> {
  if (viewer?.role === 'developer')
    return listEntriesOfUser(
      db,
      viewer.id,
      rows.map((row) => row.id),
    )
  const own = rows.filter((row) => viewer !== undefined && row.owner_id === viewer.id).map((row) => row.id)
  return listEntriesOfOffers(db, own)
}

function owner(row: OfferRow): Offer['owner'] {
  if (row.owner_id === null || row.owner_name === null) return null
  return {
    _id: row.owner_id,
    name: row.owner_name,
    surname: row.owner_surname ?? '',
    avatar: row.owner_avatar ?? '',
    role: {
      type: 'recruiter',
      recruiter: {
        companyName: row.owner_company_name ?? '',
        location: row.owner_location ?? '',
        website: row.owner_website ?? '',
      },
    },
  }
}

/** Contact data stands in the single read only (SECURITY-RULES 2). */
function ownerWithContact(row: Awaited<ReturnType<typeof openOffer>>[number]): Offer['owner'] {
  const plain = owner(row)
  if (!plain) return null
  const email = row.owner_contact_email ?? ''
  const phone = row.owner_contact_phone ?? ''
  const contact = { contact: { email, phone }, contactEmail: email, contactPhone: phone }
  return { ...plain, role: { type: 'recruiter', recruiter: { ...plain.role.recruiter, ...contact } } }
}

/** Whether there was such an offer once, and its owner took it away. */
export async function isDeletedOffer(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
