import type { ResponseOf } from '#contract/endpoint.ts'
import type { InboxEvent, InboxSnapshot, Message } from '#contract/inbox.ts'
import type { ChatUser, syncMessages } from '#contract/messages.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { createImageUrls } from './image-urls.ts'
import {
  applyEvent,
  type BellItem,
  type Conversation,
  EMPTY_INBOX,
  type InboxState,
  mergeMessages,
  resetInbox,
  withBell,
  withMessage,
} from './inbox-state.ts'

export const HISTORY_PAGE = 50

export type InboxNetwork = {
  sync: (after: number) => Promise<ResponseOf<typeof syncMessages> | Failure>
  listPeople: () => Promise<ChatUser[] | Failure>
  listMessages: (peerId: string, before: string | undefined) => Promise<Message[] | Failure>
}

type Needs = {
  userId: string
  network: InboxNetwork
  changed: (state: InboxState) => void
  /** Something was applied, for the first time on this device. */
  arrived: (entry: InboxEvent) => void
}

const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 15_000

/**
 * Keeps the inbox as the server has it: each event is applied once and in its order, what is missing is asked for,
 * and where too much is missing everything is read anew (S7). What events say is never counted twice.
 */
export function createInboxStore({ userId, network, changed, arrived }: Needs) {
  let state = EMPTY_INBOX
  let isClosed = false
  /** There are events up to this number, whether they came or not. */
  let toldUpTo = 0
  let syncing: Promise<boolean> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS
  let peopleRequest: Promise<void> | undefined
  /** Online ids for which the list of people was read in vain: those who cannot be written to. */
  const askedFor = new Set<string>()
  let openPeerId: string | undefined
  /** The part of a conversation that was asked for while the other one was on its way. */
  const wantedNext = new Map<string, 'newest' | 'older'>()
  /** How often everything was forgotten, to be read anew. */
  let epoch = 0

  function set(next: InboxState) {
    if (isClosed || next === state) return
    state = next
    changed(state)
  }

  function hear(entry: InboxEvent) {
    const next = applyEvent(state, entry, userId)
    if (next === 'gap') {
      toldUpTo = Math.max(toldUpTo, entry.inboxSeq)
      void catchUp()
    } else if (next === 'old') {
      // What is stored is told again at every connection (DECISION 79).
      if (entry.event === 'getNotification') {
        set(withBell(state, [{ ...entry.data, inboxSeq: entry.inboxSeq }]))
      }
    } else {
      set(next)
      arrived(entry)
      if (entry.event === 'newMessage') expectListed(entry.data)
    }
  }

  function expectListed({ senderId, receiverId }: Message) {
    const peerId = senderId === userId ? receiverId : senderId
    if (state.people.status === 'ready' && !isListed(peerId)) void readPeople()
  }

  const isListed = (id: string) => state.people.list.some((person) => person._id === id)

  /** Resolves when nothing is missing any more, with false when the server could not be asked. */
  function catchUp(): Promise<boolean> {
    clearTimeout(retryTimer)
    syncing ??= ask().then((isDone) => {
      syncing = undefined
      if (isDone) retryMs = FIRST_RETRY_MS
      // Without a known gap, whoever asked asks again.
      else if (!isClosed && toldUpTo > (state.counts?.last ?? 0)) {
        retryTimer = setTimeout(() => void catchUp(), retryMs)
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
      }
      return isDone
    })
    return syncing
  }

  async function ask(): Promise<boolean> {
    for (;;) {
      const after = state.counts?.last
      const answer = await network.sync(after ?? 0)
      if (isClosed || isFailure(answer)) return false
      if (answer.reset || !state.counts) readAnew(answer.hello, answer.stored)
      // An answer to no number begins before everything: what was cleared long ago is in it too.
      else if (after !== undefined) for (const entry of answer.events) hear(entry)
      const last = state.counts?.last ?? 0
      if (answer.more) {
        if (last === after) return false
        continue
      }
      if (answer.hello.last === last) set({ ...state, counts: answer.hello })
      if (last >= toldUpTo) return true
      // Somebody told of more than there is: the next one to tell is believed again.
      if (last === after) toldUpTo = last
    }
  }

  function readAnew(hello: InboxSnapshot, stored: readonly BellItem[]) {
    const hadPeople = state.people.status !== 'unread'
    set(resetInbox(state, hello, stored))
    epoch += 1
    wantedNext.clear()
    toldUpTo = hello.last
    if (hadPeople) void readPeople()
    if (openPeerId) void readNewest(openPeerId)
  }

  function readPeople(): Promise<void> {
    peopleRequest ??= requestPeople().finally(() => {
      peopleRequest = undefined
    })
    return peopleRequest
  }

  async function requestPeople() {
    const { people } = state
    if (people.status !== 'ready') set({ ...state, people: { status: 'loading', list: people.list } })
    const answer = await network.listPeople()
    if (!isFailure(answer)) set({ ...state, people: { status: 'ready', list: answer } })
    else if (state.people.status !== 'ready') {
      set({ ...state, people: { status: 'failed', list: [], message: answer.message } })
    }
  }

  const change = (peerId: string, conversation: Partial<Conversation>) => {
    const before = state.conversations[peerId] ?? { messages: [], hasOlder: false }
    set({ ...state, conversations: { ...state.conversations, [peerId]: { ...before, ...conversation } } })
  }

  const readNewest = (peerId: string) => readMessages(peerId, 'newest')

  function readOlder(peerId: string) {
    if (state.conversations[peerId]?.hasOlder) void readMessages(peerId, 'older')
  }

  async function readMessages(peerId: string, part: 'newest' | 'older') {
    const asked = state.conversations[peerId]
    if (asked?.loading) {
      // One part after the other: the second begins where the first has ended.
      if (asked.loading !== part) wantedNext.set(peerId, part)
      return
    }
    const askedIn = epoch
    change(peerId, { loading: part, failure: undefined })
    const answer = await network.listMessages(peerId, part === 'older' ? asked?.messages[0]?._id : undefined)
    // Beside what has been read anew, it would leave a hole.
    if (askedIn !== epoch) return
    const next = wantedNext.get(peerId)
    wantedNext.delete(peerId)
    if (isFailure(answer)) {
      return change(peerId, { loading: undefined, failure: { of: part, message: answer.message } })
    }
    const known = state.conversations[peerId]
    const messages = mergeMessages(known?.messages ?? [], answer)
    const isOldest = answer.length < HISTORY_PAGE || answer[0]?.seq === 1
    const tellsOfOlder = asked === undefined || part === 'older' || !known || known.messages.length === 0
    const hasOlder = tellsOfOlder ? !isOldest : known.hasOlder
    change(peerId, { messages, hasOlder, loading: undefined })
    if (next === 'older') readOlder(peerId)
    else if (next === 'newest') void readNewest(peerId)
  }

  const addresses = createImageUrls({
    pageSize: HISTORY_PAGE,
    peerIds: () => Object.keys(state.conversations),
    messagesOf: (peerId) => state.conversations[peerId]?.messages ?? [],
    read: async (peerId, beforeId) => {
      const answer = await network.listMessages(peerId, beforeId)
      return isFailure(answer) ? undefined : answer
    },
    renewed: (peerId, page) =>
      change(peerId, { messages: mergeMessages(state.conversations[peerId]?.messages ?? [], page) }),
  })

  return {
    get: () => state,
    hear,
    catchUp,
    readPeople,
    readNewest,
    readOlder,
    /** The picture of this message could not be shown. */
    imageFailed: addresses.failed,

    hello(hello: InboxSnapshot) {
      const isFirst = state.counts === undefined
      if (isFirst || hello.last === state.counts?.last) set({ ...state, counts: hello })
      toldUpTo = Math.max(toldUpTo, hello.last)
      // A number below ours comes from a server that was set back: `sync` says so.
      if (hello.last !== state.counts?.last) void catchUp()
      // "Reads the open conversation again" (DECISION 81).
      if (!isFirst && openPeerId) void readNewest(openPeerId)
    },

    online(ids: readonly string[]) {
      set({ ...state, online: new Set(ids) })
      if (state.people.status !== 'ready') return
      const unknown = ids.filter((id) => id !== userId && !isListed(id) && !askedFor.has(id))
      for (const id of unknown) askedFor.add(id)
      if (unknown.length > 0) void readPeople()
    },

    /** The conversation on the screen, read if it is not there yet. */
    open(peerId: string | undefined) {
      openPeerId = peerId
      if (peerId && !state.conversations[peerId]) void readNewest(peerId)
    },

    /** A message of this person that the server answered with. */
    add(message: Message) {
      set(withMessage(state, message, userId))
      expectListed(message)
    },

    close() {
      isClosed = true
      clearTimeout(retryTimer)
      addresses.close()
    },
  }
}
