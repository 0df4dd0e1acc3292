import pLimit from 'p-limit'
import type { InboxEvent } from '#contract/inbox.ts'
import type { Locale } from '#contract/locale.ts'
import type { InboxRange } from '../inbox/event-rows.ts'
import { listInboxNumbers } from '../inbox/inbox.queries.ts'
import { listEventsWithin } from '../inbox/inbox-events.queries.ts'
import { createRecentEvents } from '../inbox/recent-events.ts'
import { inSnapshot, readInbox } from '../inbox/snapshot.queries.ts'
import type { Db } from '../lib/db.ts'
import { createFailureLog } from '../lib/failure-log.ts'
import { runInLocale } from '../lib/locale.ts'
import { endOfTurn } from '../lib/turns.ts'
import { createPresenter } from '../messages/presenter.ts'
import type { Services } from '../services.ts'
import { type ChatSocket, disconnectIfSlow } from './sockets.ts'

/** The devices of one user on this node, the highest inbox number that was signalled, and the newest device's locale. */
type ConnectedUser = { userId: string; sockets: Set<ChatSocket>; known: number; locale: Locale }

/** After a restart all devices reconnect at once; they must not exhaust the database pool. */
const CONCURRENT_SNAPSHOTS = 4
const USERS_PER_READ = 200
const EVENTS_PER_READ = 2000
/** The batch for one user; the send buffer of a healthy socket holds more (S9). */
const EVENTS_PER_TURN = 200
const USERS_PER_CHECK = 500

/**
 * Delivers inbox events to the devices on this node. A signal carries only the last number of an inbox; the events
 * are read from the database, in one batch for all users signalled meanwhile, or come from the cache of recent events.
 * Each device remembers the last number that it received in `seen`, so a lost, duplicated or late signal is harmless.
 */
