import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { parseTextList } from '../lib/mapping.ts'
import type { Migration } from './types.ts'

/** The picture of a developer in lists, which are read more often than projects change. */
export const covers: Migration = () => [
  'alter table users add column cover text',
  // Covers the directory's reads of a person's projects, whose rows are long.
  `create index projects_of_listed on projects
    (owner_id, created_at, id, category, gallery_size, deleted_at, hidden_at)
    where deleted_at is null and hidden_at is null`,
  "create index users_without_cover on users (id) where cover is null and role = 'developer'",
]

const BATCH = 200

/** Of those who have not been listed since; how many of them there were. */
export async function fillCovers(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string; gallery: string | null }>`
    select users.id, (
      select projects.gallery from projects
      left join project_places as places on places.owner_id = users.id and places.project_id = projects.id
        and places.pinned_at is not null
      where projects.owner_id = users.id and projects.deleted_at is null and projects.hidden_at is null
        and projects.gallery_size > 0
      order by case when places.place is null then 1 else 0 end, places.place desc,
        projects.created_at desc, projects.id desc
      limit 1
    ) as gallery
    from users where cover is null and role = 'developer' order by id limit ${sql.lit(BATCH)}`.execute(db)
  for (const { id, gallery } of rows) {
    const [cover = ''] = gallery === null ? [] : parseTextList(gallery)
    await sql`update users set cover = ${cover} where id = ${id} and cover is null`.execute(db)
  }
  return rows.length
}
