import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { FoundOffer, FoundPerson } from '#contract/look-ups.ts'
import type { ReportKind } from '#contract/reports.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '../lib/db.ts'
import { inOrder, rangeOf } from '../lib/paging.ts'
import { normalise } from '../lib/search-text.ts'
import { search } from '../search/search.ts'
import type { Services } from '../services.ts'
import { stateOfAccount } from './reports.queries.ts'

/** The cap of results; a more precise query finds the rest. */
const MOST = 200
const BY_WORDS = 100

type Source = Pick<Services, 'db' | 'engine'>
type Asked = { q: string; page: number; limit: number }

const ACCOUNT = [
  'users.id',
  'users.name',
  'users.surname',
  'users.deactivated_at',
  'users.moderated_at',
  'users.suspended_until',
  'users.banned_at',
] as const

/** By id (or an address with it), e-mail, the beginning of a name, or the words of a developer's profile. */
export async function lookUpPeople(source: Source, { q, ...range }: Asked): Promise<Page<FoundPerson>> {
  const { db } = source
  const id = idIn(q)
  const found = id ? [id] : q === '' ? await listSanctioned(db) : await findPeople(source, q)
  const { ids, total } = pageOf(found, range)
  if (ids.length === 0) return { total, items: [] }
  const rows = await db
    .selectFrom('users')
    .select([...ACCOUNT, 'users.email', 'users.role', 'users.created_at'])
    .select(({ selectFrom }) =>
      selectFrom('reports')
        .whereRef('reports.author_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .as('reports'),
    )
    .where('users.id', 'in', ids)
    .where('users.erased_at', 'is', null)
    .execute()
  const reports = await readLastReports(db, 'user', ids)
  const items = inOrder(ids, rows).map((row) => ({
    _id: row.id,
    name: row.name,
    surname: row.surname,
    email: row.email,
    role: { type: row.role },
    createdAt: row.created_at,
    state: stateOfAccount(row),
    suspendedUntil: row.suspended_until,
    reports: Number(row.reports),
    report: reports.get(row.id) ?? null,
  }))
  return { items, total: id ? items.length : total }
}

/** By id (or an address with it), the id of the owner, or words; hidden ones by the beginning of their title too. */
export async function lookUpOffers(source: Source, { q, ...range }: Asked): Promise<Page<FoundOffer>> {
  const { db } = source
  const id = idIn(q)
  const found = id ? await listOffersOf(db, id) : await findOffers(source, q)
  const { ids, total } = pageOf(found, range)
  if (ids.length === 0) return { total, items: [] }
  const rows = await db
    .selectFrom('offers')
    .innerJoin('users', 'users.id', 'offers.owner_id')
    .select([
      ...ACCOUNT.filter((column) => column !== 'users.id'),
      'offers.id',
      'users.id as account_id',
      'offers.position',
      'offers.company',
      'offers.created_at',
      'offers.state',
      'offers.hidden_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('reports')
        .whereRef('reports.thing_id', '=', 'offers.id')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .as('reports'),
    )
    .where('offers.id', 'in', ids)
    .where('offers.deleted_at', 'is', null)
    .execute()
  const reports = await readLastReports(db, 'offer', ids)
  const items = inOrder(ids, rows).map((row) => ({
    _id: row.id,
    position: row.position,
    company: row.company,
    owner: { _id: row.account_id, name: `${row.name} ${row.surname}`.trim(), state: stateOfAccount(row) },
    createdAt: row.created_at,
    state: row.state,
    hidden: row.hidden_at !== null,
    reports: Number(row.reports),
    report: reports.get(row.id) ?? null,
  }))
  return { items, total: id ? items.length : total }
}

const idIn = (q: string): string | undefined =>
  q
    .toLowerCase()
    .split(/[/?#]/)
    .find((part) => Id.safeParse(part).success)

function pageOf(found: readonly string[], range: { page: number; limit: number }) {
  const unique = [...new Set(found)].slice(0, MOST)
  const { limit, offset } = rangeOf(range)
  return { ids: unique.slice(offset, offset + limit), total: unique.length }
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

// In the form of its index.
const SANCTIONED = sql<boolean>`(moderated_at is not null or suspended_until is not null or banned_at is not null)`

const listSanctioned = async (db: Db): Promise<string[]> =>
  idsOf(
    await db.selectFrom('users').select('id').where(SANCTIONED).orderBy('id', 'desc').limit(MOST).execute(),
  )

async function findPeople({ db, engine }: Source, q: string): Promise<string[]> {
  if (q.includes('@'))
    return idsOf(await db.selectFrom('users').select('id').where('email', '=', q.toLowerCase()).execute())
  const name =
    engine === 'postgres'
      ? sql`lower(name || ' ' || surname) collate "C"`
      : sql`lower(name || ' ' || surname)`
  const byName = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`${name} >= lower(${q}) and ${name} < lower(${q}) || ${'\u{10ffff}'}`)
    .orderBy(name)
    .limit(MOST)
    .execute()
  return [...idsOf(byName), ...(await findByWords({ db, engine }, 'users', q))]
}

async function findOffers(source: Source, q: string): Promise<string[]> {
  const start = q.toLowerCase()
  const moderated = await source.db
    .selectFrom('offers')
    .select(['id', 'position'])
    .where('moderated_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const hidden = idsOf(moderated.filter(({ position }) => position.toLowerCase().startsWith(start)))
  return q === '' ? hidden : [...hidden, ...(await findByWords(source, 'offers', q))]
}

/** Whether it is public. */
async function findByWords(source: Source, table: 'users' | 'offers', q: string): Promise<string[]> {
  if (normalise(q) === '') return []
  return (await search(source, table, { q, page: 1, limit: BY_WORDS, sort: 'latest' })).ids
}

/** The offer with this id, or those of the person with it. */
async function listOffersOf(db: Db, id: string): Promise<string[]> {
  const own = db.selectFrom('offers').select('id').where('owner_id', '=', id)
  const shown = await own
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute()
  const hidden = await own.where('moderated_at', 'is not', null).limit(MOST).execute()
  return [id, ...idsOf(hidden), ...idsOf(shown)]
}

/** The open report about each thing, or the last one. */
async function readLastReports(db: Db, kind: ReportKind, ids: readonly string[]) {
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'thing_id', 'state'])
    .where('thing_id', 'in', ids)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  const last = new Map<string, { _id: string; state: 'open' | 'closed' }>()
  for (const { id, thing_id, state } of rows)
    if (last.get(thing_id)?.state !== 'open') last.set(thing_id, { _id: id, state })
  return last
}
