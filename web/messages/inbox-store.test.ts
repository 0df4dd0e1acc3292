import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Failure } from '../lib/api-failure.ts'
import { createInboxServer, OWN_ID } from '../test/inbox-server.ts'
import { createInboxStore } from './inbox-store.ts'

const PEERS = ['ana', 'ben', 'eva']
const HISTORIES = Number(process.env.HISTORIES ?? 1000)

const peer = fc.constantFrom(...PEERS)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('receive' as const), peer }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), peer }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('like' as const), peer }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), peer, back: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('clearBell' as const), back: fc.nat(6) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant('change' as const), peer, back: fc.nat(3) },
      isRemoved: fc.boolean(),
    }),
  },
  // The outcome of all events since the last delivery.
  { weight: 4, arbitrary: fc.constant({ do: 'deliver' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'lose' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('jumble' as const), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reconnect' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'forget' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), peer }) },
  { weight: 1, arbitrary: fc.constant({ do: 'goOffline' as const }) },
)

describe('the inbox of a device', () => {
  test('converges to that of the server, whatever was lost, duplicated or reordered', {
    tags: ['SOCK-04', 'SOCK-05', 'CHAT-16', 'NOTIF-01'],
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const server = createInboxServer()
        const arrived: number[] = []
        let isOffline = false
        const store = createInboxStore({
          userId: OWN_ID,
          network: {
            sync: async (after) => (isOffline ? unreachable : server.sync(after)),
            listPeople: async () => server.people(),
            listMessages: async (id, before) => server.history(id, before),
          },
          changed: () => {},
          arrived: ({ inboxSeq }) => arrived.push(inboxSeq),
        })
        const connect = () => {
          store.applySnapshot(server.hello())
          for (const item of server.stored()) {
            const { inboxSeq, ...data } = item
            store.apply({ inboxSeq, event: 'getNotification', data })
          }
        }

        connect()
        for (const given of steps) {
          if (given.do === 'receive') server.message(given.peer, OWN_ID)
          if (given.do === 'send') store.add(server.message(OWN_ID, given.peer))
          if (given.do === 'change') server.change(given.peer, given.back, given.isRemoved)
          if (given.do === 'like') server.like(given.peer)
          if (given.do === 'read') server.read(given.peer, given.back)
          if (given.do === 'clearBell') server.clearBell(given.back)
          if (given.do === 'deliver') for (const entry of server.takeUndelivered()) store.apply(entry)
          if (given.do === 'lose') server.takeUndelivered()
          if (given.do === 'jumble') {
            for (const entry of jumbled(server.takeUndelivered(), given.seed)) store.apply(entry)
          }
          if (given.do === 'reconnect') connect()
          if (given.do === 'forget') server.forget()
          if (given.do === 'open') store.open(given.peer)
          if (given.do === 'goOffline') isOffline = !isOffline
          if (given.do !== 'deliver') await Promise.resolve()
        }
        isOffline = false
        await settled()
        connect()
        await settled()
        // A sync that failed offline is retried on connecting.
        await store.catchUp()
        await settled()

        const { counts, bell, conversations } = store.get()
        expect(counts).toEqual(server.hello())
        expect(bell.map(({ _id }) => _id)).toEqual(
          server
            .stored()
            .map(({ _id }) => _id)
            .reverse(),
        )
        for (const [id, { messages }] of Object.entries(conversations)) {
          const all = server.history(id, undefined, Number.POSITIVE_INFINITY)
          expect(messages).toEqual(all.slice(all.length - messages.length))
          expect(messages.length).toBeGreaterThanOrEqual(Math.min(all.length, 50))
        }
        expect(arrived).toEqual([...new Set(arrived)].sort((a, b) => a - b))
        store.close()
      }),
      { numRuns: HISTORIES },
    )
  })
})

