import { setImmediate } from 'node:timers/promises'
import type { InboxEvent } from '#contract/inbox.ts'
import {
  type InboxRange,
  listEventsWithin,
  listInboxNumbers,
  readInbox,
  snapshot,
} from '../inbox/inbox-reads.queries.ts'
import { createRecent } from '../inbox/recent.ts'
import { fewAtATime } from '../lib/few-at-a-time.ts'
import type { Services } from '../lib/services.ts'
import { createViews } from '../messages/views.ts'
import { type ChatSocket, cutIfSlow } from './sockets.ts'

/** A connected user: the devices on this node, and the highest inbox number that was heard of. */
type Session = { userId: string; sockets: Set<ChatSocket>; known: number }

/** After a restart all come at once: they must not take every connection to the database, nor wait for one in vain. */
const GREETED_AT_ONCE = 4
const USERS_PER_READ = 200
const EVENTS_PER_READ = 2000
/** For one user; a healthy reader has room for more (S9). */
const EVENTS_PER_TURN = 200
const USERS_PER_CHECK = 500

/**
 * Brings inboxes to the devices on this node. A notify signal only says that there is something: it is read from the
 * database, for everybody signalled meanwhile at once, unless this node has just stored it, and emitted in the
 * order of its numbers. What a device has got stands in `seen`, so a lost, doubled or late signal changes nothing.
 */
export function createDelivery(services: Pick<Services, 'config' | 'db' | 'log' | 'meters' | 'signedUrls'>) {
  const { db, log, meters } = services
  const recent = createRecent()
  const show = createViews(services)
  const sessions = new Map<string, Session>()
  const due = new Set<Session>()
  const greetings = new Set<Promise<void>>()
  const inTurn = fewAtATime(GREETED_AT_ONCE)
  let delivering: Promise<void> | undefined

  /** `hello` and what is stored go out as they are at one moment; what comes later follows (DECISIONS 79, 93). */
  async function greet(session: Session, socket: ChatSocket): Promise<void> {
    if (!socket.connected) return
    const { hello, stored } = await snapshot(db, (tx) => readInbox(tx, session.userId))
    socket.emit('hello', hello)
    for (const notification of stored) socket.emit('getNotification', show.notification(notification))
    socket.data.seen = hello.last
    if (session.known > hello.last) schedule(session)
  }

  function schedule(session: Session): void {
    due.add(session)
    delivering ??= deliverAll()
      .catch((error: unknown) => {
        log.error({ err: error }, 'inboxes could not be delivered; it is tried again')
      })
      .finally(() => {
        delivering = undefined
      })
  }

  async function deliverAll(): Promise<void> {
    // Signals of one turn of the event loop are read together.
    await setImmediate()
    while (due.size > 0) {
      await deliver(takeDue())
      // Queries of SQLite leave the event loop no turn: without one nothing is written, and everyone looks slow.
      await setImmediate()
    }
  }

  /** As many as are read at once. Numbers have no gaps, so it is known how much there is to read. */
  function takeDue(): InboxRange[] {
    const ranges: InboxRange[] = []
    let events = 0
    for (const session of due) {
      if (ranges.length >= USERS_PER_READ || events >= EVENTS_PER_READ) break
      const after = seenByAll(session) ?? session.known
      const upTo = Math.min(session.known, after + EVENTS_PER_TURN)
      due.delete(session)
      if (upTo > after) ranges.push({ userId: session.userId, after, upTo })
      events += upTo - after
    }
    return ranges
  }

  async function deliver(ranges: readonly InboxRange[]): Promise<void> {
    if (ranges.length === 0) return
    // One connection for all of it: each query would have to wait behind everybody else's.
    const inboxes = await db
      .connection()
      .execute((connection) => listEventsWithin(connection, ranges, recent))
    for (const [index, { userId, events }] of inboxes.entries()) {
      const session = sessions.get(userId)
      const after = ranges[index]?.after ?? 0
      if (!session) continue
      if (events.length === 0) await correct(session)
      for (const event of events) {
        emitToAll(session, after, show.event(event))
        if (event.event === 'newMessage') {
          meters.deliveries.observe((Date.now() - Date.parse(event.data.createdAt)) / 1000)
        }
      }
      for (const socket of session.sockets) cutIfSlow(socket)
      if ((seenByAll(session) ?? session.known) < session.known) due.add(session)
    }
  }

  /** Nothing was there: there is not as much as was told, or it is not kept any more. Devices see that gap. */
  async function correct(session: Session): Promise<void> {
    const [inbox] = await listInboxNumbers(db, [session.userId])
    session.known = inbox?.last_seq ?? 0
    const forgotten = (inbox?.first_seq ?? 1) - 1
    for (const { data } of session.sockets) {
      if (data.seen !== undefined) data.seen = Math.max(data.seen, Math.min(forgotten, session.known))
    }
  }

  function emitToAll({ sockets }: Session, after: number, event: InboxEvent): void {
    for (const socket of sockets) {
      const { seen } = socket.data
      // One that was greeted while this was read may stand before it: the next turn brings it everything.
      if (seen === undefined || seen < after || seen >= event.inboxSeq) continue
      socket.data.seen = event.inboxSeq
      emit(socket, event)
    }
  }

  return {
    sessions: sessions as ReadonlyMap<string, Session>,

    waiting: () => due.size,

    add(socket: ChatSocket): Promise<void> {
      const { userId } = socket.data
      const session = sessions.get(userId) ?? { userId, sockets: new Set<ChatSocket>(), known: 0 }
      sessions.set(userId, session)
      session.sockets.add(socket)
      const greeting = inTurn(() => greet(session, socket)).finally(() => greetings.delete(greeting))
      greetings.add(greeting)
      return greeting
    },

    remove(socket: ChatSocket): void {
      const session = sessions.get(socket.data.userId)
      session?.sockets.delete(socket)
      if (session?.sockets.size === 0) sessions.delete(session.userId)
    },

    /** For the signal that follows. */
    keep: recent.keep,

    notify(userId: string, seq: number): void {
      const session = sessions.get(userId)
      if (!session) return
      session.known = Math.max(session.known, seq)
      const seen = seenByAll(session)
      if (seen !== undefined && seen < session.known) schedule(session)
    },

    /** Delivers what a lost notification signal should have told. */
    async catchUp(): Promise<void> {
      const userIds = [...sessions.keys()]
      for (let start = 0; start < userIds.length; start += USERS_PER_CHECK) {
        for (const inbox of await listInboxNumbers(db, userIds.slice(start, start + USERS_PER_CHECK))) {
          this.notify(inbox.user_id, inbox.last_seq)
        }
      }
    },

    /** Resolves when nothing is being read any more. */
    async settled(): Promise<void> {
      await Promise.allSettled([...greetings, delivering])
    },
  }
}

/** The number that all greeted devices have got; undefined before the first was greeted. */
function seenByAll({ sockets }: Session): number | undefined {
  let seen: number | undefined
  for (const { data } of sockets) {
    if (data.seen !== undefined && (seen === undefined || data.seen < seen)) seen = data.seen
  }
  return seen
}

function emit(socket: ChatSocket, { inboxSeq, event, data }: InboxEvent): void {
  if (event === 'newMessage') socket.emit('newMessage', { ...data, inboxSeq })
  else if (event === 'getNotification') socket.emit('getNotification', { ...data, inboxSeq })
  else socket.emit('cleared', { ...data, inboxSeq })
}
