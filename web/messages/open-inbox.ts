import { blockPerson } from '#contract/blocks.ts'
import type { InboxEvent, Message } from '#contract/inbox.ts'
import { quoteOf } from '#contract/inbox-state.ts'
import {
  type ChatUser,
  decideRequest,
  editMessage,
  getReadState,
  listChatUsers,
  listMessages,
  muteConversation,
  readNotifications,
  removeMessage,
  syncMessages,
} from '#contract/messages.ts'
import { request } from '../lib/api.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { realtime } from '../lib/realtime.ts'
import type { ServerPayload } from '../lib/realtime-connection.ts'
import { type ConnectionState, createConnection } from './connection.ts'
import { HISTORY_PAGE } from './conversations.ts'
import type { Drafts, Edit } from './drafts.ts'
import { EMPTY_INBOX, type InboxState } from './inbox-state.ts'
import { createInboxStore } from './inbox-store.ts'
import { createMessageComposer } from './message-composer.ts'
import type { Outgoing } from './outbox.ts'
import { createReadReceipts } from './read-receipts.ts'
import { createSignals, NO_SIGNALS, type Signals } from './signals.ts'

const CHANGE_TIMEOUT_MS = 30_000

/** The state of the chat and the bell. */
export type ChatState = InboxState & {
  userId: string
  connection: ConnectionState
  outbox: readonly Outgoing[]
  drafts: Drafts
  signals: Signals
}

