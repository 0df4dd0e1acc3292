import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notification-kinds.ts'
import { NOTIFICATION_TYPES } from '#contract/notifications.ts'
import { type InboxNumber, insertInboxEvents } from '../inbox/inbox.queries.ts'
import type { Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'

type NotificationEvent = {
  kind: NotificationKind
  senderId: string
  receiverIds: readonly string[]
  projectId?: string | undefined
}

/**
 * Stores a notification for each receiver, numbered in the receiver's inbox; the sender gets none. In the transaction
 * of its cause, which has to hold a lock on the subject if the kind is limited by `onceInHours`. The result goes to
 * `realtime.notify` after the commit.
 */
export async function notify(
  tx: Tx,
  { kind, senderId, receiverIds, projectId }: NotificationEvent,
): Promise<InboxNumber[]> {
  const receivers = receiverIds.filter((id) => id !== senderId)
  if (receivers.length === 0 || (await isRepetition(tx, { kind, senderId, projectId }))) return []
  const notifications = receivers.map((receiverId) => ({
    id: newId(),
    receiver_id: receiverId,
    sender_id: senderId,
    type: NOTIFICATION_TYPES[kind],
    project_id: projectId ?? null,
    created_at: now(),
  }))
  const numbers = await insertInboxEvents(
    tx,
    notifications.map(({ id, receiver_id }) => ({ userId: receiver_id, kind: 'getNotification', refId: id })),
  )
  const rows = notifications.map((row, index) => ({ ...row, inbox_seq: numbers[index] ?? 0 }))
  await tx.insertInto('notifications').values(rows).execute()
  return rows.map((row) => ({ userId: row.receiver_id, seq: row.inbox_seq }))
}

async function isRepetition(
  tx: Tx,
  { kind, senderId, projectId }: Omit<NotificationEvent, 'receiverIds'>,
): Promise<boolean> {
  const { onceInHours } = NOTIFICATION_KINDS[kind]
  if (onceInHours === undefined || projectId === undefined) return false
  const since = new Date(Date.now() - onceInHours * 3_600_000).toISOString()
  const earlier = await tx
    .selectFrom('notifications')
    .select('id')
    .where('type', '=', NOTIFICATION_TYPES[kind])
    .where('sender_id', '=', senderId)
    .where('project_id', '=', projectId)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return earlier !== undefined
}
