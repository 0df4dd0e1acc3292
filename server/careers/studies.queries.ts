import type { Study, StudyChange, StudyInput } from '#contract/careers.ts'
import type { Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/lists.ts'
import type { Db, Tx } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { rangeOf } from '../lib/paging.ts'
import { lockUser } from '../users/lock-user.ts'
import { periodColumns } from './periods.ts'

/** The studies of one developer, the latest end first (PROF-33). */
export async function listStudies(db: Db, ownerId: string, query: ListQuery): Promise<Page<Study>> {
  const { total } = await db
    .selectFrom('studies')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { limit, offset } = rangeOf(query)
  const rows = await selectStudies(db)
    .where('owner_id', '=', ownerId)
    .orderBy('sort_end', 'desc')
    .orderBy('start_month', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: rows.map(studyOf), total: Number(total) }
}

/** The only way to a study that is about to be changed: 404 if there is none, 403 if it is someone else's. */
export async function requireOwnStudy(db: Db, user: { id: string }, id: string): Promise<Study> {
  const row = await selectStudies(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  if (row.owner_id !== user.id) throw forbidden()
  return studyOf(row)
}

export async function insertStudy(tx: Tx, ownerId: string, study: StudyInput): Promise<string> {
  await lockUser(tx, ownerId)
  const id = newId()
  const createdAt = now()
  await tx
    .insertInto('studies')
    .values({
      id,
      owner_id: ownerId,
      created_at: createdAt,
      updated_at: createdAt,
      degree: study.degree,
      institute_name: study.instituteName,
      ...columns(study),
      ...periodColumns(study),
    })
    .execute()
  return id
}

/** Changes the given keys of an own study (DECISION 10). */
export async function updateStudy(tx: Tx, ownerId: string, id: string, change: StudyChange): Promise<void> {
  await lockUser(tx, ownerId)
  const stored = await tx
    .selectFrom('studies')
    .select(['start_month', 'end_month'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!stored) throw notFound()
  await tx
    .updateTable('studies')
    .set({ ...columns(change), ...periodColumns(change, stored), updated_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Soft-deletes an own study; false when it was gone already (DECISION 48). */
export async function deleteStudy(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  await lockUser(tx, ownerId)
  const deleted = await tx
    .updateTable('studies')
    .set({ deleted_at: now() })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

const selectStudies = (db: Db) =>
  db
    .selectFrom('studies')
    .select([
      'id',
      'owner_id',
      'degree',
      'institute_name',
      'institute_logo',
      'description',
      'start_month',
      'end_month',
      'created_at',
      'updated_at',
    ])
    .where('deleted_at', 'is', null)

type StudyRow = Awaited<ReturnType<ReturnType<typeof selectStudies>['execute']>>[number]

const studyOf = (row: StudyRow): Study => ({
  _id: row.id,
  degree: row.degree,
  instituteName: row.institute_name,
  instituteLogo: row.institute_logo,
  description: row.description,
  startDate: row.start_month,
  endDate: row.end_month,
  owner: row.owner_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Only the keys that were given; the period is judged by itself. */
function columns(change: StudyChange) {
  return {
    ...(change.degree !== undefined && { degree: change.degree }),
    ...(change.instituteName !== undefined && { institute_name: change.instituteName }),
    ...(change.instituteLogo !== undefined && { institute_logo: change.instituteLogo }),
    ...(change.description !== undefined && { description: change.description }),
  }
}