/** Connects the parts of the inbox with each other, with the socket and with the API. */
export function openInbox(userId: string) {
  const listeners = new Set<() => void>()
  const arrivalListeners = new Set<(entry: InboxEvent) => void>()
  let openPeerId: string | undefined
  let bellSeenUpTo = 0
  let state: ChatState = {
    ...EMPTY_INBOX,
    userId,
    connection: 'connecting',
    outbox: [],
    drafts: {},
    signals: NO_SIGNALS,
  }

  function set(change: Partial<ChatState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const store = createInboxStore({
    userId,
    network: {
      sync: (after) => request(syncMessages, { query: { after } }),
      listPeople,
      listMessages: (id, before) =>
        request(listMessages, { params: { id }, query: { before, limit: HISTORY_PAGE } }),
    },
    changed: (inbox) => {
      set(inbox)
      readReceipts.check()
    },
    arrived: (entry) => {
      // Stored, although the response to its sending was lost.
      if (entry.event === 'newMessage' && entry.data.clientId) composer.outbox.remove(entry.data.clientId)
      if (entry.event === 'newMessage') signals.stopTyping(entry.data.senderId)
      for (const listener of arrivalListeners) listener(entry)
    },
  })

  const readReceipts = createReadReceipts({
    state: store.get,
    send: (senderId, upTo) => sendRead({ senderId, upTo }),
  })

  /** Over HTTP if no socket can be opened; false when it has to wait for a connection. */
  function sendRead(read: Parameters<typeof realtime.emit<'readNotifications'>>[1]): boolean {
    if (realtime.emit('readNotifications', read)) return true
    if (state.connection !== 'polling') return false
    void request(readNotifications, { body: read }).then(() => store.catchUp())
    return true
  }

  /** Changes arrive as an event, or by `sync` without a socket. */
  function failureOf(result: unknown): string | undefined {
    if (isFailure(result)) return result.message
    if (state.connection !== 'live') void store.catchUp()
    return undefined
  }

  function clearSeenBell() {
    if (state.counts && state.counts.bell > 0) sendRead({ scope: 'bell', upTo: bellSeenUpTo })
  }

  /** Read positions set while offline, or sent over a connection that was lost. */
  function resendRead() {
    readReceipts.resend()
    if (state.bell.some(({ inboxSeq }) => inboxSeq <= bellSeenUpTo)) clearSeenBell()
  }

  const signals = createSignals({
    sendTyping: (receiverId) => realtime.emit('typing', { receiverId }),
    fetchReadState: async (id) => {
      const response = await request(getReadState, { params: { id } })
      return isFailure(response) ? undefined : response.readUpTo
    },
    changed: (next) => set({ signals: next }),
  })

  const composer = createMessageComposer({
    userId,
    changed: set,
    sent: store.add,
    // They may be deactivated.
    refused: () => void store.loadPeople(),
  })
  const { drafts, outbox } = composer
  set({ outbox: outbox.get(), drafts: drafts.get() })

  const subscriptions = [
    realtime.on('hello', (snapshot) => {
      store.applySnapshot(snapshot)
      resendRead()
      if (openPeerId) void signals.refreshRead(openPeerId)
      // A closed panel loads the list when it opens: after a restart of the server not everybody requests it at once.
      if (realtime.watchesPresence()) void store.loadPeople()
      void outbox.flush()
    }),
    realtime.on('typing', ({ senderId }) => signals.showTyping(senderId)),
    realtime.on('messagesRead', (read) => signals.showRead(read.userId, read.upTo)),
    realtime.on('getOnlineUsers', store.setOnline),
    ...(['newMessage', 'getNotification', 'cleared', 'conversationChanged', 'messageChanged'] as const).map(
      (name) => realtime.on(name, (payload) => store.apply(entryOf(name, payload))),
    ),
  ]

  const connection = createConnection({
    socketState: realtime.state,
    onSocketState: realtime.onState,
    poll: async () => {
      if (!(await store.catchUp())) return false
      resendRead()
      void outbox.flush()
      return true
    },
    changed: (next) => set({ connection: next }),
  })
  void realtime.connect(userId)

  function close() {
    for (const unsubscribe of subscriptions) unsubscribe()
    for (const part of [connection, store, readReceipts, signals, composer]) part.close()
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** Subscribes to events that are new on this device. */
    onArrival(listener: (entry: InboxEvent) => void) {
      arrivalListeners.add(listener)
      return () => {
        arrivalListeners.delete(listener)
      }
    },

    loadPeople: store.loadPeople,
    loadNewest: store.loadNewest,
    loadOlder: store.loadOlder,
    reach: store.reach,
    imageFailed: store.imageFailed,
    setVisiblePeer: readReceipts.setVisiblePeer,

    /** The conversation on the screen; none without an id. */
    open(peerId: string | undefined) {
      openPeerId = peerId
      store.open(peerId)
      if (peerId) void signals.refreshRead(peerId)
    },

    /** The event updates all devices; resolves to the text of a failure. */
    async decideRequest(peerId: string, accept: boolean) {
      return failureOf(await request(decideRequest, { params: { id: peerId }, body: { accept } }))
    },
    async mute(peerId: string, muted: boolean) {
      return failureOf(await request(muteConversation, { params: { id: peerId }, body: { muted } }))
    },

    async block(peerId: string, blocked: boolean) {
      return failureOf(await request(blockPerson, { params: { id: peerId }, body: { blocked } }))
    },

    /** Clears all notifications of the bell that are known here. */
    clearBell() {
      bellSeenUpTo = state.counts?.last ?? 0
      clearSeenBell()
    },

    /** The next message quotes this one; undefined removes the quote. */
    quote(peerId: string, message: Message | undefined) {
      drafts.update(peerId, { quote: message && quoteOf(message) })
    },

    /** Starts or ends the editing of an own message. */
    edit(peerId: string, message: Message | undefined) {
      drafts.update(peerId, { edit: message && { _id: message._id, text: message.text } })
    },

    /** The input is kept on failure. */
    async saveEdit(peerId: string) {
      const { edit } = drafts.of(peerId)
      if (!edit || edit.isSaving) return
      const set = (change: Partial<Edit>) => {
        const current = drafts.of(peerId).edit
        if (current?._id === edit._id) drafts.update(peerId, { edit: { ...current, ...change } })
      }
      set({ isSaving: true, problem: undefined })
      const result = await request(editMessage, {
        params: { id: edit._id },
        body: { text: edit.text.trim() },
        signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS),
      })
      if (isFailure(result)) return set({ isSaving: false, problem: result.message })
      store.change(result)
      const current = drafts.of(peerId).edit
      if (current?._id !== edit._id) return
      // Input typed meanwhile is not saved yet.
      if (current.text === edit.text) drafts.update(peerId, { edit: undefined })
      else set({ isSaving: false })
    },

    /** Resolves to the text of a failure. */
    async remove(id: string): Promise<string | undefined> {
      const signal = AbortSignal.timeout(CHANGE_TIMEOUT_MS)
      const result = await request(removeMessage, { params: { id }, signal })
      if (isFailure(result)) return result.message
      const { message: _, ...message } = result
      store.change(message)
      return undefined
    },

    type(peerId: string, text: string) {
      const { edit } = drafts.of(peerId)
      if (edit) return drafts.update(peerId, { edit: { ...edit, text } })
      drafts.update(peerId, { text, isDue: undefined })
      if (text.trim() !== '') signals.sendTyping(peerId)
    },
    attach: drafts.attach,
    removeImage: drafts.removeImage,
    send: composer.send,
    retry: composer.retry,
    discard: composer.discard,

    close,

    /** At sign-out: removes all data of this person from the tab. */
    forget() {
      close()
      composer.removeStored()
    },
  }
}

/** Deactivated people are among the others, in the order of their last messages (FLOW-08). */
async function listPeople(): Promise<ChatUser[] | Failure> {
  const [people, former] = await Promise.all([
    request(listChatUsers),
    request(listChatUsers, { query: { left: true } }),
  ])
  if (isFailure(people) || isFailure(former) || former.length === 0) return people
  const lastAt = ({ lastMessage }: ChatUser) => lastMessage?.createdAt ?? ''
  return [...people, ...former].sort((a, b) => (lastAt(a) === lastAt(b) ? 0 : lastAt(a) < lastAt(b) ? 1 : -1))
}

type InboxEventName = InboxEvent['event']

function entryOf<Name extends InboxEventName>(name: Name, payload: ServerPayload<Name>): InboxEvent {
  const { inboxSeq, ...data } = payload
  // The contract pairs each name with its payload; the spread loses that type.
  return { inboxSeq, event: name, data } as unknown as InboxEvent
}
