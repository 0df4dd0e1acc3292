import { sql } from 'kysely'
import type { HandleOwner } from '#contract/handles.ts'
import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import { deleteOlder } from '../lib/batches.ts'
import type { Db, Tx } from '../lib/db.ts'
import { conflict } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { lockUser } from '../users/lock-user.ts'

/** The cap of former handles of one person (X3), so that nobody reserves many. */
const MAX_FORMER = 5

const DAY_MS = 24 * 3600 * 1000

/** Former handles redirect if they were released after this time. */
export const redirectsSince = ({ FORMER_HANDLE_DAYS }: Pick<Config, 'FORMER_HANDLE_DAYS'>): string =>
  new Date(Date.now() - FORMER_HANDLE_DAYS * DAY_MS).toISOString()

/** A column of queries on `users`. */
export const currentHandle = sql<string | null>`(
  select handles.handle from handles where handles.user_id = users.id and handles.released_at is null
)`.as('handle')

/** The owner of the handle, current or former since then, with the current one; undefined where the page by id is 404 too. */
export async function findHandleOwner(
  db: Db,
  handle: string,
  since: string,
): Promise<HandleOwner | undefined> {
  const row = await db
    .selectFrom('handles as requested')
    .innerJoin('users', 'users.id', 'requested.user_id')
    .innerJoin('handles as present', (join) =>
      join.onRef('present.user_id', '=', 'users.id').on('present.released_at', 'is', null),
    )
    .select(['users.id', 'users.role', 'present.handle'])
    .where('requested.handle', '=', handle)
    .where(({ eb, or }) =>
      or([eb('requested.released_at', 'is', null), eb('requested.released_at', '>', since)]),
    )
    .where('users.deactivated_at', 'is', null)
    .where('users.moderated_at', 'is', null)
    .executeTakeFirst()
  return row && { _id: row.id, role: row.role, handle: row.handle }
}

/**
 * Gives the handle to the person; the previous one becomes a former one. 409 if it is somebody else's, or was after
 * `since`, or if too many former ones of this person still redirect.
 */
export async function takeHandle(
  tx: Tx,
  { userId, handle, since }: { userId: string; handle: string; since: string },
): Promise<void> {
  await lockUser(tx, userId)
  const at = now()
  await tx
    .updateTable('handles')
    .set({ released_at: at })
    .where('user_id', '=', userId)
    .where('released_at', 'is', null)
    .where('handle', '<>', handle)
    .execute()
  const own = { user_id: userId, taken_at: at, released_at: null }
  const taken = await tx
    .insertInto('handles')
    .values({ handle, ...own })
    .onConflict((known) =>
      known
        .column('handle')
        .doUpdateSet(own)
        .where(({ eb, or }) =>
          or([eb('handles.user_id', '=', userId), eb('handles.released_at', '<=', since)]),
        ),
    )
    .returning('handle')
    .executeTakeFirst()
  if (!taken) throw conflict('HANDLE_TAKEN', m.handles_taken())
  const { former } = await tx
    .selectFrom('handles')
    .select(({ fn }) => fn.count<number | string>('released_at').as('former'))
    .where('user_id', '=', userId)
    .where('released_at', '>', since)
    .executeTakeFirstOrThrow()
  if (Number(former) > MAX_FORMER) throw conflict('LIMIT_REACHED', m.handles_too_many())
}

export const listHandles = (db: Db, userId: string) =>
  db
    .selectFrom('handles')
    .select(['handle', 'taken_at', 'released_at'])
    .where('user_id', '=', userId)
    .orderBy('taken_at')
    .execute()

export const deleteFormerHandles = (db: Db, since: string): Promise<void> =>
  deleteOlder(db, 'handles', 'released_at', since)
