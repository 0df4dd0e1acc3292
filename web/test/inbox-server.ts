import type { Cleared, InboxEvent, InboxSnapshot, Message } from '#contract/inbox.ts'
import { quoteOf, withChanged } from '#contract/inbox-state.ts'
import type { ChatUser } from '#contract/messages.ts'
import { NOTIFICATION_TYPES, type Notification } from '#contract/notifications.ts'
import { HISTORY_PAGE } from '../messages/conversations.ts'
import type { BellItem } from '../messages/inbox-state.ts'

export const OWN_ID = 'own'

/** The defaults of an unedited message without a quote. */
export const AS_SENT = { file: null, editedAt: null, removedAt: null, quote: null, warning: null }

/** A fake server: one person's inbox in memory. */
export function createInboxServer() {
  const events: InboxEvent[] = []
  const messages: Message[] = []
  const readUpTo = new Map<string, number>()
  let bell: BellItem[] = []
  let firstSeq = 1
  let undelivered: InboxEvent[] = []

  const last = () => events.length
  function emit(event: InboxEvent['event'], data: unknown) {
    // The caller pairs the event with its payload.
    const entry = { inboxSeq: last() + 1, event, data } as InboxEvent
    events.push(entry)
    undelivered.push(entry)
  }

  const of = (peerId: string) =>
    messages.filter(({ senderId, receiverId }) => senderId === peerId || receiverId === peerId)
  const unreadOf = (peerId: string) =>
    of(peerId).filter(({ senderId, seq }) => senderId === peerId && seq > (readUpTo.get(peerId) ?? 0)).length
  const peers = () => [
    ...new Set(
      [...messages]
        .reverse()
        .map(({ senderId, receiverId }) => (senderId === OWN_ID ? receiverId : senderId)),
    ),
  ]

  function hello(): InboxSnapshot {
    const unread = peers().flatMap((id) => (unreadOf(id) > 0 ? [[id, unreadOf(id)] as const] : []))
    return { last: last(), unread: Object.fromEntries(unread), bell: bell.length }
  }

  const person = (_id: string) => ({ _id, name: _id, surname: 'Paz', avatar: '' })
  const notification = (type: number, senderId: string, _id: string): Notification => ({
    _id,
    type,
    senderId,
    senderName: `${senderId} Paz`,
    receiverId: OWN_ID,
    receiverName: 'Own Paz',
    createdAt: timeOf(last()),
    projectId: type === NOTIFICATION_TYPES.like ? 'project' : null,
    user: person(senderId),
    data: {},
    text: `Notification of ${senderId} Paz`,
    path: null,
    readAt: null,
  })

  return {
    hello,
    stored: () => bell,

    message(senderId: string, receiverId: string): Message {
      const peerId = senderId === OWN_ID ? receiverId : senderId
      const seq = of(peerId).length + 1
      // Every third one quotes the one before the last.
      const quoted = seq % 3 === 0 ? of(peerId).at(-2) : undefined
      const message: Message = {
        _id: `${peerId}-${seq}`,
        senderId,
        receiverId,
        text: `Message ${seq}`,
        image: '',
        createdAt: timeOf(messages.length),
        seq,
        ...AS_SENT,
        quote: quoted ? quoteOf(quoted) : null,
      }
      messages.push(message)
      emit('newMessage', message)
      if (receiverId === OWN_ID) {
        emit('getNotification', notification(NOTIFICATION_TYPES.message, senderId, message._id))
      }
      return message
    },

    /** Edits or removes the newest message but `back` of a conversation. */
    change(peerId: string, back: number, isRemoved: boolean) {
      const known = of(peerId).at(-1 - back)
      if (!known || known.removedAt !== null) return
      const at = new Date(Date.UTC(2026, 1, 1) + last() * 1000).toISOString()
      const changed: Message = isRemoved
        ? { ...known, text: '', removedAt: at, quote: null, warning: null }
        : { ...known, text: `Changed ${last()}`, editedAt: at }
      for (const [index, message] of withChanged(messages, changed).entries()) messages[index] = message
      // Older events contain the new text, too.
      for (const entry of events) {
        if (entry.event === 'newMessage' || entry.event === 'messageChanged') {
          entry.data = messages.find(({ _id }) => _id === entry.data._id) ?? entry.data
        }
      }
      emit('messageChanged', changed)
    },

    like(senderId: string) {
      const item = notification(NOTIFICATION_TYPES.like, senderId, `like-${last()}`)
      emit('getNotification', item)
      bell = [...bell, { ...item, inboxSeq: last() }]
    },

    /** All but the last `back` of a conversation; never moves back. */
    read(peerId: string, back: number) {
      const upTo = Math.max(0, of(peerId).length - back)
      if (upTo <= (readUpTo.get(peerId) ?? 0)) return
      const before = unreadOf(peerId)
      readUpTo.set(peerId, upTo)
      if (unreadOf(peerId) === before) return
      emit('cleared', { senderId: peerId, upTo, unread: unreadOf(peerId) } satisfies Cleared)
    },

    clearBell(back: number) {
      const upTo = last() - back
      const cleared = bell.filter(({ inboxSeq }) => inboxSeq <= upTo)
      if (cleared.length === 0) return
      bell = bell.filter(({ inboxSeq }) => inboxSeq > upTo)
      const highest = Math.max(...cleared.map(({ inboxSeq }) => inboxSeq))
      emit('cleared', { scope: 'bell', upTo: highest, unread: bell.length } satisfies Cleared)
    },

    /** Undelivered events. */
    takeUndelivered() {
      const taken = undelivered
      undelivered = []
      return taken
    },

    /** As if the inbox were a month old. */
    forget() {
      firstSeq = last() + 1
    },

    sync(after: number) {
      if (after < firstSeq - 1 || after > last()) {
        return { events: [], last: last(), more: false, reset: true, hello: hello(), stored: bell }
      }
      // Small pages, so that `more` occurs.
      const given = events.slice(after, after + 5)
      const more = after + given.length < last()
      return { events: given, last: last(), more, reset: false, hello: hello(), stored: bell }
    },

    history(peerId: string, before: string | undefined, limit = HISTORY_PAGE): Message[] {
      const all = of(peerId)
      const end = before === undefined ? all.length : all.findIndex(({ _id }) => _id === before)
      return all.slice(Math.max(0, end - limit), end)
    },

    people: (): ChatUser[] =>
      peers().map((id) => {
        const newest = of(id).at(-1)
        const { text = '', senderId = id, createdAt = '', seq = 0, removedAt = null } = newest ?? {}
        return {
          ...person(id),
          role: { type: 'developer' },
          verified: null,
          lastMessage: { text, hasImage: false, senderId, createdAt, seq, isRemoved: removedAt !== null },
          ...{ request: false, blocked: false, muted: false, unread: unreadOf(id) },
        }
      }),
  }
}

/** With two servers, one clock is behind. */
const timeOf = (index: number) =>
  new Date(Date.UTC(2026, 0, 1) + index * 1000 - (index % 2) * 5000).toISOString()
