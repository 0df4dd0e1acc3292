import type { ResponseOf } from '#contract/endpoint.ts'
import type { InboxEvent, InboxSnapshot, Message } from '#contract/inbox.ts'
import type { ChatUser, syncMessages } from '#contract/messages.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { createConversations } from './conversations.ts'
import {
  applyEvent,
  type BellItem,
  EMPTY_INBOX,
  type InboxState,
  resetInbox,
  withBell,
  withChangedMessage,
  withMessage,
} from './inbox-state.ts'
import { createPeopleList } from './people-list.ts'

export type InboxNetwork = {
  sync: (after: number) => Promise<ResponseOf<typeof syncMessages> | Failure>
  listPeople: () => Promise<ChatUser[] | Failure>
  listMessages: (peerId: string, before: string | undefined) => Promise<Message[] | Failure>
}

type Needs = {
  userId: string
  network: InboxNetwork
  changed: (state: InboxState) => void
  /** An event was applied for the first time on this device. */
  arrived: (entry: InboxEvent) => void
}

const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 15_000

/**
 * Replicates the inbox of the server: each event is applied once and in order, a gap is fetched, and for too large a gap
 * the whole inbox (S7). Counts come from the server only.
 */
export function createInboxStore({ userId, network, changed, arrived }: Needs) {
  let state = EMPTY_INBOX
  let isClosed = false
  /** The highest inbox number that was announced, whether its event arrived or not. */
  let announcedUpTo = 0
  let syncing: Promise<boolean> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS

  const get = () => state
  function set(next: InboxState) {
    if (isClosed || next === state) return
    state = next
    changed(state)
  }

  const people = createPeopleList({ userId, get, set, fetchPeople: network.listPeople })
  const conversations = createConversations({ get, set, fetchMessages: network.listMessages })

  const peerOf = ({ senderId, receiverId }: Message) => (senderId === userId ? receiverId : senderId)

  function apply(entry: InboxEvent) {
    const next = applyEvent(state, entry, userId)
    if (next === 'gap') {
      announcedUpTo = Math.max(announcedUpTo, entry.inboxSeq)
      void catchUp()
    } else if (next === 'old') {
      // Stored notifications are sent again at every connection (decision 43).
      if (entry.event === 'getNotification') {
        set(withBell(state, [{ ...entry.data, inboxSeq: entry.inboxSeq }]))
      }
    } else {
      set(next)
      arrived(entry)
      if (entry.event === 'newMessage') people.ensureListed(peerOf(entry.data))
      // A declined request leaves the list.
      if (entry.event === 'conversationChanged' && state.people.status === 'ready') void people.load()
    }
  }

  /** Resolves once nothing is missing, or to false when the server is unavailable. */
  function catchUp(): Promise<boolean> {
    clearTimeout(retryTimer)
    syncing ??= fetchMissing().then((isDone) => {
      syncing = undefined
      if (isDone) retryMs = FIRST_RETRY_MS
      // Without a known gap the caller retries.
      else if (!isClosed && announcedUpTo > (state.counts?.last ?? 0)) {
        retryTimer = setTimeout(() => void catchUp(), retryMs)
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
      }
      return isDone
    })
    return syncing
  }

  async function fetchMissing(): Promise<boolean> {
    for (;;) {
      const after = state.counts?.last
      const response = await network.sync(after ?? 0)
      if (isClosed || isFailure(response)) return false
      if (response.reset || !state.counts) reset(response.hello, response.stored)
      // A sync without a number starts at the beginning, and includes long cleared notifications.
      else if (after !== undefined) for (const entry of response.events) apply(entry)
      const last = state.counts?.last ?? 0
      if (response.more) {
        if (last === after) return false
        continue
      }
      if (response.hello.last === last) set({ ...state, counts: response.hello })
      if (last >= announcedUpTo) return true
      // The announced number does not exist: it is ignored.
      if (last === after) announcedUpTo = last
    }
  }

  function reset(snapshot: InboxSnapshot, stored: readonly BellItem[]) {
    const hadPeople = state.people.status !== 'unread'
    set(resetInbox(state, snapshot, stored))
    announcedUpTo = snapshot.last
    if (hadPeople) void people.load()
    conversations.reset()
  }

  return {
    get,
    apply,
    catchUp,
    loadPeople: people.load,
    setOnline: people.setOnline,
    open: conversations.open,
    loadNewest: conversations.loadNewest,
    loadOlder: conversations.loadOlder,
    reach: conversations.reach,
    imageFailed: conversations.imageFailed,

    /** The snapshot that every new connection begins with. */
    applySnapshot(snapshot: InboxSnapshot) {
      const isFirst = state.counts === undefined
      if (isFirst || snapshot.last === state.counts?.last) set({ ...state, counts: snapshot })
      announcedUpTo = Math.max(announcedUpTo, snapshot.last)
      // A lower number than ours comes from a restored server: `sync` returns a reset.
      if (snapshot.last !== state.counts?.last) void catchUp()
      // "Reads the open conversation again" (decision 63).
      if (!isFirst) conversations.reloadOpen()
    },

    /** The stored message from the response to its sending. */
    add(message: Message) {
      set(withMessage(state, message, userId))
      people.ensureListed(peerOf(message))
    },

    /** An own message, from the response to its change. */
    change(message: Message) {
      set(withChangedMessage(state, message, userId))
    },

    close() {
      isClosed = true
      clearTimeout(retryTimer)
      conversations.close()
    },
  }
}
