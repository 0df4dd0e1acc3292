import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import { excerpt, type Sort } from '#contract/lists.ts'
import { plainText } from '#contract/markdown.ts'
import type { ListedProject, Project, ProjectFilters } from '#contract/projects.ts'
import type { Caller } from '../http/route.ts'
import { cachedCount } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { rarestFirst } from '../lib/filter-words.ts'
import { excerptColumn, listedPicture } from '../lib/listed.ts'
import { parseTextList } from '../lib/mapping.ts'
import { idsOfPage, inOrder, type ListSource, rangeOf } from '../lib/paging.ts'
import { prepared, preparedForIds, readRows } from '../lib/prepared.ts'
import { readTotal } from '../lib/totals.ts'
import { prepareRules } from '../warnings/rules.ts'
import { warningOfProject } from '../warnings/warnings.ts'
import { listedProjectMapping, projectMapping } from './projects.mapping.ts'
import { IS_OWN, IS_PUBLIC } from './visibility.ts'

export type Viewer = Pick<Caller, 'id'> | undefined

/** One page of the public projects, and the number of all matches. */
export async function listProjects(
  db: Db,
  filters: ProjectFilters,
  viewer: Viewer,
): Promise<Page<ListedProject>> {
  const matches = await publicProjects(db, filters)
  const total = await countMatches(db, matches, filters)
  const range = rangeOf(filters)
  if (range.offset >= total) return { items: [], total }
  const direction = directionOf(filters.sort)
  const page = await readRows(db, idsOfPage(matches, direction, range))
  const ids = page.map((row) => row.id)
  return { items: await listProjectsByIds(db, ids, viewer), total }
}

/** These projects in this order. */
export async function listProjectsByIds(
  db: Db,
  ids: readonly string[],
  viewer: Viewer,
): Promise<ListedProject[]> {
  return (await readListed(db, ids, viewer)).map(listedProject)
}

export async function readListed(db: Db, ids: readonly string[], viewer: Viewer) {
  if (ids.length === 0) return []
  const rows = viewer
    ? await readRows(db, selectListed(db, viewer).where('projects.id', 'in', ids))
    : await shownToVisitors(db, ids)
  return inOrder(ids, rows)
}

/** A project without the fields that depend on the reader. */
type Found = Omit<Project, 'warning'>

/** A public project for this viewer; 404 otherwise. */
export async function requireProject(db: Db, id: string, viewer: Viewer): Promise<Found> {
  const [row] = viewer
    ? await publicProjectFor(db, { id, viewerId: viewer.id })
    : await publicProject(db, { id })
  if (!row) throw notFound()
  return project(row)
}

/** The same, and an own draft. */
export async function requireProjectOrDraft(db: Db, id: string, viewer: Viewer): Promise<Found> {
  const [row] = viewer
    ? await projectOrDraft(db, { id, viewerId: viewer.id })
    : await publicProject(db, { id })
  if (!row) throw notFound()
  return project(row)
}

/** With the sign of a scam in its texts, for all but its owner (TRUST-03). */
export async function withWarning(found: Found, viewer: Viewer): Promise<Project> {
  if (viewer?.id === found.owner._id) return { ...found, warning: null }
  await prepareRules()
  return { ...found, warning: warningOfProject(found.title, found.description) }
}

/**
 * The only way to read a project before a change: 404 if there is none, 403 if it is someone else's. The existence of
 * a draft is not revealed: 404 for others.
 */
export async function requireOwnProject(db: Db, user: Viewer, id: string) {
  const row = await db
    .selectFrom('projects')
    .select(['id', 'owner_id', 'gallery', 'drafted_at'])
    .where('id', '=', id)
    .where(IS_OWN)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.owner_id !== user?.id) throw row.drafted_at === null ? forbidden() : notFound()
  return { id: row.id, gallery: parseTextList(row.gallery) }
}

/** `isWholeList`: no filter applies. */
type Matches = ListSource & { seen: number; isWholeList: boolean }

/**
 * Starts from the rarest skill: its rows are in the order of the list, and only public projects have any. The
 * project itself is read only for other filters.
 */
export async function publicProjects(db: Db, filters: ProjectFilters): Promise<Matches> {
  const keys = new Set(filters.skills.map((skill) => skill.toLowerCase()))
  const skills = Array.from(keys, (word) => ({ table: 'project_skills', column: 'key', word }))
  const { words, seen } = await rarestFirst(db, skills)
  const [skill, ...others] = words
  const conditions: RawBuilder<unknown>[] = []
  if (filters.category !== '' && filters.category !== 'All') {
    conditions.push(sql`projects.category = ${filters.category}`)
  }
  if (filters.withGallery) conditions.push(sql`projects.gallery_size > 0`)
  const isWholeList = skill === undefined && conditions.length === 0
  if (skill === undefined) {
    conditions.push(IS_PUBLIC)
    return {
      from: sql`from projects`,
      where: sql.join(conditions, sql` and `),
      time: sql`projects.created_at`,
      id: sql`projects.id`,
      seen,
      isWholeList,
    }
  }
  const from =
    conditions.length === 0
      ? sql`from project_skills as word`
      : // SQLite keeps the order of a cross join; otherwise it would read all projects first.
        sql`from project_skills as word cross join projects`
  if (conditions.length > 0) conditions.push(sql`projects.id = word.project_id`)
  conditions.push(sql`word.key = ${skill.word}`)
  for (const { word } of others) {
    conditions.push(
      sql`exists (select 1 from project_skills as other
        where other.project_id = word.project_id and other.key = ${word})`,
    )
  }
  return {
    from,
    where: sql.join(conditions, sql` and `),
    time: sql`word.project_created_at`,
    id: sql`word.project_id`,
    seen,
    isWholeList,
  }
}

