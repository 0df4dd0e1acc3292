import type { InboxEvent, InboxSnapshot, Message } from './inbox.ts'
import { excerpt } from './lists.ts'
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
    const { senderId, receiverId, request = false } = entry.data
    // A reply accepts the request.
    if (senderId === userId) return withMember(next, 'requests', receiverId, false)
    const counted = withUnread(next, senderId, (state.unread[senderId] ?? 0) + 1)
    return withMember(counted, 'requests', senderId, request)
  }
  if (entry.event === 'getNotification') {
    // Counted as an unread message already.
    return entry.data.type === NOTIFICATION_TYPES.message ? next : { ...next, bell: state.bell + 1 }
  }
  if (entry.event === 'conversationChanged') {
    const { _id, request, muted, blocked } = entry.data
    const withRequest = withMember(next, 'requests', _id, request)
    return withMember(withMember(withRequest, 'muted', _id, muted), 'blocked', _id, blocked)
  }
  // It counts as before.
  if (entry.event === 'messageChanged') return next
  const { senderId, scope, unread } = entry.data
  if (senderId !== undefined) return withUnread(next, senderId, unread)
  return scope === 'bell' ? { ...next, bell: unread } : next
}

function withUnread(state: InboxSnapshot, senderId: string, count: number): InboxSnapshot {
  const { [senderId]: _, ...others } = state.unread
  return { ...state, unread: count > 0 ? { ...others, [senderId]: count } : others }
}

function withMember(
  state: InboxSnapshot,
  name: 'requests' | 'muted' | 'blocked',
  personId: string,
  isIn: boolean,
): InboxSnapshot {
  const { [name]: before = [], ...others } = state
  if (before.includes(personId) === isIn) return state
  const ids = isIn ? [...before, personId].sort() : before.filter((id) => id !== personId)
  return ids.length > 0 ? { ...others, [name]: ids } : others
}

/** The messages of a conversation after one of them has changed, which others may quote. */
export function withChanged(messages: readonly Message[], changed: Message): readonly Message[] {
  return messages.map((message) => {
    if (message._id === changed._id) return changed
    if (message.quote?._id !== changed._id) return message
    return { ...message, quote: quoteOf(changed) }
  })
}

/** The message as its replies quote it. */
export const quoteOf = ({
  _id,
  senderId,
  text,
  file,
  removedAt,
}: Message): NonNullable<Message['quote']> => ({
  ...{ _id, senderId, text: excerpt(text || (file?.name ?? '')) },
  isRemoved: removedAt !== null,
})
