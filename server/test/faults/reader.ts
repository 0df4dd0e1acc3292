import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { Hello, InboxEvent, SyncAnswer } from '#contract/inbox.ts'
import { applyInboxEvent } from '#contract/inbox-state.ts'
import type { Person } from '../builders.ts'

const COME_BACK_MS = 50

/** A device that comes back by itself, to whichever server answers, and asks for what it has missed. */
export function openReader(urls: readonly string[], person: Person) {
  const applied: string[] = []
  const appliedAt = new Map<string, number>()
  let state: Hello | undefined
  let isAsking = false
  let isClosed = false
  let attempts = 0
  let socket = open()

  function open(): Socket {
    const next = io(urls[attempts % urls.length] ?? '', {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      query: { userId: person.id },
      auth: { token: person.token, watchPresence: false },
    })
    attempts += 1
    next.on('hello', (hello: Hello) => {
      state ??= hello
      if (hello.last > state.last) void ask()
    })
    for (const event of ['newMessage', 'getNotification', 'cleared'] as const) {
      next.on(event, ({ inboxSeq, ...data }) => apply({ inboxSeq, event, data } as InboxEvent))
    }
    for (const end of ['disconnect', 'connect_error']) next.on(end, () => void comeBack(next))
    return next
  }

  async function comeBack(ended: Socket): Promise<void> {
    await wait(COME_BACK_MS)
    if (ended === socket && !isClosed) socket = open()
  }

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    for (let more = true; more; ) {
      const answer: SyncAnswer | undefined = await socket
        .timeout(2000)
        .emitWithAck('sync', { after: state?.last ?? 0 })
        .catch(() => undefined)
      for (const entry of answer?.events ?? []) apply(entry)
      more = answer?.more ?? false
    }
    isAsking = false
  }

  function apply(entry: InboxEvent): void {
    const next = state ? applyInboxEvent(state, entry, person.id) : 'gap'
    if (next === 'gap') void ask()
    if (typeof next === 'string') return
    state = next
    if (entry.event !== 'newMessage') return
    applied.push(entry.data._id)
    appliedAt.set(entry.data._id, Date.now())
  }

  return {
    person,
    applied,
    appliedAt,
    state: () => state,
    /** The connection is gone, without a word of the server. */
    cut: () => void socket.io.engine?.close(),
    close: () => {
      isClosed = true
      socket.disconnect()
    },
  }
}
