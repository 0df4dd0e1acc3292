import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { InboxEvent, InboxSnapshot, Message, SyncResult } from '#contract/inbox.ts'
import { applyInboxEvent } from '#contract/inbox-state.ts'
import type { Person } from '../builders.ts'
import { until } from '../until.ts'

const COME_BACK_MS = 50
const EVENTS = ['newMessage', 'getNotification', 'cleared', 'conversationChanged', 'messageChanged'] as const

/** The arrival of a message, and the start of the connection then. */
type Delivery = { message: Message; at: number; connectedAt: number }

/** A device that reconnects by itself, to any server that responds, and syncs missed events. */
export function openReader(urls: readonly string[], person: Person) {
  const deliveries: Delivery[] = []
  /** The last text of each message, by id. */
  const texts = new Map<string, string>()
  let state: InboxSnapshot | undefined
  let isAsking = false
  let isClosed = false
  let attempts = 0
  let connectedAt = 0
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
    next.on('hello', (hello: InboxSnapshot) => {
      connectedAt = Date.now()
      state ??= hello
      if (hello.last > state.last) void ask()
    })
    for (const event of EVENTS) {
      next.on(event, ({ inboxSeq, ...data }) => apply({ inboxSeq, event, data } as InboxEvent))
    }
    for (const end of ['disconnect', 'connect_error']) next.on(end, () => void comeBack(next))
    return next
  }

  async function comeBack(ended: Socket): Promise<void> {
    await wait(COME_BACK_MS)
    if (ended === socket && !isClosed) socket = open()
  }

  /** Until there is no more, or the connection is lost: then the next `hello` triggers another sync. */
  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    for (let more = true; more; ) {
      const requested = socket
      const response: SyncResult | undefined = await requested
        .timeout(2000)
        .emitWithAck('sync', { after: state?.last ?? 0 })
        .catch(() => undefined)
      for (const entry of response?.events ?? []) apply(entry)
      more = response?.more ?? requested.connected
    }
    isAsking = false
  }

  function apply(entry: InboxEvent): void {
    const next = state ? applyInboxEvent(state, entry, person.id) : 'gap'
    if (next === 'gap') void ask()
    if (typeof next === 'string') return
    state = next
    if (entry.event === 'newMessage' || entry.event === 'messageChanged') {
      texts.set(entry.data._id, entry.data.text)
    }
    if (entry.event === 'newMessage') deliveries.push({ message: entry.data, at: Date.now(), connectedAt })
  }

  const peerOf = ({ senderId, receiverId }: Message) => (senderId === person.id ? receiverId : senderId)

  return {
    person,
    deliveries,
    state: () => state,

    /** Compares the events of this device with the stored ones: each once, each conversation in order, in its current state. */
    async check(conversations: readonly Message[][], timeoutMs: number): Promise<void> {
      const count = conversations.flat().length
      await until(() => deliveries.length >= count, timeoutMs)
      const shown = new Map<string, string[]>()
      for (const { message } of deliveries) {
        const ids = shown.get(peerOf(message)) ?? []
        ids.push(message._id)
        shown.set(peerOf(message), ids)
      }
      for (const messages of conversations) {
        const [first] = messages
        if (first) expect(shown.get(peerOf(first))).toEqual(messages.map(({ _id }) => _id))
      }
      expect(deliveries).toHaveLength(count)
      const isShown = () => conversations.flat().every(({ _id, text }) => texts.get(_id) === text)
      await until(isShown, timeoutMs)
    },

    /** Drops the connection without a disconnect packet. */
    cut: () => void socket.io.engine?.close(),
    close: () => {
      isClosed = true
      socket.disconnect()
    },
  }
}

export type Reader = ReturnType<typeof openReader>
