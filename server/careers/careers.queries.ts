import type { Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/lists.ts'
import type { Db, Tx } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { rangeOf } from '../lib/paging.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated, countGrowth, countRemoved } from '../quota/usage.queries.ts'
import { lockUser } from '../users/lock-user.ts'
import { experienceMapping, studyMapping } from './careers.mapping.ts'
import { type Period, periodColumns } from './periods.ts'

type Optional<Fields> = { [Key in keyof Fields]?: Fields[Key] | undefined }

type CareerMapping<Fields> = {
  columns: readonly string[]
  read: (row: never) => Fields
  write: (change: Optional<Fields>) => object
}

const COMMON = ['id', 'owner_id', 'start_month', 'end_month', 'created_at', 'updated_at'] as const

/** Experiences and studies differ in their fields only. */
function careerQueries<Fields>(table: 'experiences' | 'studies', mapping: CareerMapping<Fields>) {
  const kind = table === 'experiences' ? ('experience' as const) : ('study' as const)
  const select = (db: Db) =>
    db
      .selectFrom(table)
      .select(COMMON)
      .select(({ ref }) => mapping.columns.map((column) => ref(column as 'description').as(column)))
      .where('deleted_at', 'is', null)

  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

  const entryOf = (row: Row) => ({
    ...mapping.read(row as never), // the columns of this mapping are selected
    _id: row.id,
    startDate: row.start_month,
    endDate: row.end_month,
    owner: row.owner_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
  type Entry = ReturnType<typeof entryOf>

  return {
    kind,

    /** The entries of one developer, the latest end first (PROF-33). */
    async list(db: Db, ownerId: string, query: ListQuery): Promise<Page<Entry>> {
      const { total } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      const { limit, offset } = rangeOf(query)
      const rows = await select(db)
        .where('owner_id', '=', ownerId)
        .orderBy('sort_end', 'desc')
        .orderBy('start_month', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return { items: rows.map(entryOf), total: Number(total) }
    },

    /** The only way to read an entry before a change: 404 if there is none, 403 if it is someone else's. */
    async requireOwn(db: Db, user: { id: string }, id: string): Promise<Entry> {
      const row = await select(db).where('id', '=', id).executeTakeFirst()
      if (!row) throw notFound()
      if (row.owner_id !== user.id) throw forbidden()
      return entryOf(row)
    },

    async insert(tx: Tx, ownerId: string, entry: Optional<Fields> & Period): Promise<string> {
      await lockUser(tx, ownerId)
      const id = newId()
      const createdAt = now()
      const row = await tx
        .insertInto(table)
        .values({
          id,
          owner_id: ownerId,
          created_at: createdAt,
          updated_at: createdAt,
          ...mapping.write(entry),
          ...periodColumns(entry),
        } as never) // which columns are required depends on the table
        .returning(mapping.columns as 'description'[])
        .executeTakeFirstOrThrow()
      await countCreated(tx, [{ subject: ownerId, kind, bytes: rowBytes(row) }])
      return id
    },

    /** Changes the given keys of an own entry (decision 47). Returns its growth in bytes. */
    async update(
      tx: Tx,
      ownerId: string,
      id: string,
      change: Optional<Fields> & Optional<Period>,
    ): Promise<number> {
      await lockUser(tx, ownerId)
      const stored = await tx
        .selectFrom(table)
        .select(['start_month', 'end_month'])
        .select(mapping.columns as 'description'[])
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!stored) throw notFound()
      const { start_month, end_month, ...before } = stored
      const after = await tx
        .updateTable(table)
        .set({
          ...mapping.write(change),
          ...periodColumns(change, { start_month, end_month }),
          updated_at: now(),
        })
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .returning(mapping.columns as 'description'[])
        .executeTakeFirstOrThrow()
      const grown = rowBytes(after) - rowBytes(before)
      await countGrowth(tx, ownerId, grown)
      return grown
    },

    /** Soft-deletes an own entry; false when it was deleted already (decision 36). */
    async remove(tx: Tx, ownerId: string, id: string): Promise<boolean> {
      await lockUser(tx, ownerId)
      const deleted = await tx
        .updateTable(table)
        .set({ deleted_at: now() })
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (deleted) await countRemoved(tx, ownerId, kind)
      return deleted !== undefined
    },
  }
}

export const experienceQueries = careerQueries('experiences', experienceMapping)
export const studyQueries = careerQueries('studies', studyMapping)
