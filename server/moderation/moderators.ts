import { m } from '#contract/texts.ts'
import type { Db } from '../lib/db.ts'
import { ApiError } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import type { Services } from '../services.ts'

const HOUR_MS = 3600 * 1000

/** Whether this active account is a moderator: by the operator's command, or by a confirmed address of the settings. */
export async function isModerator(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .leftJoin('moderators', 'moderators.user_id', 'users.id')
    .select(['users.email', 'users.unconfirmed_at', 'moderators.user_id as named'])
    .where('users.id', '=', userId)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!user) return false
  return user.named !== null || (config.MODERATOR_EMAILS.includes(user.email) && isConfirmed(user))
}

const isConfirmed = (user: { unconfirmed_at: string | null }): boolean => user.unconfirmed_at === null

/** 403 unless the password was given within the last hours, by this sign-in or after it (MOD-01). */
export async function requireConfirmed(
  { db, config }: Pick<Services, 'db' | 'config'>,
  sessionId: string,
): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select(['created_at', 'confirmed_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  const at = Date.parse(session?.confirmed_at ?? session?.created_at ?? '')
  if (Date.now() - at < config.MODERATOR_CONFIRM_HOURS * HOUR_MS) return
  throw new ApiError(403, 'CONFIRM_AGAIN', m.moderation_confirm_again())
}

export async function confirmSession(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: now() }).where('id', '=', sessionId).execute()
}

/** False if the account is a moderator already. */
export async function addModerator(db: Db, userId: string): Promise<boolean> {
  const added = await db
    .insertInto('moderators')
    .values({ user_id: userId, created_at: now() })
    .onConflict((known) => known.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return added !== undefined
}

export async function removeModerator(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('moderators')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
