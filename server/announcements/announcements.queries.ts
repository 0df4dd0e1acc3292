import type { Announcement } from '#contract/announcements.ts'
import type { Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/lists.ts'
import { m } from '#contract/texts.ts'
import { BATCH_SIZE, repeatUntilDone } from '../lib/batches.ts'
import type { Db, Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { countRows, rangeOf } from '../lib/paging.ts'

/** The cap of current announcements. */
export const MAX_ANNOUNCEMENTS = 20

/** In the order of `sort`; without those that this person has dismissed. */
export async function listAnnouncements(
  db: Db,
  { sort, ...range }: ListQuery,
  userId?: string,
): Promise<Page<Announcement & { moderator: string }>> {
  const matches = db
    .selectFrom('announcements')
    .innerJoin('users', 'users.id', 'announcements.moderator_id')
    .$if(userId !== undefined, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('announcement_dismissals as dismissal')
              .select('dismissal.user_id')
              .where('dismissal.user_id', '=', userId ?? '')
              .whereRef('dismissal.announcement_id', '=', 'announcements.id'),
          ),
        ),
      ),
    )
  const total = await countRows(matches)
  const { limit, offset } = rangeOf(range)
  const rows = await matches
    .select([
      'announcements.id',
      'announcements.text',
      'announcements.created_at',
      'users.name',
      'users.surname',
    ])
    .orderBy('announcements.created_at', sort === 'oldest' ? 'asc' : 'desc')
    .orderBy('announcements.id', sort === 'oldest' ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    total,
    items: rows.map((row) => ({
      _id: row.id,
      text: row.text,
      createdAt: row.created_at,
      moderator: `${row.name} ${row.surname}`.trim(),
    })),
  }
}

/** 409 beyond the cap. */
export async function insertAnnouncement(tx: Tx, moderatorId: string, text: string): Promise<Announcement> {
  const { count } = await tx
    .selectFrom('announcements')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_ANNOUNCEMENTS) throw conflict('LIMIT_REACHED', m.announcements_too_many())
  const row = { id: newId(), text, created_at: now() }
  await tx
    .insertInto('announcements')
    .values({ ...row, moderator_id: moderatorId })
    .execute()
  return { _id: row.id, text, createdAt: row.created_at }
}

export async function requireAnnouncement(db: Db, id: string): Promise<Announcement> {
  const found = await db
    .selectFrom('announcements')
    .select(['id as _id', 'text', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** False if it was removed already. */
export async function deleteAnnouncement(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('announcements')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Runs before the announcement is deleted, in steps: everybody may have dismissed it (X1). */
export async function deleteDismissals(db: Db, announcementId: string): Promise<void> {
  await repeatUntilDone(async () => {
    const { numDeletedRows } = await db
      .deleteFrom('announcement_dismissals')
      .where('announcement_id', '=', announcementId)
      .where('user_id', 'in', ({ selectFrom }) =>
        selectFrom('announcement_dismissals')
          .select('user_id')
          .where('announcement_id', '=', announcementId)
          .limit(BATCH_SIZE),
      )
      .executeTakeFirstOrThrow()
    return numDeletedRows < BATCH_SIZE
  })
}

/** Does nothing if the announcement was removed meanwhile. */
export async function insertDismissal(db: Db, userId: string, announcementId: string): Promise<void> {
  await db
    .insertInto('announcement_dismissals')
    .columns(['user_id', 'announcement_id'])
    .expression(({ selectFrom, val }) =>
      selectFrom('announcements')
        .select([val(userId).as('user_id'), 'id as announcement_id'])
        .where('id', '=', announcementId),
    )
    .onConflict((known) => known.columns(['user_id', 'announcement_id']).doNothing())
    .execute()
}

/** For the person's export. */
export const listDismissed = (db: Db, userId: string) =>
  db
    .selectFrom('announcement_dismissals as dismissal')
    .innerJoin('announcements', 'announcements.id', 'dismissal.announcement_id')
    .select(['announcements.text', 'announcements.created_at'])
    .where('dismissal.user_id', '=', userId)
    .orderBy('announcements.created_at')
    .execute()
