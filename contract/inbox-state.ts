import type { InboxEvent, InboxSnapshot } from './inbox.ts'
import { NOTIFICATION_TYPES } from './notifications.ts'

/**
 * The state after one more event, as every device keeps it. 'old': it was applied before, drop it.
 * 'gap': something before it is missing, ask for it with `sync`.
 */
export function applyInboxEvent(
  state: InboxSnapshot,
  entry: InboxEvent,
  userId: string,
): InboxSnapshot | 'old' | 'gap' {
  if (entry.inboxSeq <= state.last) return 'old'
  if (entry.inboxSeq > state.last + 1) return 'gap'
  const next = { ...state, last: entry.inboxSeq }
  if (entry.event === 'newMessage') {
    const { senderId } = entry.data
    return senderId === userId ? next : withUnread(next, senderId, (state.unread[senderId] ?? 0) + 1)
  }
  if (entry.event === 'getNotification') {
    // A notification of a message is counted as the unread message that it announces.
    return entry.data.type === NOTIFICATION_TYPES.message ? next : { ...next, bell: state.bell + 1 }
  }
  const { senderId, scope, unread } = entry.data
  if (senderId !== undefined) return withUnread(next, senderId, unread)
  return scope === 'bell' ? { ...next, bell: unread } : next
}

function withUnread(state: InboxSnapshot, senderId: string, count: number): InboxSnapshot {
  const { [senderId]: _, ...others } = state.unread
  return { ...state, unread: count > 0 ? { ...others, [senderId]: count } : others }
}
