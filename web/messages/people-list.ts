import type { ChatUser } from '#contract/messages.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import type { InboxState } from './inbox-state.ts'

type Needs = {
  userId: string
  get: () => InboxState
  set: (state: InboxState) => void
  fetchPeople: () => Promise<ChatUser[] | Failure>
}

/** The people of the chat, with presence. */
export function createPeopleList({ userId, get, set, fetchPeople }: Needs) {
  let running: Promise<void> | undefined
  /** Online ids missing after a refetch: people who cannot be written to. */
  const refetchedFor = new Set<string>()

  const isListed = (id: string) => get().people.list.some((person) => person._id === id)

  /** Concurrent calls share one request. */
  function load(): Promise<void> {
    running ??= request().finally(() => {
      running = undefined
    })
    return running
  }

  async function request() {
    const { people } = get()
    if (people.status !== 'ready') set({ ...get(), people: { status: 'loading', list: people.list } })
    const response = await fetchPeople()
    if (!isFailure(response)) set({ ...get(), people: { status: 'ready', list: response } })
    else if (get().people.status !== 'ready') {
      set({ ...get(), people: { status: 'failed', list: [], message: response.message } })
    }
  }

  return {
    load,

    /** Refetches a loaded list that lacks this person. */
    ensureListed(peerId: string) {
      if (get().people.status === 'ready' && !isListed(peerId)) void load()
    },

    setOnline(ids: readonly string[]) {
      set({ ...get(), online: new Set(ids) })
      if (get().people.status !== 'ready') return
      const unknown = ids.filter((id) => id !== userId && !isListed(id) && !refetchedFor.has(id))
      for (const id of unknown) refetchedFor.add(id)
      if (unknown.length > 0) void load()
    },
  }
}