export function createDelivery(services: Pick<Services, 'config' | 'db' | 'log' | 'meters' | 'signedUrls'>) {
  const { db, log, meters } = services
  const recent = createRecentEvents()
  const show = createPresenter(services)
  const users = new Map<string, ConnectedUser>()
  const due = new Set<ConnectedUser>()
  const snapshots = new Set<Promise<void>>()
  const failures = createFailureLog(log, {
    failed: 'inbox delivery failed; it will be retried',
    worked: 'inbox delivery works again',
  })
  const limited = pLimit(CONCURRENT_SNAPSHOTS)
  let delivering: Promise<void> | undefined

  /** The snapshot and the stored notifications are of one moment; later events follow (decision 43). */
  async function sendSnapshot(user: ConnectedUser, socket: ChatSocket): Promise<void> {
    if (!socket.connected) return
    const { snapshot, stored } = await runInLocale(socket.data.locale, () =>
      inSnapshot(db, (tx) => readInbox(tx, user.userId)),
    )
    socket.emit('hello', snapshot)
    for (const notification of stored) socket.emit('getNotification', show.notification(notification))
    socket.data.seen = snapshot.last
    if (user.known > snapshot.last) schedule(user)
  }

  function schedule(user: ConnectedUser): void {
    due.add(user)
    delivering ??= deliverAll()
      .then(failures.worked, failures.failed)
      .finally(() => {
        delivering = undefined
      })
  }

  async function deliverAll(): Promise<void> {
    // Signals of one turn of the event loop are read together.
    await endOfTurn()
    while (due.size > 0) {
      await deliver(takeDue())
      // SQLite's synchronous queries block the event loop; without a yield no socket is written and all seem slow.
      await endOfTurn()
    }
  }

  /** The next batch. Numbers have no gaps, so the number of events to read is known. */
  function takeDue(): InboxRange[] {
    const ranges: InboxRange[] = []
    let events = 0
    for (const user of due) {
      if (ranges.length >= USERS_PER_READ || events >= EVENTS_PER_READ) break
      const after = seenByAll(user) ?? user.known
      const upTo = Math.min(user.known, after + EVENTS_PER_TURN)
      due.delete(user)
      if (upTo > after) ranges.push({ userId: user.userId, after, upTo })
      events += upTo - after
    }
    return ranges
  }

  async function deliver(ranges: readonly InboxRange[]): Promise<void> {
    if (ranges.length === 0) return
    // One connection for all queries, instead of a wait in the pool's queue for each.
    const inboxes = await db.connection().execute((connection) => listInboxes(connection, ranges))
    const afterOf = new Map(ranges.map(({ userId, after }) => [userId, after]))
    for (const { userId, events } of inboxes) {
      const user = users.get(userId)
      const after = afterOf.get(userId) ?? 0
      if (!user) continue
      if (events.length === 0) await correct(user)
      for (const event of events) {
        emitToAll(user, after, show.event(event))
        if (event.event === 'newMessage') {
          meters.deliveries.observe((Date.now() - Date.parse(event.data.createdAt)) / 1000)
        }
      }
      for (const socket of user.sockets) disconnectIfSlow(socket)
      if ((seenByAll(user) ?? user.known) < user.known) due.add(user)
    }
  }

  /** In the language of each device, not of the causing request. */
  async function listInboxes(connection: Db, ranges: readonly InboxRange[]) {
    const localeOf = ({ userId }: InboxRange) => users.get(userId)?.locale ?? 'en-quoted'
    const inboxes = []
    for (const [locale, some] of Map.groupBy(ranges, localeOf)) {
      inboxes.push(...(await runInLocale(locale, () => listEventsWithin(connection, some, recent))))
    }
    return inboxes
  }

  /** No events were found: the signalled number was too high, or they are pruned. Devices notice that gap. */
  async function correct(user: ConnectedUser): Promise<void> {
    const [inbox] = await listInboxNumbers(db, [user.userId])
    user.known = inbox?.last_seq ?? 0
    const pruned = (inbox?.first_seq ?? 1) - 1
    for (const { data } of user.sockets) {
      if (data.seen !== undefined) data.seen = Math.max(data.seen, Math.min(pruned, user.known))
    }
  }

  function emitToAll({ sockets }: ConnectedUser, after: number, event: InboxEvent): void {
    for (const socket of sockets) {
      const { seen } = socket.data
      // A device with an older snapshot than this batch gets everything in the next one.
      if (seen === undefined || seen < after || seen >= event.inboxSeq) continue
      socket.data.seen = event.inboxSeq
      emit(socket, event)
    }
  }

  return {
    users: users as ReadonlyMap<string, ConnectedUser>,

    waiting: () => due.size,

    add(socket: ChatSocket): Promise<void> {
      const { userId, locale } = socket.data
      const user = users.get(userId) ?? { userId, sockets: new Set<ChatSocket>(), known: 0, locale }
      user.locale = locale
      users.set(userId, user)
      user.sockets.add(socket)
      const sending = limited(() => sendSnapshot(user, socket)).finally(() => snapshots.delete(sending))
      snapshots.add(sending)
      return sending
    },

    remove(socket: ChatSocket): void {
      const user = users.get(socket.data.userId)
      user?.sockets.delete(socket)
      if (user?.sockets.size === 0) users.delete(user.userId)
    },

    /** Events that this node has just stored, for the signal that follows. */
    cache: recent.add,

    notify(userId: string, seq: number): void {
      const user = users.get(userId)
      if (!user) return
      user.known = Math.max(user.known, seq)
      const seen = seenByAll(user)
      if (seen !== undefined && seen < user.known) schedule(user)
    },

    /** Delivers events whose signal was lost. */
    async catchUp(): Promise<void> {
      const userIds = [...users.keys()]
      for (let start = 0; start < userIds.length; start += USERS_PER_CHECK) {
        for (const inbox of await listInboxNumbers(db, userIds.slice(start, start + USERS_PER_CHECK))) {
          this.notify(inbox.user_id, inbox.last_seq)
        }
      }
    },

    /** Resolves when no read is running. */
    async settled(): Promise<void> {
      await Promise.allSettled([...snapshots, delivering])
    },
  }
}

/** The number reached by all devices with a snapshot; undefined without any. */
function seenByAll({ sockets }: ConnectedUser): number | undefined {
  let seen: number | undefined
  for (const { data } of sockets) {
    if (data.seen !== undefined && (seen === undefined || data.seen < seen)) seen = data.seen
  }
  return seen
}

function emit(socket: ChatSocket, { inboxSeq, event, data }: InboxEvent): void {
  if (event === 'newMessage') socket.emit('newMessage', { ...data, inboxSeq })
  else if (event === 'getNotification') socket.emit('getNotification', { ...data, inboxSeq })
  else if (event === 'conversationChanged') socket.emit('conversationChanged', { ...data, inboxSeq })
  else if (event === 'messageChanged') socket.emit('messageChanged', { ...data, inboxSeq })
  else socket.emit('cleared', { ...data, inboxSeq })
}
