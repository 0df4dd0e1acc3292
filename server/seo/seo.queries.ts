import { sql } from 'kysely'
import { currentHandle } from '../handles/handles.queries.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { readTotal } from '../lib/totals.ts'
import { isOpenAt, readOpenTotal } from '../offers/offer-life.ts'

/** The kinds of public pages without a fixed number. */
export const SECTIONS = ['offers', 'projects', 'developers', 'recruiters'] as const
export type Section = (typeof SECTIONS)[number]

export const countPages = (db: Db, section: Section): Promise<number> =>
  section === 'offers' ? readOpenTotal(db, now()) : readTotal(db, section)

type Range = { limit: number; offset: number }
export type PublicPage = { id: string; changed_at: string; handle?: string | null }

/** The oldest first, so that new rows change only the last file; the offset scans an index. */
export async function listPages(db: Db, section: Section, { limit, offset }: Range): Promise<PublicPage[]> {
  if (section === 'developers' || section === 'recruiters') {
    const page = db
      .selectFrom('users')
      .select('id')
      .where('role', '=', section === 'developers' ? 'developer' : 'recruiter')
      .where('deactivated_at', 'is', null)
      .where('moderated_at', 'is', null)
      .where('onboarded_at', 'is not', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
    return db
      .selectFrom(page.as('page'))
      .innerJoin('users', 'users.id', 'page.id')
      .select(({ fn }) => [
        'users.id',
        currentHandle,
        fn.coalesce('users.updated_at', 'users.onboarded_at').$notNull().as('changed_at'),
      ])
      .orderBy('users.created_at')
      .orderBy('users.id')
      .execute()
  }
  const table = sql.table(section)
  const isPublic =
    section === 'offers' ? isOpenAt(now()) : sql`projects.deleted_at is null and projects.hidden_at is null`
  const { rows } = await sql<PublicPage>`
    select ${table}.id, ${table}.updated_at as changed_at
    from (
      select id from ${table} where ${isPublic}
      order by created_at, id limit ${limit} offset ${offset}
    ) as page
    inner join ${table} on ${table}.id = page.id
    left join users on users.id = ${table}.owner_id
    where users.deactivated_at is null and users.moderated_at is null
    order by ${table}.created_at, ${table}.id`.execute(db)
  return rows
}
