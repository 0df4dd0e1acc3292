import type { ProjectChange, ProjectInput } from '#contract/projects.ts'
import { repositoryOf } from '#contract/repository-link.ts'
import { refreshListing } from '../devs/listing.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { searchText } from '../search/search.ts'
import { lockUser } from '../users/lock-user.ts'

/** Publishes a project and gives its id. */
export async function insertProject(
  tx: Tx,
  ownerId: string,
  project: ProjectInput,
  createdAt = now(),
): Promise<string> {
  const id = newId()
  const owner = await lockUser(tx, ownerId)
  const { title, category, year } = project
  const fields = columns(project)
  await tx
    .insertInto('projects')
    .values({
      id,
      owner_id: ownerId,
      created_at: createdAt,
      updated_at: createdAt,
      ...fields,
      title,
      category,
      year,
      search_text: searchTextOf({ skills: '[]', description: '', ...fields, title, category }, owner),
    })
    .execute()
  await insertSkills(tx, id, createdAt, project.projectSkills ?? [])
  await changeTotal(tx, 'projects', 1)
  await refreshListing(tx, ownerId)
  return id
}

/** Changes the given keys of an own public project (DECISION 10). */
export async function updateProject(
  tx: Tx,
  ownerId: string,
  id: string,
  change: ProjectChange,
): Promise<void> {
  const owner = await lockUser(tx, ownerId)
  const changed = await tx
    .updateTable('projects')
    .set({ ...columns(change), updated_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning(['created_at', 'title', 'category', 'skills', 'description'])
    .executeTakeFirst()
  if (!changed) throw notFound()
  await tx
    .updateTable('projects')
    .set({ search_text: searchTextOf(changed, owner) })
    .where('id', '=', id)
    .execute()
  if (change.projectSkills) {
    await deleteSkills(tx, id)
    await insertSkills(tx, id, changed.created_at, change.projectSkills)
  }
  await refreshListing(tx, ownerId)
}

/** Soft-deletes an own project; false when it was gone already (DECISION 48). */
export async function deleteProject(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  await lockUser(tx, ownerId)
  const deleted = await tx
    .updateTable('projects')
    .set({ deleted_at: now(), search_text: null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) return false
  await deleteSkills(tx, id)
  await changeTotal(tx, 'projects', -1)
  await refreshListing(tx, ownerId)
  return true
}

/** Takes all projects of a deactivated developer out of every list (DECISION 49). */
export async function hideProjects(tx: Tx, ownerId: string): Promise<void> {
  const hidden = await tx
    .updateTable('projects')
    .set({ hidden_at: now(), search_text: null })
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of hidden) await deleteSkills(tx, id)
  await changeTotal(tx, 'projects', -hidden.length)
}

/** Undoes `hideProjects`. */
export async function unhideProjects(
  tx: Tx,
  owner: { id: string; name: string; surname: string },
): Promise<void> {
  const shown = await tx
    .updateTable('projects')
    .set({ hidden_at: null })
    .where('owner_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is not', null)
    .returning(['id', 'created_at', 'skills'])
    .execute()
  for (const { id, created_at, skills } of shown) await insertSkills(tx, id, created_at, JSON.parse(skills))
  await refreshSearchText(tx, owner)
  await changeTotal(tx, 'projects', shown.length)
}

/** Puts the owner's new name into the searched texts of the projects. */
export async function refreshSearchText(
  tx: Tx,
  owner: { id: string; name: string; surname: string },
): Promise<void> {
  const rows = await tx
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'skills', 'description'])
    .where('owner_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .execute()
  for (const row of rows) {
    await tx
      .updateTable('projects')
      .set({ search_text: searchTextOf(row, owner) })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Only the keys that were given. */
function columns(change: ProjectChange) {
  const link = change.githubProjectLink
  const repository = link === undefined ? undefined : repositoryOf(link)
  return {
    ...(change.title !== undefined && { title: change.title }),
    ...(change.category !== undefined && { category: change.category }),
    ...(change.year !== undefined && { year: change.year }),
    ...(change.professionalRole !== undefined && { professional_role: change.professionalRole }),
    ...(change.duration !== undefined && { duration: change.duration }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.liveLink !== undefined && { live_link: change.liveLink }),
    ...(link !== undefined && {
      github_link: link,
      repository: repository ? `${repository.owner}/${repository.repo}`.toLowerCase() : null,
    }),
    ...(change.codeSections !== undefined && { code_sections: JSON.stringify(change.codeSections) }),
    ...(change.gallery !== undefined && {
      gallery: JSON.stringify(change.gallery),
      gallery_size: change.gallery.length,
    }),
    ...(change.projectSkills !== undefined && { skills: JSON.stringify(change.projectSkills) }),
  }
}

type Searched = { title: string; category: string; skills: string; description: string }

/** What the home search looks into (DECISION 55). */
export const searchTextOf = (row: Searched, owner: { name: string; surname: string }) =>
  searchText([
    row.title,
    row.category,
    ...(JSON.parse(row.skills) as string[]),
    row.description,
    owner.name,
    owner.surname,
  ])

async function insertSkills(tx: Tx, id: string, createdAt: string, skills: readonly string[]): Promise<void> {
  if (skills.length === 0) return
  await tx
    .insertInto('project_skills')
    .values(
      skills.map((name) => ({
        project_id: id,
        name,
        key: name.toLowerCase(),
        project_created_at: createdAt,
      })),
    )
    .execute()
}

/** Only public projects have rows to filter by; what they show stands in `projects.skills`. */
async function deleteSkills(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('project_skills').where('project_id', '=', id).execute()
}
