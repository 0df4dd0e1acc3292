import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'

/**
 * Typing and read receipts need a conversation that neither has declined, the consent of both people, and active accounts.
 */
export async function mayShowSignals(db: Db, userId: string, peerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('users as peer', 'peer.id', 'side.peer_id')
    .innerJoin('conversation_sides as other', (join) =>
      join.onRef('other.user_id', '=', 'side.peer_id').onRef('other.peer_id', '=', 'side.user_id'),
    )
    .select('side.conversation_id')
    .where('side.user_id', '=', userId)
    .where('side.peer_id', '=', peerId)
    .where('peer.deactivated_at', 'is', null)
    .where('side.declined_at', 'is', null)
    .where('other.declined_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('blocks')
            .select('user_id')
            .where('user_id', 'in', [userId, peerId])
            .where('peer_id', 'in', [userId, peerId]),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('chat_settings')
            .select('user_id')
            .where('user_id', 'in', [userId, peerId])
            .where('signals_off_at', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** The read position of the other person, 0 if it is not shown. */
export async function findReadState(db: Db, userId: string, peerId: string): Promise<number> {
  if (!(await mayShowSignals(db, userId, peerId))) return 0
  const side = await db
    .selectFrom('conversation_sides')
    .select('read_seq')
    .where('user_id', '=', peerId)
    .where('peer_id', '=', userId)
    .executeTakeFirst()
  return side?.read_seq ?? 0
}

export async function findChatSettings(db: Db, userId: string): Promise<{ signals: boolean }> {
  const row = await db
    .selectFrom('chat_settings')
    .select('signals_off_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { signals: !row?.signals_off_at }
}

export async function updateChatSettings(db: Db, userId: string, signals: boolean): Promise<void> {
  const signals_off_at = signals ? null : now()
  await db
    .insertInto('chat_settings')
    .values({ user_id: userId, signals_off_at })
    .onConflict((known) => known.column('user_id').doUpdateSet({ signals_off_at }))
    .execute()
}
