import { listPartnerIds } from '../messages/messages.queries.ts'
import type { Services } from '../services.ts'
import type { Presence } from './presence-nodes.ts'
import { type ChatServer, type ChatSocket, disconnectIfSlow } from './sockets.ts'

const WATCHERS = 'presence'
const INTERVAL_MS = 1000
/** Up to this number everybody gets the whole list (decision 43). */
const MAX_LIST = 1000
const MAX_OTHERS = 100

type Needs = Pick<Services, 'db' | 'log'> & { presence: Presence; io: () => ChatServer | undefined }

/** Sends the list of people online to watching devices: on connecting, and at most once a second after a change. */
export function createOnlineLists({ db, log, presence, io }: Needs) {
  const watchers = new Set<ChatSocket>()
  let timer: NodeJS.Timeout | undefined
  let sentAt = 0

  /** All people online; above 1000 the chat partners of this person and some others. */
  async function listFor(userId: string): Promise<string[]> {
    const ids = presence.ids()
    if (ids.length <= MAX_LIST) return ids
    const partners = (await listPartnerIds(db, userId)).filter((id) => presence.isOnline(id))
    const known = new Set(partners)
    return [...partners, ...ids.filter((id) => !known.has(id)).slice(0, MAX_OTHERS)]
  }

  async function sendTo(socket: ChatSocket): Promise<void> {
    socket.emit('getOnlineUsers', await listFor(socket.data.userId))
    disconnectIfSlow(socket)
  }

  async function sendToAll(): Promise<void> {
    const ids = presence.ids()
    if (ids.length > MAX_LIST) {
      for (const socket of watchers) await sendTo(socket)
      return
    }
    // A room, so that the list is serialised once.
    io()?.to(WATCHERS).emit('getOnlineUsers', ids)
    for (const socket of watchers) disconnectIfSlow(socket)
  }

  const run = (work: Promise<void>) =>
    work.catch((error: unknown) => log.error({ err: error }, 'presence list could not be sent'))

  return {
    listFor,

    watch(socket: ChatSocket): void {
      watchers.add(socket)
      void socket.join(WATCHERS)
      void run(sendTo(socket))
    },

    unwatch(socket: ChatSocket): void {
      watchers.delete(socket)
      void socket.leave(WATCHERS)
    },

    changed(): void {
      if (timer) return
      timer = setTimeout(
        () => {
          timer = undefined
          sentAt = Date.now()
          void run(sendToAll())
        },
        Math.max(0, sentAt + INTERVAL_MS - Date.now()),
      )
      timer.unref()
    },

    close: () => clearTimeout(timer),
  }
}

export type OnlineLists = ReturnType<typeof createOnlineLists>
