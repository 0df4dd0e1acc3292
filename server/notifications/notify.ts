import { type DataOf, kindSettings, type NotificationKind } from '#contract/notification-kinds.ts'
import { channelsOf } from '#contract/notification-settings.ts'
import { findBlocks } from '../blocks/blocks.queries.ts'
import { type InboxNumber, insertInboxEvents, lockInboxes } from '../inbox/inbox.queries.ts'
import type { Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { addDeliveries, type Collecting } from './deliveries.queries.ts'
import { listPreferences } from './settings.queries.ts'

type EventOf<Kind extends NotificationKind> = {
  kind: Kind
  /** Null when it was caused by no person. */
  senderId: string | null
  receiverIds: readonly string[]
  data: DataOf<Kind>
  projectId?: string | undefined
  /** A deduplication key, for causes that may run twice, such as a job: for 90 days a receiver gets one. */
  once?: string | undefined
  collect?: Collecting | undefined
}
/** An event, its receivers, and the values of its text. */
export type NotificationEvent = { [Kind in NotificationKind]: EventOf<Kind> }[NotificationKind]

/**
 * Stores a notification for each receiver, numbered in the receiver's inbox, and its deliveries by mail and push by the
 * receiver's settings; the sender gets none. In the transaction of its cause, which has to hold a lock on the subject
 * if the kind is limited by `onceInHours`. Several events in one call lock the inboxes in one order. The result goes to
 * `realtime.notify` after the commit, which `jobs.wake()` follows.
 */
export async function notify(
  tx: Tx,
  given: NotificationEvent | readonly NotificationEvent[],
): Promise<InboxNumber[]> {
  const planned = []
  for (const event of [given].flat() as NotificationEvent[]) {
    if (!(await isRepetition(tx, event))) planned.push(...rowsOf(event))
  }
  const accepted = await withoutKnown(tx, await withoutBlocked(tx, planned))
  if (accepted.length === 0) return []
  const preferences = await listPreferences(
    tx,
    accepted.map((row) => row.receiver_id),
  )
  await addDeliveries(tx, accepted, preferences)
  const isInBell = ({ type, receiver_id }: (typeof accepted)[number]) =>
    channelsOf(preferences.get(receiver_id)?.chosen ?? {}, type).bell
  const shown = accepted.filter(isInBell)
  const numbers = await insertInboxEvents(
    tx,
    shown.map(({ id, receiver_id }) => ({ userId: receiver_id, kind: 'getNotification', refId: id })),
  )
  const seqOf = new Map(shown.map(({ id }, index) => [id, numbers[index] ?? 0]))
  const rows = accepted.map(({ collect, ...row }) => {
    const inbox_seq = seqOf.get(row.id) ?? null
    const hidden_at = inbox_seq === null ? row.created_at : null
    return { ...row, inbox_seq, hidden_at, cleared_at: hidden_at }
  })
  await tx.insertInto('notifications').values(rows).execute()
  return shown.map(({ id, receiver_id }) => ({ userId: receiver_id, seq: seqOf.get(id) ?? 0 }))
}

const rowsOf = (event: NotificationEvent) =>
  event.receiverIds
    .filter((receiverId) => receiverId !== event.senderId)
    .map((receiverId) => ({ ...rowOf(event, receiverId, newId(), now()), collect: event.collect }))

/** The row of one receiver. */
export const rowOf = (
  { kind, senderId, data, projectId, once }: NotificationEvent,
  receiverId: string,
  id: string,
  at: string,
) => ({
  id,
  receiver_id: receiverId,
  sender_id: senderId ?? receiverId,
  type: kindSettings(kind).type,
  kind,
  data: JSON.stringify(data),
  once_key: once ?? null,
  project_id: projectId ?? null,
  created_at: at,
})

/** Without receivers who had the `once` key before, checked under the locks of their inboxes. */
async function withoutKnown(tx: Tx, rows: ReturnType<typeof rowsOf>) {
  const keyed = rows.filter((row) => row.once_key !== null)
  if (keyed.length === 0) return rows
  const receivers = [...new Set(rows.map((row) => row.receiver_id))]
  await lockInboxes(tx, receivers)
  const keys = [...new Set(keyed.flatMap((row) => row.once_key ?? []))]
  const stored = await tx
    .selectFrom('notifications')
    .select(['receiver_id', 'once_key'])
    .where('receiver_id', 'in', receivers)
    .where('once_key', 'in', keys)
    .execute()
  const known = new Set(stored.map(onceOf))
  return rows.filter((row) => {
    if (row.once_key === null) return true
    const isNew = !known.has(onceOf(row))
    known.add(onceOf(row))
    return isNew
  })
}

/** Kinds dropped between people who blocked each other; notifications about an application are not. */
export const PERSONAL_KINDS: readonly NotificationKind[] = ['like', 'comment', 'invitation']

async function withoutBlocked(tx: Tx, rows: ReturnType<typeof rowsOf>) {
  const pairs = rows
    .filter(({ kind, sender_id, receiver_id }) => PERSONAL_KINDS.includes(kind) && sender_id !== receiver_id)
    .flatMap(({ sender_id, receiver_id }) => [
      { user_id: receiver_id, peer_id: sender_id },
      { user_id: sender_id, peer_id: receiver_id },
    ])
  if (pairs.length === 0) return rows
  const blocks = (await findBlocks(tx, pairs)).flatMap(({ user_id, peer_id }) => [
    `${user_id} ${peer_id}`,
    `${peer_id} ${user_id}`,
  ])
  if (blocks.length === 0) return rows
  return rows.filter(
    ({ kind, sender_id, receiver_id }) =>
      !PERSONAL_KINDS.includes(kind) || !blocks.includes(`${sender_id} ${receiver_id}`),
  )
}

const onceOf = (row: { receiver_id: string; once_key: string | null }) => `${row.receiver_id} ${row.once_key}`

async function isRepetition(tx: Tx, { kind, senderId, projectId }: NotificationEvent): Promise<boolean> {
  const { type, onceInHours } = kindSettings(kind)
  if (onceInHours === undefined || projectId === undefined || senderId === null) return false
  const since = new Date(Date.now() - onceInHours * 3_600_000).toISOString()
  const earlier = await tx
    .selectFrom('notifications')
    .select('id')
    .where('type', '=', type)
    .where('sender_id', '=', senderId)
    .where('project_id', '=', projectId)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return earlier !== undefined
}
