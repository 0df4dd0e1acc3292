import { useSyncExternalStore } from 'react'
import type { InboxEvent } from '#contract/inbox.ts'
import {
  getReadState,
  listChatUsers,
  listMessages,
  readNotifications,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import { realtime, type ServerPayload } from '../lib/realtime.ts'
import { type ConnectionState, createConnection } from './connection.ts'
import { createDrafts, type Drafts, NO_DRAFT } from './drafts.ts'
import { EMPTY_INBOX, type InboxState } from './inbox-state.ts'
import { createInboxStore, HISTORY_PAGE } from './inbox-store.ts'
import { createOutbox, type Outgoing } from './outbox.ts'
import { createReadReceipts } from './read-receipts.ts'
import { createSignals, NO_SIGNALS, type Signals } from './signals.ts'
import { tabStorage } from './tab-storage.ts'

/** Everything that the chat and the bell show. */
export type ChatState = InboxState & {
  userId: string
  link: ConnectionState
  outbox: readonly Outgoing[]
  drafts: Drafts
  signals: Signals
}

export type Inbox = ReturnType<typeof openInbox>

let current: Inbox | undefined

/** The inbox of the person who is signed in, one for the page. It opens the socket when it is first asked for. */
export function inboxOf(userId: string): Inbox {
  if (current?.get().userId !== userId) {
    current?.forget()
    current = openInbox(userId)
  }
  return current
}

auth.onSignOut(() => {
  current?.forget()
  current = undefined
})

/** A part of the state that is the same object until it changes. */
export function useInbox<Part>(
  inbox: Pick<Inbox, 'get' | 'subscribe'>,
  select: (state: ChatState) => Part,
): Part {
  return useSyncExternalStore(inbox.subscribe, () => select(inbox.get()))
}

const SEND_MS = 30_000

function openInbox(userId: string) {
  const keys = { outbox: `chat-outbox-${userId}`, drafts: `chat-drafts-${userId}` }
  const listeners = new Set<() => void>()
  let openPeerId: string | undefined
  let bellSeenUpTo = 0
  const arrivals = new Set<(entry: InboxEvent) => void>()
  let state: ChatState = {
    ...EMPTY_INBOX,
    userId,
    link: 'connecting',
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
      reading.check()
    },
    arrived: (entry) => {
      // Stored, although its answer was lost.
      if (entry.event === 'newMessage' && entry.data.clientId) outbox.remove(entry.data.clientId)
      if (entry.event === 'newMessage') signals.stopTyping(entry.data.senderId)
      for (const listener of arrivals) listener(entry)
    },
  })

  const reading = createReadReceipts({
    state: store.get,
    tell: (senderId, upTo) => tellRead({ senderId, upTo }),
  })

  /** By HTTP where no socket can be opened; false when it has to wait for a line. */
  function tellRead(read: Parameters<typeof realtime.emit<'readNotifications'>>[1]): boolean {
    if (realtime.emit('readNotifications', read)) return true
    if (state.link !== 'asking') return false
    void request(readNotifications, { body: read }).then(() => store.catchUp())
    return true
  }

  function clearBell() {
    if (state.counts && state.counts.bell > 0) tellRead({ scope: 'bell', upTo: bellSeenUpTo })
  }

  /** What was read while there was no line, or was told on one that is gone. */
  function tellAgain() {
    reading.tellAgain()
    if (state.bell.some(({ inboxSeq }) => inboxSeq <= bellSeenUpTo)) clearBell()
  }

  const signals = createSignals({
    tellTyping: (receiverId) => realtime.emit('typing', { receiverId }),
    askReadState: async (id) => {
      const answer = await request(getReadState, { params: { id } })
      return isFailure(answer) ? undefined : answer.readUpTo
    },
    changed: (next) => set({ signals: next }),
  })

  const drafts = createDrafts({ storageKey: keys.drafts, changed: (next) => set({ drafts: next }) })

  const outbox = createOutbox({
    storageKey: keys.outbox,
    send: ({ receiverId: id, text, image, clientId }) =>
      request(sendMessage, {
        params: { id },
        body: { text, image, clientId },
        signal: AbortSignal.timeout(SEND_MS),
      }),
    changed: (next) => set({ outbox: next }),
    sent: store.add,
    // "A failed send keeps text and image in the input" (DECISION 78), unless something newer is there.
    refused({ receiverId, clientId, text, image }) {
      if (drafts.of(receiverId) !== NO_DRAFT) return
      const attached = image === '' ? undefined : { name: 'image', dataUrl: image }
      drafts.set(receiverId, { text, image: attached, failedId: clientId })
    },
  })
  set({ outbox: outbox.get(), drafts: drafts.get() })

  const unhear = [
    realtime.on('hello', (hello) => {
      store.hello(hello)
      tellAgain()
      if (openPeerId) void signals.refresh(openPeerId)
      // A closed panel reads the list when it opens: after a restart of the server not everybody asks at once.
      if (realtime.watchesPresence()) void store.readPeople()
      void outbox.flush()
    }),
    realtime.on('typing', ({ senderId }) => signals.typing(senderId)),
    realtime.on('messagesRead', (read) => signals.read(read.userId, read.upTo)),
    realtime.on('getOnlineUsers', store.online),
    ...(['newMessage', 'getNotification', 'cleared'] as const).map((name) =>
      realtime.on(name, (payload) => store.hear(entryOf(name, payload))),
    ),
  ]

  const link = createConnection({
    socketState: realtime.state,
    onSocketState: realtime.onState,
    ask: async () => {
      const isHeard = await store.catchUp()
      if (!isHeard) return false
      tellAgain()
      void outbox.flush()
      return true
    },
    changed: (next) => set({ link: next }),
  })
  void realtime.connect(userId)

  function close() {
    for (const stop of unhear) stop()
    for (const part of [link, store, reading, signals, drafts, outbox]) part.close()
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** Hears of each event when it is new on this device. */
    onArrival(listener: (entry: InboxEvent) => void) {
      arrivals.add(listener)
      return () => {
        arrivals.delete(listener)
      }
    },

    readPeople: store.readPeople,
    /** The conversation on the screen; none without an id. */
    open(peerId: string | undefined) {
      openPeerId = peerId
      store.open(peerId)
      if (peerId) void signals.refresh(peerId)
    },
    readNewest: store.readNewest,
    readOlder: store.readOlder,
    imageFailed: store.imageFailed,
    /** Whose messages the person sees now: they are read, also those that come. */
    look: reading.look,

    /** All other types of notification, as far as they are known here. */
    clearBell() {
      bellSeenUpTo = state.counts?.last ?? 0
      clearBell()
    },

    type(peerId: string, text: string) {
      drafts.update(peerId, { text })
      if (text.trim() !== '') signals.tell(peerId)
    },
    attach: drafts.attach,
    removeImage: drafts.removeImage,

    /** Sends what is in the input; a refused message that was not changed is tried again as the same one. */
    send(peerId: string) {
      const { text, image, failedId } = drafts.of(peerId)
      const content = { text: text.trim(), image: image?.dataUrl ?? '' }
      if (content.text === '' && content.image === '') return
      const failed = outbox.get().find(({ clientId }) => clientId === failedId)
      drafts.set(peerId, NO_DRAFT)
      if (failed && failed.text === content.text && failed.image === content.image) {
        return outbox.retry(failed.clientId)
      }
      if (failed) outbox.remove(failed.clientId)
      outbox.add(peerId, content)
    },

    retry({ clientId, receiverId }: Outgoing) {
      if (drafts.of(receiverId).failedId === clientId) drafts.set(receiverId, NO_DRAFT)
      outbox.retry(clientId)
    },

    discard({ clientId, receiverId }: Outgoing) {
      if (drafts.of(receiverId).failedId === clientId) drafts.set(receiverId, NO_DRAFT)
      outbox.remove(clientId)
    },

    close,

    /** Signed out: nothing of this person stays in the tab. */
    forget() {
      close()
      tabStorage.remove(keys.outbox)
      tabStorage.remove(keys.drafts)
    },
  }
}

type InboxEventName = InboxEvent['event']

function entryOf<Name extends InboxEventName>(name: Name, payload: ServerPayload<Name>): InboxEvent {
  const { inboxSeq, ...data } = payload
  // The contract gives each name its payload; TypeScript loses that on the way through the spread.
  return { inboxSeq, event: name, data } as unknown as InboxEvent
}
