import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { InboxEvent } from '#contract/inbox.ts'
import {
  listInboxEvents,
  listInboxNumbers,
  listStoredNotifications,
  MAX_EVENTS,
  readInboxState,
  snapshot,
} from '../inbox/inbox-reads.queries.ts'
import type { Services } from '../lib/services.ts'
import { createViews } from '../messages/views.ts'
import { type ChatSocket, cutIfSlow } from './sockets.ts'

/** A connected user: the devices on this node, and how far their inbox was delivered to them. */
type Session = {
  userId: string
  sockets: Set<ChatSocket>
  /** Undefined until the first device got its `hello`. */
  delivered: number | undefined
  /** Everything that touches the inbox of this user runs one after the other. */
  work: Promise<void>
  isDue: boolean
}

const USERS_PER_QUERY = 500

/**
 * Brings inboxes to the devices on this node. A poke only says that there is something: it is read from the
 * database and emitted in the order of its numbers, so a lost, doubled or late poke changes nothing.
 */
export function createDelivery(services: Pick<Services, 'config' | 'db' | 'log' | 'signedUrls'>) {
  const { db, log } = services
  const show = createViews(services)
  const sessions = new Map<string, Session>()

  const enqueue = (session: Session, task: () => Promise<void>) => {
    session.work = session.work.then(task).catch((error: unknown) => logFailure(log, error))
    return session.work
  }

  /** `hello` and what is stored go out as they are at one moment; what comes later follows (DECISIONS 79, 93). */
  async function greet(session: Session, socket: ChatSocket): Promise<void> {
    const { state, stored } = await snapshot(db, async (tx) => ({
      state: await readInboxState(tx, session.userId),
      stored: await listStoredNotifications(tx, session.userId),
    }))
    socket.emit('hello', state)
    for (const notification of stored) socket.emit('getNotification', show.notification(notification))
    socket.data.seen = state.last
    session.delivered ??= state.last
  }

  async function deliver(session: Session): Promise<void> {
    while (session.delivered !== undefined && session.sockets.size > 0) {
      const events = await listInboxEvents(db, session.userId, session.delivered)
      for (const event of events) emitToAll(session, show.event(event))
      for (const socket of session.sockets) cutIfSlow(socket)
      if (events.length < MAX_EVENTS) return
      // Queries of SQLite leave the event loop no turn: without one nothing is written, and everyone looks slow.
      await setImmediate()
    }
  }

  function emitToAll(session: Session, event: InboxEvent): void {
    session.delivered = event.inboxSeq
    for (const socket of session.sockets) {
      if (socket.data.seen === undefined || socket.data.seen >= event.inboxSeq) continue
      socket.data.seen = event.inboxSeq
      emit(socket, event)
    }
  }

  function schedule(session: Session): void {
    if (session.isDue) return
    session.isDue = true
    void enqueue(session, () => {
      session.isDue = false
      return deliver(session)
    })
  }

  return {
    sessions: sessions as ReadonlyMap<string, Session>,

    add(socket: ChatSocket): Promise<void> {
      const { userId } = socket.data
      const session = sessions.get(userId) ?? {
        userId,
        sockets: new Set<ChatSocket>(),
        delivered: undefined,
        work: Promise.resolve(),
        isDue: false,
      }
      sessions.set(userId, session)
      session.sockets.add(socket)
      return enqueue(session, () => greet(session, socket))
    },

    remove(socket: ChatSocket): void {
      const session = sessions.get(socket.data.userId)
      session?.sockets.delete(socket)
      if (session?.sockets.size === 0) sessions.delete(session.userId)
    },

    poke(userId: string, seq: number): void {
      const session = sessions.get(userId)
      if (session && (session.delivered ?? 0) < seq) schedule(session)
    },

    /** Delivers what a lost poke should have told. */
    async catchUp(): Promise<void> {
      const userIds = [...sessions.keys()]
      for (let start = 0; start < userIds.length; start += USERS_PER_QUERY) {
        for (const inbox of await listInboxNumbers(db, userIds.slice(start, start + USERS_PER_QUERY))) {
          this.poke(inbox.user_id, inbox.last_seq)
        }
      }
    },

    /** Resolves when nothing is being read any more. */
    async settled(): Promise<void> {
      await Promise.all([...sessions.values()].map((session) => session.work))
    },
  }
}

function emit(socket: ChatSocket, { inboxSeq, event, data }: InboxEvent): void {
  if (event === 'newMessage') socket.emit('newMessage', { ...data, inboxSeq })
  else if (event === 'getNotification') socket.emit('getNotification', { ...data, inboxSeq })
  else socket.emit('cleared', { ...data, inboxSeq })
}

const logFailure = (log: FastifyBaseLogger, error: unknown) =>
  log.error({ err: error }, 'an inbox could not be delivered; it is tried again')
