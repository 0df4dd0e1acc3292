import type { Experience, ExperienceChange, ExperienceInput } from '#contract/careers.ts'
import type { Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/lists.ts'
import type { Db, Tx } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { rangeOf } from '../lib/paging.ts'
import { lockUser } from '../users/lock-user.ts'
import { periodColumns } from './periods.ts'

/** The experiences of one developer, the latest end first (PROF-33). */
export async function listExperiences(db: Db, ownerId: string, query: ListQuery): Promise<Page<Experience>> {
  const { total } = await db
    .selectFrom('experiences')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { limit, offset } = rangeOf(query)
  const rows = await selectExperiences(db)
    .where('owner_id', '=', ownerId)
    .orderBy('sort_end', 'desc')
    .orderBy('start_month', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: rows.map(experienceOf), total: Number(total) }
}

/** The only way to an experience that is about to be changed: 404 if there is none, 403 if it is someone else's. */
export async function requireOwnExperience(db: Db, user: { id: string }, id: string): Promise<Experience> {
  const row = await selectExperiences(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  if (row.owner_id !== user.id) throw forbidden()
  return experienceOf(row)
}

export async function insertExperience(
  tx: Tx,
  ownerId: string,
  experience: ExperienceInput,
): Promise<string> {
  await lockUser(tx, ownerId)
  const id = newId()
  const createdAt = now()
  await tx
    .insertInto('experiences')
    .values({
      id,
      owner_id: ownerId,
      created_at: createdAt,
      updated_at: createdAt,
      company: experience.company,
      position: experience.position,
      ...columns(experience),
      ...periodColumns(experience),
    })
    .execute()
  return id
}

/** Changes the given keys of an own experience (DECISION 10). */
export async function updateExperience(
  tx: Tx,
  ownerId: string,
  id: string,
  change: ExperienceChange,
): Promise<void> {
  await lockUser(tx, ownerId)
  const stored = await tx
    .selectFrom('experiences')
    .select(['start_month', 'end_month'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!stored) throw notFound()
  await tx
    .updateTable('experiences')
    .set({ ...columns(change), ...periodColumns(change, stored), updated_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Soft-deletes an own experience; false when it was gone already (DECISION 48). */
export async function deleteExperience(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  await lockUser(tx, ownerId)
  const deleted = await tx
    .updateTable('experiences')
    .set({ deleted_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

const selectExperiences = (db: Db) =>
  db
    .selectFrom('experiences')
    .select([
      'id',
      'owner_id',
      'company',
      'company_logo',
      'position',
      'description',
      'skills',
      'start_month',
      'end_month',
      'created_at',
      'updated_at',
    ])
    .where('deleted_at', 'is', null)

type ExperienceRow = Awaited<ReturnType<ReturnType<typeof selectExperiences>['execute']>>[number]

const experienceOf = (row: ExperienceRow): Experience => ({
  _id: row.id,
  company: row.company,
  companyLogo: row.company_logo,
  position: row.position,
  description: row.description,
  experienceSkills: JSON.parse(row.skills),
  startDate: row.start_month,
  endDate: row.end_month,
  owner: row.owner_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Only the keys that were given; the period is judged by itself. */
function columns(change: ExperienceChange) {
  return {
    ...(change.company !== undefined && { company: change.company }),
    ...(change.companyLogo !== undefined && { company_logo: change.companyLogo }),
    ...(change.position !== undefined && { position: change.position }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.experienceSkills !== undefined && { skills: JSON.stringify(change.experienceSkills) }),
  }
}
