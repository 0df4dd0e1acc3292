import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { isConfirmed } from './moderators.ts'

export type Standing = { name: string; dismissed: number; isGood: boolean }

/** The number of a person's last decided reports that count. */
const LAST = 5
/** With this many dismissed ones among them, the person's reports freeze nothing. */
const TOO_MANY = 3

/** The accounts in good standing: confirmed, active, fewer than 3 of the last 5 decided reports dismissed (MOD-02). */
export async function readStanding(db: Db, ids: readonly string[]): Promise<Map<string, Standing>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select(['id', 'name', 'surname', 'unconfirmed_at', 'deactivated_at'])
    .where('id', 'in', unique)
    .execute()
  const { rows } = await sql<{ reporter_id: string; dismissed: number | string }>`
    select reporter_id, count(dismissed_at) as dismissed from (
      select entry.reporter_id, entry.dismissed_at,
        row_number() over (partition by entry.reporter_id order by entry.created_at desc, entry.id desc) as place
      from report_entries as entry
      inner join reports on reports.id = entry.report_id
      where entry.reporter_id in (${sql.join(unique)}) and (reports.state = 'closed' or entry.dismissed_at is not null)
    ) as decided
    where place <= ${sql.lit(LAST)} group by reporter_id`.execute(db)
  const dismissedBy = new Map(rows.map((row) => [row.reporter_id, Number(row.dismissed)]))
  return new Map(
    people.map(({ id, name, surname, unconfirmed_at, deactivated_at }) => {
      const dismissed = dismissedBy.get(id) ?? 0
      const isGood = deactivated_at === null && isConfirmed({ unconfirmed_at }) && dismissed < TOO_MANY
      return [id, { name: `${name} ${surname}`.trim(), dismissed, isGood }]
    }),
  )
}
