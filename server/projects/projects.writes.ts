import { type Selectable, sql } from 'kysely'
import type { ProjectChange, ProjectInput } from '#contract/projects.ts'
import { refreshListing } from '../devs/listing.ts'
import type { Engine, Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { parseTextList } from '../lib/mapping.ts'
import type { Tables } from '../lib/tables.ts'
import { changeTotal } from '../lib/totals.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated, countGrowth, countRemoved } from '../quota/usage.queries.ts'
import { hideOwned } from '../users/hide-owned.ts'
import { lockUser, requireShown } from '../users/lock-user.ts'
import { deleteRank, insertRank } from './order.queries.ts'
import { projectColumns, projectMapping, searchTextOf } from './projects.mapping.ts'
import { IS_OWN } from './visibility.ts'

/** Stores a project, published or as a draft, and returns its id. */
export async function insertProject(
  tx: Tx,
  ownerId: string,
  { state, ...project }: ProjectInput,
  createdAt = now(),
): Promise<string> {
  const id = newId()
  const isDraft = state === 'draft'
  const owner = await lockUser(tx, ownerId)
  requireShown(owner)
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
      ...(isDraft
        ? { drafted_at: createdAt, hidden_at: createdAt }
        : { search_text: searchTextOf(project, owner) }),
    })
    .returning(projectMapping.columns)
    .executeTakeFirstOrThrow()
  await countCreated(tx, [{ subject: ownerId, kind: 'project', bytes: projectBytes(row) }])
  if (columns.repository) await countRepositoryLink(tx, ownerId)
  await insertRank(tx, ownerId, id)
  if (isDraft) return id
  await insertSkills(tx, id, createdAt, project.projectSkills ?? [])
  await changeTotal(tx, 'projects', 1)
  await refreshListing(tx, ownerId)
  return id
}

/** Changes the given keys of an own project (decision 47). Returns its growth in bytes. */
export async function updateProject(
  tx: Tx,
  ownerId: string,
  id: string,
  { state, ...change }: ProjectChange,
  engine: Engine,
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
    .where(IS_OWN)
    .returning(['created_at', 'drafted_at', ...projectMapping.columns])
    .executeTakeFirst()
  if (!before || !changed) throw notFound()
  const { created_at, drafted_at, ...after } = changed
  const { repository, ...former } = before
  const grown = projectBytes(after) - projectBytes(former)
  await countGrowth(tx, ownerId, grown)
  if (columns.repository && columns.repository !== repository) await countRepositoryLink(tx, ownerId)
  const project = projectMapping.read(after)
  const isDraft = state === undefined ? drafted_at !== null : state === 'draft'
  if (isDraft && drafted_at !== null) return grown
  if (isDraft) await withdraw(tx, id)
  else if (drafted_at !== null) {
    requireShown(owner)
    // A project that was never public comes first in the lists; others keep their position.
    const isNew = drafted_at === created_at
    await publish(tx, id, project, { owner, createdAt: isNew ? now() : created_at, isNew, engine })
  } else {
    const search_text = searchTextOf(project, owner)
    await tx.updateTable('projects').set({ search_text }).where('id', '=', id).execute()
    if (change.projectSkills) {
      await deleteSkills(tx, [id])
      await insertSkills(tx, id, created_at, change.projectSkills)
    }
  }
  await refreshListing(tx, ownerId)
  return grown
}

type Published = Parameters<typeof searchTextOf>[0] & { projectSkills: readonly string[] }
type Publication = { owner: Names; createdAt: string; isNew: boolean; engine: Engine }

/** Adds a draft to the lists, the search and the total. */
async function publish(tx: Tx, id: string, project: Published, given: Publication): Promise<void> {
  const { owner, createdAt, isNew, engine } = given
  await tx
    .updateTable('projects')
    .set({
      drafted_at: null,
      hidden_at: null,
      created_at: createdAt,
      // The full-text index has rows in the order of their numbers (search-sqlite.ts).
      ...(isNew && engine === 'sqlite' && { row_no: sql<number>`(select max(row_no) + 1 from projects)` }),
      search_text: searchTextOf(project, owner),
    })
    .where('id', '=', id)
    .execute()
  await insertSkills(tx, id, createdAt, project.projectSkills)
  await changeTotal(tx, 'projects', 1)
}

/** Makes a public project a draft. */
async function withdraw(tx: Tx, id: string): Promise<void> {
  const at = now()
  await tx
    .updateTable('projects')
    .set({ drafted_at: at, hidden_at: at, search_text: null })
    .where('id', '=', id)
    .execute()
  await deleteSkills(tx, [id])
  await changeTotal(tx, 'projects', -1)
}

