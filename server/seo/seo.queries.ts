import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { readTotal } from '../lib/totals.ts'

/** The kinds of public pages of which there may be any number. */
export const SECTIONS = ['offers', 'projects', 'developers', 'recruiters'] as const
export type Section = (typeof SECTIONS)[number]

export const countPages = (db: Db, section: Section): Promise<number> => readTotal(db, section)

type Range = { limit: number; offset: number }
type PublicPage = { id: string; changed_at: string }

/** The oldest first, so that what is new changes only the last file; the offset walks over an index. */
export async function listPages(db: Db, section: Section, { limit, offset }: Range): Promise<PublicPage[]> {
  if (section === 'developers' || section === 'recruiters') {
    return db
      .selectFrom('users')
      .select(({ fn }) => ['id', fn.coalesce('updated_at', 'onboarded_at').$notNull().as('changed_at')])
      .where('role', '=', section === 'developers' ? 'developer' : 'recruiter')
      .where('deactivated_at', 'is', null)
      .where('onboarded_at', 'is not', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
  }
  const table = sql.table(section)
  const { rows } = await sql<PublicPage>`
    select ${table}.id, ${table}.updated_at as changed_at
    from (
      select id from ${table} where deleted_at is null and hidden_at is null
      order by created_at, id limit ${limit} offset ${offset}
    ) as page
    inner join ${table} on ${table}.id = page.id
    order by ${table}.created_at, ${table}.id`.execute(db)
  return rows
}