const filtersOnly = ({ page, limit, sort, ...filters }: ProjectFilters) => filters

function countMatches(db: Db, matches: Matches, filters: ProjectFilters): Promise<number> {
  if (matches.isWholeList) return readTotal(db, 'projects')
  const key = JSON.stringify(['projects', filtersOnly(filters)])
  return cachedCount(db, key, { seen: matches.seen }, async () => {
    const rows = await readRows(
      db,
      sql<{ count: number }>`
      select count(*) as count ${matches.from} where ${matches.where}`,
    )
    return Number(rows[0]?.count ?? 0)
  })
}

const directionOf = (sort: Sort) => (sort === 'oldest' ? 'asc' : 'desc')

/** Fields of both single and listed projects; none of a deactivated owner, of a hidden one only drafts (decision 36). */
const selectCommon = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('projects')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .where('users.deactivated_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('users.moderated_at', 'is', null), eb('projects.drafted_at', 'is not', null)]),
    )
    .select([
      'projects.id',
      'projects.views_count',
      'projects.likes_count',
      'projects.created_at',
      'projects.updated_at',
      'projects.owner_id',
      'projects.drafted_at',
      'users.name as owner_name',
      'users.surname as owner_surname',
      'users.avatar as owner_avatar',
      'users.professional_position as owner_position',
    ])
    .$if(viewer !== undefined, (query) =>
      query
        .leftJoin('likes', (own) =>
          own.onRef('likes.project_id', '=', 'projects.id').on('likes.user_id', '=', viewer?.id ?? ''),
        )
        .select('likes.user_id as liked_by'),
    )

const selectProjects = (db: Db, viewer: Viewer) => selectCommon(db, viewer).select(projectMapping.select)

const selectListed = (db: Db, viewer: Viewer) =>
  selectCommon(db, viewer).select([
    ...listedProjectMapping.select,
    excerptColumn('projects.description').as('description'),
  ])

const publicProject = prepared((db, { id }: { id: string }) =>
  selectProjects(db, undefined).where(IS_PUBLIC).where('projects.id', '=', id),
)

const publicProjectFor = prepared((db, { id, viewerId }: { id: string; viewerId: string }) =>
  selectProjects(db, { id: viewerId }).where(IS_PUBLIC).where('projects.id', '=', id),
)

const projectOrDraft = prepared((db, { id, viewerId }: { id: string; viewerId: string }) =>
  selectProjects(db, { id: viewerId })
    .where(IS_OWN)
    .where(({ eb, or }) =>
      or([eb('projects.drafted_at', 'is', null), eb('projects.owner_id', '=', viewerId)]),
    )
    .where('projects.id', '=', id),
)

const shownToVisitors = preparedForIds((db, ids) =>
  selectListed(db, undefined).where('projects.id', 'in', ids),
)

type Row<Select extends (...given: never[]) => { execute: () => Promise<unknown[]> }> = Awaited<
  ReturnType<ReturnType<Select>['execute']>
>[number]

function project(row: Row<typeof selectProjects>): Found {
  const { codeLanguages, ...fields } = projectMapping.read(row)
  return {
    ...fields,
    // Programs of before store sections alone.
    codeLanguages: fields.codeSections.map((_, index) => codeLanguages[index] ?? ''),
    ...common(row),
    state: stateOf(row),
  }
}

export const stateOf = ({ drafted_at }: { drafted_at: string | null }) =>
  drafted_at === null ? 'published' : 'draft'

export function listedProject(row: Row<typeof selectListed>): ListedProject {
  const { gallery, ...fields } = listedProjectMapping.read(row)
  const { owner, ...others } = common(row)
  return {
    ...fields,
    ...others,
    description: excerpt(plainText(row.description)),
    gallery: gallery.slice(0, 1).map(listedPicture).filter(Boolean),
    owner: { ...owner, avatar: listedPicture(owner.avatar) },
  }
}

const common = (row: Row<typeof selectCommon> & { category: string }) => ({
  _id: row.id,
  views: row.views_count,
  likes: row.likes_count,
  liked: typeof row.liked_by === 'string',
  owner: {
    _id: row.owner_id,
    name: row.owner_name,
    surname: row.owner_surname,
    avatar: row.owner_avatar,
    role: {
      type: 'developer' as const,
      developer: { professionalPosition: row.owner_position },
    },
  },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  badgeText: row.category,
})