describe('the list of people', () => {
  test('puts the latest writer on top, and is fetched again for somebody who is not in it (decision 63)', {
    tags: 'CHAT-06',
  }, async () => {
    const server = createInboxServer()
    const { store, listPeople } = openStore(server)
    server.message('ana', OWN_ID)
    server.message('ben', OWN_ID)
    server.takeUndelivered()
    store.applySnapshot(server.hello())
    await store.loadPeople()
    expect(store.get().people.list.map(({ _id }) => _id)).toEqual(['ben', 'ana'])

    server.message('ana', OWN_ID)
    for (const entry of server.takeUndelivered()) store.apply(entry)
    expect(store.get().people.list.map(({ _id }) => _id)).toEqual(['ana', 'ben'])
    expect(listPeople).toHaveBeenCalledTimes(1)

    server.message('eva', OWN_ID)
    for (const entry of server.takeUndelivered()) store.apply(entry)
    await settled()
    expect(store.get().people.list.map(({ _id }) => _id)).toEqual(['eva', 'ana', 'ben'])
    expect(listPeople).toHaveBeenCalledTimes(2)
  })

  test('orders the last message by seq, not by the clocks of servers', async () => {
    const server = createInboxServer()
    const { store } = openStore(server)
    const [first, second] = [server.message('ana', OWN_ID), server.message('ana', OWN_ID)]
    expect(second.createdAt < first.createdAt).toBe(true)
    server.takeUndelivered()
    store.applySnapshot(server.hello())
    await store.loadPeople()
    const lastText = () => store.get().people.list[0]?.lastMessage?.text
    expect(lastText()).toBe('Message 2')
    server.message('ana', OWN_ID)
    server.message('ana', OWN_ID)
    for (const entry of server.takeUndelivered()) store.apply(entry)
    expect(lastText()).toBe('Message 4')
    // A late response to an earlier message.
    store.add(second)
    expect(lastText()).toBe('Message 4')
  })

  test('is fetched again once for each unknown person who is online', {
    tags: ['CHAT-07', 'SOCK-03'],
  }, async () => {
    const server = createInboxServer()
    const { store, listPeople } = openStore(server)
    store.applySnapshot(server.hello())
    await store.loadPeople()
    for (const ids of [['eva', OWN_ID], ['eva'], ['eva', 'ben']]) {
      store.setOnline(ids)
      await settled()
    }
    expect(listPeople).toHaveBeenCalledTimes(3)
    expect(store.get().online).toEqual(new Set(['eva', 'ben']))
  })

  test('shows its failure, and can be fetched again', async () => {
    const server = createInboxServer()
    const { store, listPeople } = openStore(server)
    listPeople.mockResolvedValueOnce({ error: true, status: 500, message: 'Error getting users' })
    await store.loadPeople()
    expect(store.get().people).toMatchObject({ status: 'failed', message: 'Error getting users' })
    await store.loadPeople()
    expect(store.get().people.status).toBe('ready')
  })
})

describe('a conversation', () => {
  test('is fetched page by page from the newest back, and ends at the first message (decision 63)', async () => {
    const { store, seqs } = await openConversation()
    expect(seqs()).toEqual(range(71, 120))
    store.loadOlder('ana')
    store.loadOlder('ana')
    await settled()
    expect(seqs()).toEqual(range(21, 120))
    store.loadOlder('ana')
    await settled()
    expect(seqs()).toEqual(range(1, 120))
    expect(store.get().conversations.ana?.hasOlder).toBe(false)
  })

  test('loads its older and its newest part when one is requested while the other is loading', async () => {
    const { server, store, seqs } = await openConversation()
    // As after a reconnect.
    void store.loadNewest('ana')
    store.loadOlder('ana')
    await settled()
    expect(seqs()).toEqual(range(21, 120))
    store.loadOlder('ana')
    server.message('ana', OWN_ID)
    void store.loadNewest('ana')
    await settled()
    expect(seqs()).toEqual(range(1, 121))
  })

  test('has no gap when a page arrives after a reset', async () => {
    const { server, store, listMessages, seqs } = await openConversation()
    const older = Promise.withResolvers<ReturnType<typeof server.history>>()
    listMessages.mockReturnValueOnce(older.promise)
    store.loadOlder('ana')
    const [first] = store.get().conversations.ana?.messages ?? []
    const page = server.history('ana', first?._id)

    for (let count = 0; count < 100; count += 1) server.message('ana', OWN_ID)
    server.forget()
    store.applySnapshot(server.hello())
    await settled()
    older.resolve(page)
    await settled()
    expect(seqs()).toEqual(range(171, 220))
    store.loadOlder('ana')
    await settled()
    expect(seqs()).toEqual(range(121, 220))
  })
})

const unreachable: Failure = { error: true, status: 0, message: 'Request failed' }

function openStore(server: ReturnType<typeof createInboxServer>) {
  const listPeople = vi.fn(async (): Promise<ReturnType<typeof server.people> | Failure> => server.people())
  const listMessages = vi.fn(async (id: string, before: string | undefined) => server.history(id, before))
  const store = createInboxStore({
    userId: OWN_ID,
    network: { sync: async (after) => server.sync(after), listPeople, listMessages },
    changed: () => {},
    arrived: () => {},
  })
  return { store, listPeople, listMessages }
}

/** With 120 messages of Ana, of which the last page is loaded. */
async function openConversation() {
  const server = createInboxServer()
  for (let count = 0; count < 120; count += 1) server.message('ana', OWN_ID)
  const opened = openStore(server)
  opened.store.applySnapshot(server.hello())
  opened.store.open('ana')
  await settled()
  const seqs = () => opened.store.get().conversations.ana?.messages.map(({ seq }) => seq)
  return { ...opened, server, seqs }
}

/** All promises have settled: the model responds synchronously. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Some entries twice, some later, some not at all. */
function jumbled<Entry>(entries: readonly Entry[], seed: number): Entry[] {
  let state = seed + 1
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const copies = entries.flatMap((entry) => Array.from({ length: next(3) }, () => entry))
  return copies
    .map((entry) => ({ entry, order: next(1000) }))
    .sort((a, b) => a.order - b.order)
    .map(({ entry }) => entry)
}
