import type { Db, Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'

/** The cap of browsers of one person; the oldest is replaced. */
const MAX_SUBSCRIPTIONS = 20

type New = { userId: string; sessionId: string; endpoint: string; p256dh: string; auth: string }

/** A browser belongs to its last subscriber. */
export async function addSubscription(tx: Tx, { userId, sessionId, ...keys }: New): Promise<void> {
  const owner = { user_id: userId, session_id: sessionId, p256dh: keys.p256dh, auth: keys.auth }
  await tx
    .insertInto('push_subscriptions')
    .values({ id: newId(), endpoint: keys.endpoint, ...owner, created_at: now() })
    .onConflict((known) => known.column('endpoint').doUpdateSet({ ...owner, created_at: now() }))
    .execute()
  const surplus = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_SUBSCRIPTIONS)
    .offset(MAX_SUBSCRIPTIONS)
    .execute()
  for (const { id } of surplus) await deleteSubscription(tx, id)
}

export async function removeSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute()
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Deletes subscriptions of ended sessions: a browser shows nothing after a sign-out. */
export async function listSubscriptions(db: Db, userId: string) {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('session_id', 'not in', (eb) =>
      eb.selectFrom('sessions').select('id').where('user_id', '=', userId).where('ended_at', 'is', null),
    )
    .execute()
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .execute()
}

export type VapidKeys = { publicKey: string; privateKey: string }

/** The VAPID key pair of this installation, created on first use. */
export async function requireVapidKeys(db: Db, make: () => Promise<VapidKeys>): Promise<VapidKeys> {
  const stored = await findKeys(db)
  if (stored) return stored
  const { publicKey, privateKey } = await make()
  await db
    .insertInto('push_keys')
    .values({ id: 1, public_key: publicKey, private_key: privateKey })
    .onConflict((known) => known.column('id').doNothing())
    .execute()
  const keys = await findKeys(db)
  if (!keys) throw new Error('The push keys were not stored')
  return keys
}

async function findKeys(db: Db): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  return row && { publicKey: row.public_key, privateKey: row.private_key }
}
