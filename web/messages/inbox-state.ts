import type { InboxEvent, InboxSnapshot, Message } from '#contract/inbox.ts'
import { applyInboxEvent, withChanged } from '#contract/inbox-state.ts'
import type { ChatUser } from '#contract/messages.ts'
import { NOTIFICATION_TYPES, type Notification } from '#contract/notifications.ts'
import type { Numbered } from '#contract/realtime.ts'

export type BellItem = Numbered<Notification>

export type Conversation = {
  /** In the order of `seq`, up to the newest known one. */
  messages: readonly Message[]
  hasOlder: boolean
  loading?: 'newest' | 'older' | undefined
  /** `isGone`: the person no longer exists; a retry is pointless. */
  failure?: { of: 'newest' | 'older'; message: string; isGone: boolean } | undefined
}

export type People = {
  status: 'unread' | 'loading' | 'failed' | 'ready'
  list: readonly ChatUser[]
  message?: string | undefined
}

/** The inbox of the signed-in person, as replicated on this device. */
export type InboxState = {
  /** Undefined until the first snapshot. */
  counts: InboxSnapshot | undefined
  /** Open notifications of the bell, newest first. */
  bell: readonly BellItem[]
  /** Late notifications up to this inbox number were cleared already. */
  bellClearedUpTo: number
  people: People
  online: ReadonlySet<string>
  /** By the other person's id; only opened conversations. */
  conversations: Readonly<Record<string, Conversation>>
}

export const EMPTY_INBOX: InboxState = {
  counts: undefined,
  bell: [],
  bellClearedUpTo: 0,
  people: { status: 'unread', list: [] },
  online: new Set(),
  conversations: {},
}

/** The state after one more event; 'old' for one that was applied before, 'gap' when events before it are missing. */
export function applyEvent(state: InboxState, entry: InboxEvent, userId: string): InboxState | 'old' | 'gap' {
  if (!state.counts) return 'gap'
  const counts = applyInboxEvent(state.counts, entry, userId)
  if (counts === 'old' || counts === 'gap') return counts
  const next = { ...state, counts }
  if (entry.event === 'newMessage') return withMessage(next, entry.data, userId)
  if (entry.event === 'getNotification') return withBell(next, [{ ...entry.data, inboxSeq: entry.inboxSeq }])
  if (entry.event === 'messageChanged') return withChangedMessage(next, entry.data, userId)
  if (entry.event === 'conversationChanged' || entry.data.scope !== 'bell') return next
  const { upTo, from, ids } = entry.data
  return {
    ...next,
    bell: state.bell.filter(
      ({ _id, inboxSeq, senderId }) =>
        inboxSeq > upTo && (from === undefined || senderId !== from) && !ids?.includes(_id),
    ),
    bellClearedUpTo: Math.max(state.bellClearedUpTo, upTo),
  }
}

/** A new state from a snapshot; presence is unchanged. Notifications not in `stored` were cleared. */
export function resetInbox(
  state: InboxState,
  snapshot: InboxSnapshot,
  stored: readonly BellItem[],
): InboxState {
  const fresh = { ...EMPTY_INBOX, online: state.online, counts: snapshot }
  return { ...withBell(fresh, stored), bellClearedUpTo: snapshot.last }
}

/** Adds notifications, each once. Those of messages are counted as unread messages instead. */
export function withBell(state: InboxState, given: readonly BellItem[]): InboxState {
  const known = new Set(state.bell.map(({ _id }) => _id))
  const added = given.filter(
    ({ _id, type, inboxSeq }) =>
      type !== NOTIFICATION_TYPES.message && !known.has(_id) && inboxSeq > state.bellClearedUpTo,
  )
  if (added.length === 0) return state
  return { ...state, bell: [...state.bell, ...added].sort((a, b) => b.inboxSeq - a.inboxSeq) }
}

/** Adds a sent or received message to its opened conversation and to the top of the list of people. */
export function withMessage(state: InboxState, message: Message, userId: string): InboxState {
  const peerId = message.senderId === userId ? message.receiverId : message.senderId
  const conversation = state.conversations[peerId]
  return {
    ...state,
    people: { ...state.people, list: withLastMessage(state.people.list, peerId, message) },
    conversations: conversation
      ? {
          ...state.conversations,
          [peerId]: { ...conversation, messages: mergeMessages(conversation.messages, [message]) },
        }
      : state.conversations,
  }
}

/** Both lists merged in the order of `seq`, each message once. */
export function mergeMessages(known: readonly Message[], given: readonly Message[]): readonly Message[] {
  const last = known.at(-1)
  const [first] = given
  if (!first) return known
  if (!last || first.seq > last.seq) return [...known, ...given]
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  for (const message of given) {
    const before = bySeq.get(message.seq)
    // A response from before a change may arrive after its event.
    if (!before || changedAt(message) >= changedAt(before)) bySeq.set(message.seq, message)
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

const changedAt = ({ editedAt, removedAt }: Message) => removedAt ?? editedAt ?? ''

/** Replaces an edited or removed message wherever it is shown. */
export function withChangedMessage(state: InboxState, message: Message, userId: string): InboxState {
  const peerId = message.senderId === userId ? message.receiverId : message.senderId
  const conversation = state.conversations[peerId]
  return {
    ...state,
    people: {
      ...state.people,
      list: state.people.list.map((person) =>
        person._id === peerId && person.lastMessage?.seq === message.seq
          ? { ...person, lastMessage: lastMessageOf(message) }
          : person,
      ),
    },
    conversations: conversation
      ? {
          ...state.conversations,
          [peerId]: { ...conversation, messages: withChanged(conversation.messages, message) },
        }
      : state.conversations,
  }
}

function withLastMessage(list: readonly ChatUser[], peerId: string, message: Message): readonly ChatUser[] {
  const person = list.find(({ _id }) => _id === peerId)
  if (!person || (person.lastMessage && person.lastMessage.seq > message.seq)) return list
  return [{ ...person, lastMessage: lastMessageOf(message) }, ...list.filter((other) => other !== person)]
}

const lastMessageOf = ({ text, image, file, senderId, createdAt, seq, removedAt }: Message) => ({
  ...{ text, hasImage: image !== '', senderId, createdAt, seq },
  ...(file && { hasFile: true as const }),
  isRemoved: removedAt !== null,
})
