import { kindSettings, type NotificationKind } from '#contract/notification-kinds.ts'
import { channelsOf, type MailMode } from '#contract/notification-settings.ts'
import { scheduleJob } from '../jobs/jobs.queries.ts'
import { deleteOlder } from '../lib/batches.ts'
import type { Db, Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { type DeliveryPreferences, listPreferences } from './settings.queries.ts'

/** Debounces by key: only the last event is mailed or pushed, `ms` after the first. */
export type Collecting = { key: string; ms: number }

type NewDelivery = {
  receiver_id: string
  sender_id: string
  kind: NotificationKind
  data: string
  project_id: string | null
  collect?: Collecting | undefined
}

/** Stores deliveries by mail and push, by each receiver's settings, in the transaction of the cause. */
export async function addDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  preferences: ReadonlyMap<string, DeliveryPreferences>,
): Promise<void> {
  for (const row of deliveries) {
    const own = preferences.get(row.receiver_id)
    const modes = own ? modesOf(row.kind, own) : {}
    const dueAt = new Date(Date.now() + (row.collect?.ms ?? 0)).toISOString()
    for (const channel of ['mail', 'push'] as const) {
      const mode = modes[channel]
      if (mode !== undefined) await insertDelivery(tx, { ...row, channel, mode, dueAt })
      else if (row.collect) await dropCollected(tx, row.receiver_id, row.collect.key, channel)
    }
    if (Object.keys(modes).length > 0) await scheduleDelivery(tx, row.receiver_id, row.collect && dueAt)
  }
}

/** The kinds of mails and pushes about messages. */
export const MESSAGE_KINDS = ['message', 'missedMessages'] as const

/** For messages, which have no notification of their own. */
export async function addMessageDeliveries(
  tx: Tx,
  messages: readonly { sender_id: string; receiver_id: string }[],
): Promise<void> {
  const deliveries = messages.map(({ sender_id, receiver_id }) => ({
    sender_id,
    receiver_id,
    kind: 'message' as const,
    data: '{}',
    project_id: null,
  }))
  const receivers = deliveries.map((row) => row.receiver_id)
  await addDeliveries(tx, deliveries, await listPreferences(tx, receivers))
}

/** Drops the pending deliveries with this key, whose cause was reverted. */
export async function dropCollected(
  tx: Tx,
  userId: string,
  key: string,
  channel?: Tables['deliveries']['channel'],
): Promise<void> {
  let waiting = tx
    .deleteFrom('deliveries')
    .where('user_id', '=', userId)
    .where('collect_key', '=', key)
    .where('batch_id', 'is', null)
  if (channel) waiting = waiting.where('channel', '=', channel)
  await waiting.execute()
}

/** Drops the pending deliveries of these kinds caused by this sender. */
export async function dropDeliveriesFrom(
  tx: Tx,
  userId: string,
  senderId: string,
  kinds: readonly NotificationKind[],
): Promise<void> {
  await tx
    .deleteFrom('deliveries')
    .where('user_id', '=', userId)
    .where('sender_id', '=', senderId)
    .where('kind', 'in', kinds)
    .where('batch_id', 'is', null)
    .execute()
}

type Modes = { mail?: Exclude<MailMode, 'never'>; push?: 'instant' }

/**
 * The channels of a kind, without those turned off. An unconfirmed address gets only mails about
 * account safety (ACCT-01).
 */
export function modesOf(
  kind: NotificationKind,
  { chosen, hasPush, isConfirmed }: DeliveryPreferences,
): Modes {
  const { type, isMailedByCause, isMailOnly, mailIfChosen, isSafety } = kindSettings(kind)
  const { mail, push } = channelsOf(chosen, type)
  const isMailed =
    (isConfirmed || isSafety === true) &&
    mail !== 'never' &&
    !isMailedByCause &&
    (!mailIfChosen || chosen[String(type)]?.mail !== undefined)
  return { ...(isMailed && { mail }), ...(push && hasPush && !isMailOnly && { push: 'instant' as const }) }
}

type New = NewDelivery & Pick<Tables['deliveries'], 'channel' | 'mode'> & { dueAt: string }

async function insertDelivery(tx: Tx, { channel, mode, dueAt, collect, ...row }: New): Promise<void> {
  await tx
    .insertInto('deliveries')
    .values({
      id: newId(),
      user_id: row.receiver_id,
      channel,
      mode,
      kind: row.kind,
      data: row.data,
      sender_id: row.sender_id === row.receiver_id ? null : row.sender_id,
      project_id: row.project_id,
      collect_key: collect?.key ?? null,
      due_at: dueAt,
      created_at: now(),
    })
    .onConflict((known) =>
      known
        .columns(['user_id', 'channel', 'collect_key'])
        .where('collect_key', 'is not', null)
        .where('batch_id', 'is', null)
        .doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          data: eb.ref('excluded.data'),
          sender_id: eb.ref('excluded.sender_id'),
          mode: eb.ref('excluded.mode'),
        })),
    )
    .execute()
}

/** Schedules the delivery to a person, now or at a time. */
export const scheduleDelivery = (tx: Tx, userId: string, at?: string, why = ''): Promise<void> =>
  scheduleJob(
    tx,
    'deliveries',
    { userId },
    {
      key: [userId, why || at].filter(Boolean).join(' '),
      ...(at && { at }),
      ifWaiting: 'keep',
    },
  )

type Waiting = {
  mode: Tables['deliveries']['mode']
  limit: number
  dueAt?: string
  kinds?: readonly NotificationKind[]
}

/** The oldest deliveries of a mode, of these kinds, due at this time. */
export const listWaiting = (db: Db, userId: string, { mode, limit, dueAt, kinds }: Waiting) =>
  db
    .selectFrom('deliveries')
    .select(['id', 'channel', 'kind', 'created_at'])
    .where('user_id', '=', userId)
    .where('batch_id', 'is', null)
    .where('mode', '=', mode)
    .$if(dueAt !== undefined, (some) => some.where('due_at', '<=', dueAt ?? ''))
    .$if(kinds !== undefined, (some) => some.where('kind', 'in', kinds ?? []))
    .orderBy('due_at')
    .limit(limit)
    .execute()

export async function putIntoBatch(tx: Tx, ids: readonly string[]): Promise<string> {
  const batchId = newId()
  await tx.updateTable('deliveries').set({ batch_id: batchId }).where('id', 'in', ids).execute()
  return batchId
}

export const listBatch = (db: Db, batchId: string) =>
  db
    .selectFrom('deliveries')
    .select(['id', 'user_id', 'kind', 'mode', 'data', 'sender_id', 'project_id', 'created_at'])
    .where('batch_id', '=', batchId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function deleteBatch(db: Db, batchId: string): Promise<void> {
  await db.deleteFrom('deliveries').where('batch_id', '=', batchId).execute()
}

export async function deleteDeliveries(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('deliveries').where('id', 'in', ids).execute()
}

const LOST_MS = 30 * 24 * 3600_000

/** Deletes deliveries that could not be sent for a month. */
export const deleteOldDeliveries = (db: Db): Promise<void> =>
  deleteOlder(db, 'deliveries', 'created_at', new Date(Date.now() - LOST_MS).toISOString())
