import { sql } from 'kysely'
import type { Standing } from '#contract/moderation.ts'
import type { Db } from '../lib/db.ts'

type Reporter = { name: string; dismissed: number; standing: Standing }

/** The number of a person's last decided reports that count. */
const LAST = 5
/** With this many dismissed ones among them, the person's reports freeze nothing. */
const TOO_MANY = 3

/** The standing of these accounts; good: confirmed, active, fewer than 3 of the last 5 decided reports dismissed (MOD-02). */
export async function readStanding(db: Db, ids: readonly string[]): Promise<Map<string, Reporter>> {
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
        row_number() over (partition by entry.reporter_id order by entry.created_at desc, entry.id desc) as rank
      from report_entries as entry
      inner join reports on reports.id = entry.report_id
      where entry.reporter_id in (${sql.join(unique)}) and (reports.state = 'closed' or entry.dismissed_at is not null)
    ) as decided
    where rank <= ${sql.lit(LAST)} group by reporter_id`.execute(db)
  const dismissedBy = new Map(rows.map((row) => [row.reporter_id, Number(row.dismissed)]))
  return new Map(
    people.map(({ id, name, surname, unconfirmed_at, deactivated_at }) => {
      const dismissed = dismissedBy.get(id) ?? 0
      const isOften = dismissed >= TOO_MANY
      const standing =
        deactivated_at !== null ? 'closed' : isOften ? 'low' : unconfirmed_at ? 'unconfirmed' : 'good'
      return [id, { name: `${name} ${surname}`.trim(), dismissed, standing }]
    }),
  )
}
