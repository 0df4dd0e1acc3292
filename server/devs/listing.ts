import { CATEGORIES } from '#contract/values.ts'
import type { Tx } from '../lib/db.ts'
import { parseTextList } from '../lib/mapping.ts'
import { searchText } from '../lib/search-text.ts'

/**
 * Updates the index rows of a developer for directory and search: skills, facets, cover, search text.
 * A hidden developer has none. Required
 * after every change of the profile, its state, or the public projects of the person.
 */
export async function refreshListing(tx: Tx, userId: string): Promise<void> {
  const user = await findListed(tx, userId)
  const projects = user ? await listShownProjects(tx, userId) : []
  await tx
    .updateTable('users')
    .set({ search_text: user ? searchTextOf(user) : null, cover: await coverOf(tx, userId, projects) })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('user_skills').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_facets').where('user_id', '=', userId).execute()
  if (!user) return
  const row = { user_id: userId, user_created_at: user.created_at }
  const skills = user.skills.map((name) => ({ ...row, name, key: name.toLowerCase() }))
  if (skills.length > 0) await tx.insertInto('user_skills').values(skills).execute()
  const facets = facetsOf(user, projects).map((facet) => ({ ...row, facet }))
  if (facets.length > 0) await tx.insertInto('user_facets').values(facets).execute()
}

const CATEGORY = 'category:'

export const categoryFacet = (category: string) => `${CATEGORY}${category}`
export const yearsFacet = (bucket: string) => `years:${bucket}`

/** All conditions of decision 39. */
export const COVER = 'cover'
/** All conditions but a picture of a project. */
export const NO_COVER = 'no-cover'

/** The categories in the order of the tabs, those without one last, as Other (decision 44). */
export const shownCategories = (categories: readonly string[]): string[] => [
  ...CATEGORIES.filter((category) => categories.includes(category)),
  ...(categories.includes('') ? ['Other'] : []),
]

/** The categories among these facets. */
export const categoriesOf = (facets: readonly string[]): string[] =>
  facets.filter((facet) => facet.startsWith(CATEGORY)).map((facet) => facet.slice(CATEGORY.length))

async function findListed(tx: Tx, userId: string) {
  const user = await tx
    .selectFrom('users')
    .select([
      'id',
      'name',
      'surname',
      'avatar',
      'professional_position',
      'experience_years',
      'location',
      'skills',
      'created_at',
    ])
    .where('id', '=', userId)
    .where('role', '=', 'developer')
    .where('onboarded_at', 'is not', null)
    .where('deactivated_at', 'is', null)
    .where('moderated_at', 'is', null)
    .executeTakeFirst()
  return user && { ...user, skills: parseTextList(user.skills) }
}

type Listed = NonNullable<Awaited<ReturnType<typeof findListed>>>

/** The fields of the home search (decision 39). */
export const searchTextOf = (
  user: Pick<Listed, 'name' | 'surname' | 'professional_position' | 'skills' | 'location'>,
) => searchText([user.name, user.surname, user.professional_position, ...user.skills, user.location])

type ShownProject = { id: string; category: string; gallery_size: number }

/** The newest first. */
const listShownProjects = (tx: Tx, userId: string): Promise<ShownProject[]> =>
  tx
    .selectFrom('projects')
    .select(['id', 'category', 'gallery_size'])
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

const hasPicture = (project: ShownProject) => project.gallery_size > 0

/** The first picture of the first pinned project that has any, else of the newest. */
async function coverOf(tx: Tx, userId: string, projects: ShownProject[]): Promise<string> {
  const pictured = new Set(projects.filter(hasPicture).map(({ id }) => id))
  if (pictured.size === 0) return ''
  const pins = await tx
    .selectFrom('project_places')
    .select('project_id')
    .where('owner_id', '=', userId)
    .where('pinned_at', 'is not', null)
    .orderBy('place', 'desc')
    .execute()
  const [chosen = ''] = [
    ...pins.map(({ project_id }) => project_id).filter((id) => pictured.has(id)),
    ...pictured,
  ]
  const { gallery } = await tx
    .selectFrom('projects')
    .select('gallery')
    .where('id', '=', chosen)
    .executeTakeFirstOrThrow()
  return parseTextList(gallery)[0] ?? ''
}

function facetsOf(user: Listed, projects: ShownProject[]): string[] {
  const isFit =
    [user.name, user.surname, user.avatar, user.professional_position].every((text) => text !== '') &&
    user.skills.length > 0
  const categories = new Set(projects.map(({ category }) => category))
  return [
    ...Array.from(categories, categoryFacet),
    ...bucketOf(user.experience_years).map(yearsFacet),
    ...(isFit ? [projects.some(hasPicture) ? COVER : NO_COVER] : []),
  ]
}

/** The bucket of VAL-53; none if the years are not set (VAL-54). */
function bucketOf(years: number | null): string[] {
  if (years === null) return []
  return [years <= 1 ? '0-1' : years <= 4 ? '2-4' : '5+']
}
