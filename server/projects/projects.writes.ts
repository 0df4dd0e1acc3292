import type { ProjectChange, ProjectInput } from '#contract/projects.ts'
import { refreshListing } from '../devs/listing.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { parseTextList } from '../lib/mapping.ts'
import { changeTotal } from '../lib/totals.ts'
import { inParts } from '../lib/turns.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated, countGrowth, countRemoved } from '../quota/usage.queries.ts'
import { lockUser } from '../users/lock-user.ts'
import { projectColumns, projectMapping, searchTextOf } from './projects.mapping.ts'

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
  const columns = projectColumns(project)
  const row = await tx
    .insertInto('projects')
    .values({
      id,
      owner_id: ownerId,
      created_at: createdAt,
      updated_at: createdAt,
      ...columns,
      title,
      category,
      year,
      search_text: searchTextOf(project, owner),
    })
    .returning(projectMapping.columns)
    .executeTakeFirstOrThrow()
  await countCreated(tx, [{ subject: ownerId, kind: 'project', bytes: rowBytes(row) }])
  if (columns.repository) await countRepositoryLink(tx, ownerId)
  await insertSkills(tx, id, createdAt, project.projectSkills ?? [])
  await changeTotal(tx, 'projects', 1)
  await refreshListing(tx, ownerId)
  return id
}

/** Changes the given keys of an own public project (decision 47). Returns the bytes by which it grew. */
export async function updateProject(
  tx: Tx,
  ownerId: string,
  id: string,
  change: ProjectChange,
): Promise<number> {
  const owner = await lockUser(tx, ownerId)
  const before = await tx
    .selectFrom('projects')
    .select(['repository', ...projectMapping.columns])
    .where('id', '=', id)
    .executeTakeFirst()
  const columns = projectColumns(change)
  const changed = await tx
    .updateTable('projects')
    .set({ ...columns, updated_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning(['created_at', ...projectMapping.columns])
    .executeTakeFirst()
  if (!before || !changed) throw notFound()
  await tx
    .updateTable('projects')
    .set({ search_text: searchTextOf(projectMapping.read(changed), owner) })
    .where('id', '=', id)
    .execute()
  const { created_at, ...after } = changed
  const { repository, ...former } = before
  const grown = rowBytes(after) - rowBytes(former)
  await countGrowth(tx, ownerId, grown)
  if (columns.repository && columns.repository !== repository) await countRepositoryLink(tx, ownerId)
  if (change.projectSkills) {
    await deleteSkills(tx, id)
    await insertSkills(tx, id, created_at, change.projectSkills)
  }
  await refreshListing(tx, ownerId)
  return grown
}

/** Soft-deletes an own project; false when it was gone already (decision 36). */
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
  await countRemoved(tx, ownerId, 'project')
  await refreshListing(tx, ownerId)
  return true
}

/** Rows with a hundred pages of text each, rewritten without a pause (X1). */
const PART = 3

/** Takes projects of a deactivated developer out of every list (decision 36). True when there are more: each step takes a few. */
export async function hideProjects(tx: Tx, ownerId: string): Promise<boolean> {
  const shown = await tx
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .limit(PART)
    .execute()
  if (shown.length === 0) return false
  const ids = shown.map(({ id }) => id)
  const hidden = await tx
    .updateTable('projects')
    .set({ hidden_at: now(), search_text: null })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .execute()
  await tx.deleteFrom('project_skills').where('project_id', 'in', ids).execute()
  await changeTotal(tx, 'projects', -hidden.length)
  return shown.length === PART
}

/** Undoes `hideProjects`. */
export async function unhideProjects(
  tx: Tx,
  owner: { id: string; name: string; surname: string },
): Promise<void> {
  const hidden = await tx
    .selectFrom('projects')
    .select(['id', 'created_at', 'title', 'category', 'skills', 'description'])
    .where('owner_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is not', null)
    .execute()
  await inParts(hidden, 1, async (part) => {
    for (const { id, created_at, skills, ...project } of part) {
      const projectSkills = parseTextList(skills)
      await tx
        .updateTable('projects')
        .set({ hidden_at: null, search_text: searchTextOf({ ...project, projectSkills }, owner) })
        .where('id', '=', id)
        .execute()
      await insertSkills(tx, id, created_at, projectSkills)
    }
  })
  await changeTotal(tx, 'projects', hidden.length)
}

const countRepositoryLink = (tx: Tx, subject: string) =>
  countCreated(tx, [{ subject, kind: 'repositoryLink', bytes: 0 }])

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
