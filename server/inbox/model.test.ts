import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockPerson } from '#contract/blocks.ts'
import type { InboxEvent, InboxSnapshot, Message } from '#contract/inbox.ts'
import { applyInboxEvent, withChanged } from '#contract/inbox-state.ts'
import { likeProject } from '#contract/likes.ts'
import {
  decideRequest,
  editMessage,
  listMessages,
  muteConversation,
  removeMessage,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import { NOTIFICATION_TYPES, type Notification } from '#contract/notifications.ts'
import type { ClientToServer, Numbered } from '#contract/realtime.ts'
import { buildDeveloper, buildProject, type Person } from '../test/builders.ts'
import { connectDevice, type Device } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { pruneInboxes } from './retention.ts'

/** `HISTORIES=1000` for a long run. */
const HISTORIES = Number(process.env.HISTORIES ?? 25)
const PEOPLE = 3
const server = await startServer()
const { db } = server

const person = fc.nat(PEOPLE - 1)
const upTo = fc.option(fc.nat(12), { nil: undefined })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ do: fc.constant('send' as const), who: person, to: person },
      quoted: fc.option(fc.nat(3), { nil: undefined }),
    }),
  },
  // Of the newest own messages to this person.
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('edit' as const), who: person, to: person, index: fc.nat(3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove' as const), who: person, to: person, index: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), who: person, to: person, upTo }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bell' as const), who: person, upTo }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      who: person,
      to: person,
      accept: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('mute' as const), who: person, to: person, muted: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('block' as const),
      who: person,
      to: person,
      blocked: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('like' as const), who: person, to: person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), who: person, events: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), who: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('return' as const), who: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), who: person }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

describe('the state of a device', () => {
  test(
    'from snapshot, events and sync equals a fresh one, whatever was lost',
    async () => {
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), runHistory), {
        numRuns: HISTORIES,
      })
    },
    HISTORIES * 10_000,
  )
})

async function runHistory(steps: Step[]): Promise<void> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => buildDeveloper(server)))
  const projects = await Promise.all(people.map((owner) => buildProject(server, owner)))
  const tabs = await Promise.all(people.map((owner) => openTab(owner)))
  let edits = 0
  for (const given of steps) {
    const [who, tab] = [people[given.who] as Person, tabs[given.who] as Tab]
    if (given.do === 'lose') tab.lose(given.events)
    if (given.do === 'cut') tab.cut()
    if (given.do === 'return') await tab.connect()
    if (given.do === 'bell') tab.read({ scope: 'bell', ...keyed(given.upTo) })
    if (given.do === 'forget') await forgetEvents(who)
    if ('to' in given && given.to !== given.who) {
      const to = people[given.to] as Person
      if (given.do === 'send') {
        const seen = given.quoted === undefined ? [] : await conversation(who, to)
        const quoteId = seen.at(-1 - (given.quoted ?? 0))?._id
        // 400 for a removed quote, 409 for a receiver blocked by the sender.
        await server.call(sendMessage, { params: { id: to.id }, body: { text: 'x', quoteId }, as: who })
      }
      if (given.do === 'edit' || given.do === 'remove') {
        const own = (await conversation(who, to)).filter(({ senderId }) => senderId === who.id)
        const id = own.at(-1 - given.index)?._id
        edits += 1
        // 409 for a removed one.
        if (id && given.do === 'remove') await server.call(removeMessage, { params: { id }, as: who })
        if (id && given.do === 'edit') {
          await server.call(editMessage, { params: { id }, body: { text: `x${edits}` }, as: who })
        }
      }
      if (given.do === 'read') tab.read({ senderId: to.id, ...keyed(given.upTo) })
      // 404 where there is no request or no conversation.
      const params = { id: to.id }
      if (given.do === 'answer') {
        await server.call(decideRequest, { params, body: { accept: given.accept }, as: who })
      }
      if (given.do === 'mute') {
        await server.call(muteConversation, { params, body: { muted: given.muted }, as: who })
      }
      if (given.do === 'block') {
        await server.call(blockPerson, { params, body: { blocked: given.blocked }, as: who })
      }
      if (given.do === 'like') {
        const projectId = projects[given.to] as string
        await server.call(likeProject, { params: { id: projectId }, body: { liked: true }, as: who })
      }
    }
  }
  for (const tab of tabs) await tab.flushed()
  for (const [index, tab] of tabs.entries()) {
    const owner = people[index] as Person
    await tab.connect()
    const fresh = await freshly(owner, people)
    await until(() => tab.state?.last === fresh.state.last || tab.catchUp())
    expect(tab.state).toEqual(fresh.state)
    expect(tab.messages()).toEqual(fresh.messages)
    expect(tab.notifications()).toEqual(fresh.notifications)
    tab.cut()
  }
}

const conversation = async (as: Person, { id }: Person) =>
  (await server.call(listMessages, { params: { id }, query: { limit: '100' }, as })).body

const keyed = (upTo: number | undefined) => (upTo === undefined ? {} : { upTo })

/** As if this inbox were a month old: a device that was offline starts from a snapshot. */
async function forgetEvents({ id }: Person) {
  const created_at = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString()
  await db.updateTable('inbox_events').set({ created_at }).where('user_id', '=', id).execute()
  await pruneInboxes(db)
}

