import type { InboxEvent } from '#contract/inbox.ts'
import {
  getReadState,
  listChatUsers,
  listMessages,
  readNotifications,
  syncMessages,
} from '#contract/messages.ts'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { realtime } from '../lib/realtime.ts'
import type { ServerPayload } from '../lib/realtime-connection.ts'
import { type ConnectionState, createConnection } from './connection.ts'
import { HISTORY_PAGE } from './conversations.ts'
import type { Drafts } from './drafts.ts'
import { EMPTY_INBOX, type InboxState } from './inbox-state.ts'
import { createInboxStore } from './inbox-store.ts'
import type { Outgoing } from './outbox.ts'
import { createReadReceipts } from './read-receipts.ts'
import { createSignals, NO_SIGNALS, type Signals } from './signals.ts'
import { createWriting } from './writing.ts'

/** Everything that the chat and the bell show. */
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
      listPeople: () => request(listChatUsers),
      listMessages: (id, before) =>
        request(listMessages, { params: { id }, query: { before, limit: HISTORY_PAGE } }),
    },
    changed: (inbox) => {
      set(inbox)
      readReceipts.check()
    },
    arrived: (entry) => {
      // Stored, although the response to its sending was lost.
      if (entry.event === 'newMessage' && entry.data.clientId) writing.outbox.remove(entry.data.clientId)
      if (entry.event === 'newMessage') signals.stopTyping(entry.data.senderId)
      for (const listener of arrivalListeners) listener(entry)
    },
  })

  const readReceipts = createReadReceipts({
    state: store.get,
    send: (senderId, upTo) => sendRead({ senderId, upTo }),
  })

  /** Over HTTP where no socket can be opened; false when it has to wait for a connection. */
  function sendRead(read: Parameters<typeof realtime.emit<'readNotifications'>>[1]): boolean {
    if (realtime.emit('readNotifications', read)) return true
    if (state.connection !== 'polling') return false
    void request(readNotifications, { body: read }).then(() => store.catchUp())
    return true
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

  const writing = createWriting({ userId, changed: set, sent: store.add })
  const { drafts, outbox } = writing
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
    ...(['newMessage', 'getNotification', 'cleared'] as const).map((name) =>
      realtime.on(name, (payload) => store.apply(entryOf(name, payload))),
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
    for (const part of [connection, store, readReceipts, signals, writing]) part.close()
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
    imageFailed: store.imageFailed,
    setVisiblePeer: readReceipts.setVisiblePeer,

    /** The conversation on the screen; none without an id. */
    open(peerId: string | undefined) {
      openPeerId = peerId
      store.open(peerId)
      if (peerId) void signals.refreshRead(peerId)
    },

    /** Clears all notifications of the bell that are known here. */
    clearBell() {
      bellSeenUpTo = state.counts?.last ?? 0
      clearSeenBell()
    },

    type(peerId: string, text: string) {
      drafts.update(peerId, { text })
      if (text.trim() !== '') signals.sendTyping(peerId)
    },
    attach: drafts.attach,
    removeImage: drafts.removeImage,
    send: writing.send,
    retry: writing.retry,
    discard: writing.discard,

    close,

    /** At sign-out: nothing of this person stays in the tab. */
    forget() {
      close()
      writing.removeStored()
    },
  }
}

type InboxEventName = InboxEvent['event']

function entryOf<Name extends InboxEventName>(name: Name, payload: ServerPayload<Name>): InboxEvent {
  const { inboxSeq, ...data } = payload
  // The contract gives each name its payload; the spread loses that type.
  return { inboxSeq, event: name, data } as unknown as InboxEvent
}
