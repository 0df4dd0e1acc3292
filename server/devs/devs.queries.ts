import { sql } from 'kysely'
import type { DevCard, DevFilters, DevPublic } from '#contract/devs.ts'
import type { Page } from '#contract/endpoint.ts'
import { countHidden, type Hidden } from '../blocks/blocks.queries.ts'
import { currentHandle } from '../handles/handles.queries.ts'
import { cachedCount } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { rarestFirst } from '../lib/filter-words.ts'
import { listedPicture } from '../lib/listed.ts'
import { idsOfPage, inOrder, type ListSource, rangeOf } from '../lib/paging.ts'
import { prepared, preparedForIds, readRows } from '../lib/prepared.ts'
import { readTotal } from '../lib/totals.ts'
import { IS_PUBLIC } from '../projects/visibility.ts'
import { developerDetails } from '../users/users.mapping.ts'
import { categoriesOf, categoryFacet, shownCategories, yearsFacet } from './listing.ts'

/** One page of the directory, and the number of all matches. */
export async function listDevs(db: Db, filters: DevFilters, hidden?: Hidden): Promise<Page<DevCard>> {
  const matches = hidden ? without(db, await listedDevs(db, filters), hidden) : await listedDevs(db, filters)
  const total = await matches.count()
  const range = rangeOf(filters)
  if (range.offset >= total) return { items: [], total }
  const direction = filters.sort === 'oldest' ? 'asc' : 'desc'
  const page = await readRows(db, idsOfPage(matches, direction, range))
  const ids = page.map((row) => row.id)
  return { items: await listDevsByIds(db, ids), total }
}

/** Without the people hidden from this reader (TALK-04). */
const without = (db: Db, matches: Matches, { people }: Hidden): Matches => ({
  ...matches,
  where: sql`${matches.where} and ${matches.id} not in ${people}`,
  count: async () => Math.max(0, (await matches.count()) - (await countHidden(db, matches, people))),
})

/** The cards of these developers in this order. */
export async function listDevsByIds(db: Db, ids: readonly string[]): Promise<DevCard[]> {
  if (ids.length === 0) return []
  const rows = await cardsByIds(db, ids)
  return cards(db, inOrder(ids, rows))
}

/** One active developer, onboarded or not (decision 30); 404 otherwise. */
export async function requireDev(db: Db, id: string): Promise<Omit<DevPublic, 'counts'>> {
  const [row] = await activeDev(db, { id })
  if (!row) throw notFound()
  const projects = await categoriesOfOwner(db, { id })
  return {
    ...card(
      row,
      projects.map((project) => project.category),
    ),
    avatar: row.avatar,
    handle: row.handle,
    email: row.email,
    role: { type: 'developer', developer: developerDetails(row) },
  }
}

/** Number of entries in each list of the profile. */
export async function countPortfolio(db: Db, id: string): Promise<DevPublic['counts']> {
  const [row] = await portfolioNumbers(db, { id })
  const numberOf = (count: unknown) => Number(count ?? 0)
  return {
    experiences: numberOf(row?.experiences),
    projects: numberOf(row?.projects),
    studies: numberOf(row?.studies),
  }
}

const portfolioNumbers = prepared((db, { id }: { id: string }) =>
  db.selectNoFrom(({ selectFrom }) => [
    ...(['experiences', 'studies'] as const).map((table) =>
      selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .where('owner_id', '=', id)
        .where('deleted_at', 'is', null)
        .as(table),
    ),
    selectFrom('projects')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('owner_id', '=', id)
      .where(IS_PUBLIC)
      .as('projects'),
  ]),
)

const activeDev = prepared((db, { id }: { id: string }) =>
  selectCards(db)
    .select([
      'users.email',
      'users.resume',
      'users.linkedin',
      'users.github',
      'users.languages',
      currentHandle,
    ])
    .where('users.id', '=', id)
    .where('users.role', '=', 'developer')
    .where('users.deactivated_at', 'is', null)
    .where('users.moderated_at', 'is', null),
)

const categoriesOfOwner = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('projects')
    .select('category')
    .distinct()
    .where('owner_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null),
)

type Matches = ListSource & {
  count: () => Promise<number>
}

function filtersOf({ category, experience, skills }: DevFilters) {
  const facets = [
    ...(category === '' || category === 'All' ? [] : [categoryFacet(category)]),
    ...(experience === '' || experience === 'All' ? [] : [yearsFacet(experience)]),
  ]
  const keys = new Set(skills.map((skill) => skill.toLowerCase()))
  return [
    ...facets.map((word) => ({ table: 'user_facets', column: 'facet', word }) as const),
    ...Array.from(keys, (word) => ({ table: 'user_skills', column: 'key', word }) as const),
  ]
}

/** Starts from the rarest word: only public developers have rows, so the person's own row is not read. */
export async function listedDevs(db: Db, filters: DevFilters): Promise<Matches> {
  const { words, seen } = await rarestFirst(db, filtersOf(filters))
  const [first, ...others] = words
  if (!first) {
    return {
      from: sql`from users`,
      where: sql`users.role = 'developer' and users.deactivated_at is null
        and users.onboarded_at is not null and users.moderated_at is null`,
      time: sql`users.created_at`,
      id: sql`users.id`,
      count: () => readTotal(db, 'developers'),
    }
  }
  const from = sql`from ${sql.table(first.table)} as word`
  const where = sql.join(
    [
      sql`word.${sql.ref(first.column)} = ${first.word}`,
      ...others.map(
        ({ table, column, word }) => sql`exists (select 1 from ${sql.table(table)} as other
          where other.user_id = word.user_id and other.${sql.ref(column)} = ${word})`,
      ),
    ],
    sql` and `,
  )
  const key = JSON.stringify(['devs', first, ...others])
  return {
    from,
    where,
    time: sql`word.user_created_at`,
    id: sql`word.user_id`,
    count: () =>
      cachedCount(db, key, { seen }, async () => {
        const rows = await readRows(
          db,
          sql<{
            count: number
          }>`select count(*) as count ${from} where ${where}`,
        )
        return Number(rows[0]?.count ?? 0)
      }),
  }
}

const selectCards = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.surname',
      'users.avatar',
      'users.description',
      'users.created_at',
      'users.professional_position',
      'users.experience_years',
      'users.location',
      'users.skills',
      'users.cover',
    ])

const cardsByIds = preparedForIds((db, ids) => selectCards(db).where('users.id', 'in', ids))

const facetsByIds = preparedForIds((db, ids) =>
  db.selectFrom('user_facets').select(['user_id', 'facet']).where('user_id', 'in', ids),
)

type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]

async function cards(db: Db, rows: CardRow[]): Promise<DevCard[]> {
  if (rows.length === 0) return []
  const facets = await facetsByIds(
    db,
    rows.map((row) => row.id),
  )
  const byUser = Map.groupBy(facets, (row) => row.user_id)
  return rows.map((row) => card(row, categoriesOf((byUser.get(row.id) ?? []).map(({ facet }) => facet))))
}

function card(row: CardRow, categories: string[]): DevCard {
  const { professionalPosition, experienceYears, location, skills } = developerDetails({
    ...row,
    resume: '',
    linkedin: '',
    github: '',
    languages: '[]',
  })
  return {
    _id: row.id,
    name: row.name,
    surname: row.surname,
    avatar: listedPicture(row.avatar),
    cover: listedPicture(row.cover ?? ''),
    description: row.description,
    createdAt: row.created_at,
    role: {
      type: 'developer',
      developer: { professionalPosition, experienceYears, location, skills },
    },
    projectCategories: shownCategories(categories),
  }
}
