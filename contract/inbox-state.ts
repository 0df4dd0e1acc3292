import type { InboxEvent, InboxSnapshot } from './inbox.ts'
import { NOTIFICATION_TYPES } from './notifications.ts'

/**
 * The state of a device after one more event. 'old': applied before, to be dropped. 'gap': an earlier event is
 * missing, to be fetched with `sync`.
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
    // Counted as an unread message already.
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
