import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { USAGE_OF_ROWS } from '../../migrations/0013_quota_usage.ts'

const COUNTED =
  "subject < 'visitor' and kind not in ('idempotencyKey', 'repositoryLink', 'report') and total > 0"

/** A query for wrong values of each counter. */
const CHECKS: Record<string, ReturnType<typeof sql>> = {
  'likes of a project': sql`select id from projects
    where likes_count <> (select count(*) from likes where likes.project_id = projects.id)`,
  'applicants of an offer': sql`select id from offers
    where applicants_count <> (select count(*) from applications
      where applications.offer_id = offers.id and withdrawn_at is null)`,
  'messages of a conversation': sql`select id from conversations
    where last_seq <> (select count(*) from messages where messages.conversation_id = conversations.id)
      or last_seq <> (select coalesce(max(seq), 0) from messages where messages.conversation_id = conversations.id)`,
  'unread messages of a side': sql`select user_id as id from conversation_sides side
    where unread_count <> (select count(*) from messages
      where messages.conversation_id = side.conversation_id and receiver_id = side.user_id and seq > side.read_seq
        and withheld is null)`,
  'events of an inbox': sql`select user_id as id from inboxes
    where last_seq <> first_seq - 1 + (select count(*) from inbox_events where inbox_events.user_id = inboxes.user_id)`,
  'public projects': totalIsNot(
    'projects',
    sql`select count(*) from projects where deleted_at is null and hidden_at is null`,
  ),
  'public offers': totalIsNot(
    'offers',
    sql`select count(*) from offers where state = 'published' and deleted_at is null and hidden_at is null`,
  ),
  'public developers': totalIsNot(
    'developers',
    sql`select count(*) from users where role = 'developer' and onboarded_at is not null and deactivated_at is null and moderated_at is null`,
  ),
  'public recruiters': totalIsNot(
    'recruiters',
    sql`select count(*) from users where role = 'recruiter' and onboarded_at is not null and deactivated_at is null and moderated_at is null`,
  ),
  'accepted applications': totalIsNot(
    'hires',
    sql`select count(*) from applications where status = 'accepted' and withdrawn_at is null`,
  ),
  'the last status of a history': sql`select id from applications where status <> (
    select to_status from application_changes where application_id = applications.id
      order by changed_at desc limit 1)`,
  'the cover of a developer in lists': sql`select id from users
    where role = 'developer' and onboarded_at is not null and deactivated_at is null and moderated_at is null
      and '"' || coalesce(cover, '') || '"' <> coalesce((
        select substr(gallery, 2, length(coalesce(cover, '')) + 2) from projects
        left join project_places as places on places.project_id = projects.id and places.pinned_at is not null
        where projects.owner_id = users.id and deleted_at is null and hidden_at is null and gallery_size > 0
        order by case when places.place is null then 1 else 0 end, places.place desc, projects.created_at desc,
          projects.id desc
        limit 1), '""')`,
  'stored things and bytes of a person': sql.raw(`
    select subject as id from (${USAGE_OF_ROWS} except select subject, kind, total from quota_usage) as missing
    union all select subject as id from (
      select subject, kind, total from quota_usage where ${COUNTED}
      except select subject, kind, total from (${USAGE_OF_ROWS}) as used
    ) as extra`),
}

function totalIsNot(name: string, count: ReturnType<typeof sql>) {
  return sql`select name as id from totals where name = ${name} and value <> (${count})`
}

/** Names of the wrong counters; empty if all are right. */
export async function recount(db: Db): Promise<string[]> {
  const wrong: string[] = []
  for (const [what, query] of Object.entries(CHECKS)) {
    const { rows } = await (query as ReturnType<typeof sql<{ id: string }>>).execute(db)
    if (rows.length > 0) wrong.push(`${what}: ${rows.length}`)
  }
  return wrong
}