/** Soft-deletes an own project; false when it was deleted already (decision 36). */
export async function deleteProject(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  await lockUser(tx, ownerId)
  const deleted = await tx
    .updateTable('projects')
    .set({ deleted_at: now(), search_text: null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where(IS_OWN)
    .returning('drafted_at')
    .executeTakeFirst()
  if (!deleted) return false
  await countRemoved(tx, ownerId, 'project')
  await deleteRank(tx, ownerId, id)
  if (deleted.drafted_at !== null) return true
  await deleteSkills(tx, [id])
  await changeTotal(tx, 'projects', -1)
  await refreshListing(tx, ownerId)
  return true
}

/** Hides a few projects of a deactivated developer from every list; true when there may be more (decision 36). */
export const hideProjects = (tx: Tx, ownerId: string): Promise<boolean> =>
  hideOwned(tx, 'projects', ownerId, async (ids) => {
    await deleteSkills(tx, ids)
    await changeTotal(tx, 'projects', -ids.length)
  })

type Names = { name: string; surname: string }

/** Undoes `hideProjects` for one project, false when there is none; drafts stay drafts. */
export async function showProjects(tx: Tx, owner: Names & { id: string }): Promise<boolean> {
  const hidden = await tx
    .selectFrom('projects')
    .select(['id', 'created_at', 'title', 'category', 'skills', 'description'])
    .where('owner_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is not', null)
    .where('moderated_at', 'is', null)
    .where('drafted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!hidden) return false
  await makePublic(tx, hidden, owner)
  await changeTotal(tx, 'projects', 1)
  await refreshListing(tx, owner.id)
  return true
}

/** Hides one project from every page and list; false when it is deleted or hidden by a moderator already. */
export async function hideProject(tx: Tx, id: string): Promise<boolean> {
  const hidden = await tx
    .updateTable('projects')
    .set({ moderated_at: now() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('moderated_at', 'is', null)
    .returning(['owner_id', 'hidden_at'])
    .executeTakeFirst()
  if (!hidden) return false
  // Otherwise it is hidden with its owner, or a draft.
  if (hidden.hidden_at !== null) return true
  await tx.updateTable('projects').set({ hidden_at: now(), search_text: null }).where('id', '=', id).execute()
  await deleteSkills(tx, [id])
  await changeTotal(tx, 'projects', -1)
  await refreshListing(tx, hidden.owner_id)
  return true
}

/** Undoes `hideProject`; a draft, and the project of a hidden owner, stay hidden. */
export async function unhideProject(
  tx: Tx,
  id: string,
  owner: Names & { id: string; isShown: boolean },
): Promise<boolean> {
  const shown = await tx
    .updateTable('projects')
    .set({ moderated_at: null })
    .where('id', '=', id)
    .where('moderated_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .returning(['created_at', 'drafted_at', 'title', 'category', 'skills', 'description'])
    .executeTakeFirst()
  if (!shown) return false
  if (!owner.isShown || shown.drafted_at !== null) return true
  await makePublic(tx, { id, ...shown }, owner)
  await changeTotal(tx, 'projects', 1)
  await refreshListing(tx, owner.id)
  return true
}

type Hidden = Pick<
  Selectable<Tables['projects']>,
  'id' | 'created_at' | 'title' | 'category' | 'skills' | 'description'
>

/** Back in lists, filters and search; the totals are the caller's. */
async function makePublic(tx: Tx, { id, created_at, ...texts }: Hidden, owner: Names): Promise<void> {
  const { title, category, description } = texts
  const projectSkills = parseTextList(texts.skills)
  await tx
    .updateTable('projects')
    .set({
      hidden_at: null,
      search_text: searchTextOf({ title, category, description, projectSkills }, owner),
    })
    .where('id', '=', id)
    .execute()
  await insertSkills(tx, id, created_at, projectSkills)
}

type Texts = { [Column in (typeof projectMapping.columns)[number]]: unknown }

/** Bytes that count towards the quota: all texts but the languages of code, which are short and few (migration 0013). */
const projectBytes = ({ code_languages: _, ...texts }: Texts) => rowBytes(texts)

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

/** Only public projects have filter rows; the shown skills are in `projects.skills`. */
async function deleteSkills(tx: Tx, ids: string[]): Promise<void> {
  await tx.deleteFrom('project_skills').where('project_id', 'in', ids).execute()
}
