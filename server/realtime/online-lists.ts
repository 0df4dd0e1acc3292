import { listHidden } from '../blocks/blocks.queries.ts'
import { createFailureLog } from '../lib/failure-log.ts'
import { nextTurn } from '../lib/turns.ts'
import { listPartnerIds } from '../messages/messages.queries.ts'
import type { Services } from '../services.ts'
import type { Presence } from './presence-nodes.ts'
import { type ChatServer, type ChatSocket, disconnectIfSlow } from './sockets.ts'

const WATCHERS = 'presence'
const INTERVAL_MS = 1000
/** Up to this number everybody gets the whole list (decision 43). */
const MAX_LIST = 1000
const MAX_OTHERS = 100

const NO_IDS: ReadonlySet<string> = new Set()

type Needs = Pick<Services, 'db' | 'log'> & { presence: Presence; io: () => ChatServer | undefined }

/** Sends the list of people online to watching devices: on connecting, and at most once a second after a change. */
export function createOnlineLists({ db, log, presence, io }: Needs) {
  const watchers = new Set<ChatSocket>()
  /** Devices in the room: nobody is hidden from their people (TALK-04). */
  const plain = new Set<ChatSocket>()
  let timer: NodeJS.Timeout | undefined
  let isSending = false
  let isDue = false
  let sentAt = Number.NEGATIVE_INFINITY

  /** All people online; above 1000 the chat partners of this person and some others. */
  async function listFor(
    userId: string,
    ids: readonly string[] = presence.ids(),
    given?: ReadonlySet<string>,
  ): Promise<string[]> {
    const hidden = given ?? (await listHidden(db, userId))
    if (ids.length <= MAX_LIST) return ids.filter((id) => !hidden.has(id))
    const partners = (await listPartnerIds(db, userId)).filter(
      (id) => presence.isOnline(id) && !hidden.has(id),
    )
    const known = new Set(partners)
    // Room for the partners at the start of the list.
    const others = ids
      .slice(0, MAX_OTHERS + known.size + hidden.size)
      .filter((id) => !known.has(id) && !hidden.has(id))
    return [...partners, ...others.slice(0, MAX_OTHERS)]
  }

  async function sendTo(
    socket: ChatSocket,
    ids?: readonly string[],
    hidden = plain.has(socket) ? NO_IDS : undefined,
  ): Promise<void> {
    socket.emit('getOnlineUsers', await listFor(socket.data.userId, ids, hidden))
    disconnectIfSlow(socket)
  }

  /** People on either side of a block get a list of their own. */
  async function sort(socket: ChatSocket): Promise<void> {
    const hidden = await listHidden(db, socket.data.userId)
    if (!watchers.has(socket)) return
    if (hidden.size === 0) {
      plain.add(socket)
      await socket.join(WATCHERS)
    } else {
      plain.delete(socket)
      await socket.leave(WATCHERS)
    }
    await sendTo(socket, undefined, hidden)
  }

  async function sendToAll(): Promise<void> {
    const ids = presence.ids()
    if (ids.length > MAX_LIST) {
      for (const socket of watchers) {
        await sendTo(socket, ids)
        await nextTurn()
      }
      return
    }
    // A room, so that the list is serialised once.
    io()?.to(WATCHERS).emit('getOnlineUsers', ids)
    for (const socket of watchers) {
      if (plain.has(socket)) disconnectIfSlow(socket)
      else await sendTo(socket, ids)
    }
  }

  const failures = createFailureLog(log, {
    failed: 'presence list could not be sent',
    worked: 'presence lists can be sent again',
  })
  const run = (work: Promise<void>) => work.then(failures.worked, failures.failed)

  function schedule(): void {
    if (!isDue || isSending || timer) return
    timer = setTimeout(() => void send(), Math.max(0, sentAt + INTERVAL_MS - performance.now())).unref()
  }

  /** One at a time: a change meanwhile is sent afterwards. */
  async function send(): Promise<void> {
    timer = undefined
    isDue = false
    isSending = true
    sentAt = performance.now()
    await run(sendToAll())
    isSending = false
    schedule()
  }

  return {
    listFor,

    watch(socket: ChatSocket): void {
      watchers.add(socket)
      void run(sort(socket))
    },

    unwatch(socket: ChatSocket): void {
      watchers.delete(socket)
      plain.delete(socket)
      void socket.leave(WATCHERS)
    },

    /** After a block or its end. */
    changedFor(sockets: readonly ChatSocket[]): void {
      for (const socket of sockets) if (watchers.has(socket)) void run(sort(socket))
    },

    changed(): void {
      isDue = true
      schedule()
    },

    close: () => clearTimeout(timer),
  }
}

export type OnlineLists = ReturnType<typeof createOnlineLists>
