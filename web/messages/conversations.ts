import type { Message } from '#contract/inbox.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { createImageUrls } from './image-urls.ts'
import { type Conversation, type InboxState, mergeMessages } from './inbox-state.ts'

export const HISTORY_PAGE = 50
/** The maximum of older pages to load for one message. */
const MAX_REACHED_PAGES = 40

type Needs = {
  get: () => InboxState
  set: (state: InboxState) => void
  /** The messages before `before`, or the newest. */
  fetchMessages: (peerId: string, before: string | undefined) => Promise<Message[] | Failure>
}

type Part = 'newest' | 'older'

/** The opened conversations, loaded page by page. */
export function createConversations({ get, set, fetchMessages }: Needs) {
  let openPeerId: string | undefined
  /** By person: the part requested while the other one is loading. */
  const next = new Map<string, Part>()
  const running = new Map<string, Promise<void>>()
  /** Counts the resets; a page requested before a reset is dropped. */
  let epoch = 0

  const messagesOf = (peerId: string) => get().conversations[peerId]?.messages ?? []

  function update(peerId: string, change: Partial<Conversation>) {
    const state = get()
    const before = state.conversations[peerId] ?? { messages: [], hasOlder: false }
    set({ ...state, conversations: { ...state.conversations, [peerId]: { ...before, ...change } } })
  }

  const loadNewest = (peerId: string) => load(peerId, 'newest')

  function loadOlder(peerId: string) {
    if (get().conversations[peerId]?.hasOlder) void load(peerId, 'older')
  }

  function load(peerId: string, part: Part): Promise<void> {
    const before = get().conversations[peerId]
    const current = running.get(peerId)
    if (before?.loading && current) {
      // Sequential: the second part starts where the first ended.
      if (before.loading !== part) next.set(peerId, part)
      return current
    }
    const started = fetchPart(peerId, part, before)
    running.set(peerId, started)
    return started
  }

  async function fetchPart(peerId: string, part: Part, before: Conversation | undefined): Promise<void> {
    const startedIn = epoch
    update(peerId, { loading: part, failure: undefined })
    const response = await fetchMessages(peerId, part === 'older' ? before?.messages[0]?._id : undefined)
    // Merged into the messages after a reset, it would leave a gap.
    if (startedIn !== epoch) return
    const nextPart = next.get(peerId)
    next.delete(peerId)
    if (isFailure(response)) {
      return update(peerId, {
        loading: undefined,
        failure: { of: part, message: response.message, isGone: response.status === 404 },
      })
    }
    const known = get().conversations[peerId]
    const isOldest = response.length < HISTORY_PAGE || response[0]?.seq === 1
    const reachesOldest = before === undefined || part === 'older' || !known || known.messages.length === 0
    update(peerId, {
      messages: mergeMessages(known?.messages ?? [], response),
      hasOlder: reachesOldest ? !isOldest : known.hasOlder,
      loading: undefined,
    })
    if (nextPart === 'older') loadOlder(peerId)
    else if (nextPart === 'newest') void loadNewest(peerId)
  }

  const imageUrls = createImageUrls({
    pageSize: HISTORY_PAGE,
    peerIds: () => Object.keys(get().conversations),
    messagesOf,
    fetchMessages: async (peerId, beforeId) => {
      const response = await fetchMessages(peerId, beforeId)
      return isFailure(response) ? undefined : response
    },
    renewed: (peerId, page) => update(peerId, { messages: mergeMessages(messagesOf(peerId), page) }),
  })

  function reloadOpen() {
    if (openPeerId) void loadNewest(openPeerId)
  }

  return {
    loadNewest,
    loadOlder,
    reloadOpen,
    imageFailed: imageUrls.failed,

    /** Loads older pages until this message is loaded; false if it is not found. */
    async reach(peerId: string, messageId: string): Promise<boolean> {
      for (let pages = 0; pages < MAX_REACHED_PAGES; pages += 1) {
        if (messagesOf(peerId).some(({ _id }) => _id === messageId)) return true
        const conversation = get().conversations[peerId]
        const isEmpty = messagesOf(peerId).length === 0
        if (conversation && !conversation.loading && !isEmpty && !conversation.hasOlder) return false
        await load(peerId, conversation?.loading ?? (isEmpty ? 'newest' : 'older'))
        if (get().conversations[peerId]?.failure) return false
      }
      return false
    },

    /** The conversation on the screen, loaded on first opening. */
    open(peerId: string | undefined) {
      openPeerId = peerId
      if (peerId && !get().conversations[peerId]) void loadNewest(peerId)
    },

    /** After the state was replaced. */
    reset() {
      epoch += 1
      next.clear()
      reloadOpen()
    },

    close: imageUrls.close,
  }
}