/** The state of a device that connects for the first time. */
async function freshly(owner: Person, people: readonly Person[]) {
  const device = await connectDevice(server.url, owner)
  const state = await device.ready()
  await device.sync(0)
  device.close()
  return {
    state,
    messages: await readMessages(owner, people),
    notifications: device.received.getNotification,
  }
}

async function readMessages(owner: Person, people: readonly Person[]): Promise<Message[]> {
  const lists = await Promise.all(
    people
      .filter(({ id }) => id !== owner.id)
      .map(({ id }) => server.call(listMessages, { params: { id }, query: { limit: '100' }, as: owner })),
  )
  return lists.flatMap(({ body }) => body).sort(byId)
}

const byId = (a: { _id: string }, b: { _id: string }) => a._id.localeCompare(b._id)

type Payload<Name extends keyof ClientToServer> = Parameters<ClientToServer[Name]>[0]
type Tab = Awaited<ReturnType<typeof openTab>>

/** A device like the web client: it applies the next event, drops old ones, and requests missing ones. */
async function openTab(owner: Person) {
  const messages = new Map<string, Message>()
  let notifications: Numbered<Notification>[] = []
  let state: InboxSnapshot | undefined
  let device: Device | undefined
  let toLose = 0

  const add = (given: Numbered<Notification>) => {
    if (!notifications.some(({ _id }) => _id === given._id)) notifications.push(given)
    notifications.sort((a, b) => a.inboxSeq - b.inboxSeq)
  }

  const apply = (entry: InboxEvent) => {
    const next = state ? applyInboxEvent(state, entry, owner.id) : 'old'
    if (next === 'old' || next === 'gap') return
    state = next
    const { inboxSeq } = entry
    if (entry.event === 'newMessage') {
      const { request: _, ...message } = entry.data
      messages.set(message._id, message)
    }
    if (entry.event === 'messageChanged') {
      for (const message of withChanged([...messages.values()], entry.data))
        messages.set(message._id, message)
    }
    if (entry.event === 'getNotification') add({ ...entry.data, inboxSeq })
    if (entry.event !== 'cleared') return
    const { senderId, upTo, unread } = entry.data
    const isMeant = (given: Numbered<Notification>) =>
      senderId === undefined
        ? given.type !== NOTIFICATION_TYPES.message && given.inboxSeq <= upTo
        : given.type === NOTIFICATION_TYPES.message &&
          given.senderId === senderId &&
          given.inboxSeq < inboxSeq
    const meant = notifications.filter(isMeant)
    const cleared = senderId === undefined ? meant : meant.slice(0, meant.length - unread)
    notifications = notifications.filter((given) => !cleared.includes(given))
  }

  async function catchUp(): Promise<undefined> {
    const { body } = await server.call(syncMessages, { query: { after: `${state?.last ?? 0}` }, as: owner })
    if (body.reset) return startAnew()
    for (const entry of body.events) apply(entry)
    return undefined
  }

  /** Too large a gap: everything is read again. */
  async function startAnew(): Promise<undefined> {
    state = undefined
    messages.clear()
    notifications = []
    device?.close()
    await connect()
    for (const peer of await partners(owner)) {
      const { body } = await server.call(listMessages, { params: { id: peer }, as: owner })
      for (const message of body) messages.set(message._id, message)
    }
    return undefined
  }

  async function connect(): Promise<void> {
    if (device?.socket.connected) return
    device = await connectDevice(server.url, owner, { watchPresence: false })
    const { received, socket } = device
    state ??= received.hello[0]
    for (const given of received.getNotification) add(given)
    const receive = (entry: InboxEvent) => {
      if (toLose > 0) toLose -= 1
      else apply(entry)
    }
    socket.on('newMessage', ({ inboxSeq, ...data }) => receive({ inboxSeq, event: 'newMessage', data }))
    socket.on('cleared', ({ inboxSeq, ...data }) => receive({ inboxSeq, event: 'cleared', data }))
    socket.on('conversationChanged', ({ inboxSeq, ...data }) =>
      receive({ inboxSeq, event: 'conversationChanged', data }),
    )
    socket.on('messageChanged', ({ inboxSeq, ...data }) =>
      receive({ inboxSeq, event: 'messageChanged', data }),
    )
    socket.on('getNotification', (given) => {
      const { inboxSeq, ...data } = given
      if (inboxSeq <= (received.hello[0]?.last ?? 0)) add(given)
      else receive({ inboxSeq, event: 'getNotification', data })
    })
  }

  await connect()
  return {
    get state() {
      return state
    },
    messages: () => [...messages.values()].sort(byId),
    notifications: () => notifications,
    catchUp,
    connect,
    lose: (events: number) => {
      toLose = events
    },
    cut: () => device?.close(),
    read: (payload: Payload<'readNotifications'>) => {
      if (device?.socket.connected) device.socket.emit('readNotifications', payload)
    },
    /** Resolves when the server has handled everything that this tab has sent. */
    flushed: async () => {
      if (device?.socket.connected) await device.sync(0)
    },
  }
}

async function partners({ id }: Person): Promise<string[]> {
  const rows = await db.selectFrom('conversation_sides').select('peer_id').where('user_id', '=', id).execute()
  return rows.map((row) => row.peer_id)
}
