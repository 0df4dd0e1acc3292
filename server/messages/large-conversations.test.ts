import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  decideRequest,
  listMessages,
  readNotifications,
  searchMessages,
  syncMessages,
} from '#contract/messages.ts'
import { nextTurn } from '../lib/turns.ts'
import { buildDeveloper, type Person } from '../test/builders.ts'
import { leastPauseMs, MAX_PAUSE_MS } from '../test/loop-pauses.ts'
import { startServer } from '../test/server.ts'
import { insertMessages } from './sending.queries.ts'

const server = await startServer({}, { alone: true })
const { db } = server
/** Messages that one person sends in a few days. */
const MANY = 20_000

const buildTwo = async () => [await buildDeveloper(server), await buildDeveloper(server)] as const

async function send(from: Person, to: Person, text: string, count = 1) {
  const draft = { senderId: from.id, receiverId: to.id, text, image: '', clientId: null, contentHash: null }
  for (let left = count; left > 0; left -= 500) {
    const drafts = Array(Math.min(left, 500)).fill(draft)
    await db.transaction().execute((tx) => insertMessages(tx, drafts))
  }
}

async function processorMs(act: () => Promise<unknown>): Promise<number> {
  const start = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

describe('searching many messages', () => {
  let [ana, ben]: readonly Person[] = []
  // Compression would delay a response.
  const headers = { 'accept-encoding': 'identity' }
  const find = (as: Person, q: string) =>
    server.refusal(searchMessages, { as, query: { q, limit: '1' }, headers })

  beforeAll(async () => {
    ;[ana, ben] = await buildTwo()
    await send(ana, ben, 'a'.repeat(2000), 3000)
  }, 60_000)

  test('does not block others, however many messages almost match (X1)', async () => {
    const nearly = [
      `${'a'.repeat(99)}b`,
      Array.from({ length: 11 }, (_, n) => `${'a'.repeat(n + 1)}b`).join(' '),
    ]
    for (const q of nearly) {
      const pauseMs = await leastPauseMs(async () => expect((await find(ana as Person, q)).body).toEqual([]))
      expect([q, pauseMs <= MAX_PAUSE_MS]).toEqual([q, true])
    }
  })

  test('is done one at a time for each person, and does not delay others (X6)', async () => {
    const done: string[] = []
    const search = async (what: string, as: Person | undefined, q: string) => {
      await find(as as Person, q)
      done.push(what)
    }
    const select = vi.spyOn(db, 'selectFrom')
    onTestFinished(() => select.mockRestore())
    const long = search('long', ana, 'a')
    // Calls at the same time reach their turns in any order: each first reads its session.
    while (!select.mock.calls.some(([table]) => table === 'conversation_sides as side')) await nextTurn()
    // A blank one is refused by the handler.
    await Promise.all([long, search('second', ana, ' '), search('other', ben, ' ')])
    expect(done).toEqual(['other', 'long', 'second'])
  })
})

describe.runIf(server.engine === 'sqlite')(
  'a conversation of many messages does not block others (X1)',
  () => {
    /** Written past the routes: a day has 5,000. */
    async function fill(from: Person, to: Person, withheld: 'declined' | null) {
      await send(from, to, 'First')
      const { id } = await db
        .selectFrom('conversations')
        .select('id')
        .where(({ eb, or }) => or([eb('low_id', '=', from.id), eb('high_id', '=', from.id)]))
        .executeTakeFirstOrThrow()
      const text = 'x'.repeat(1000)
      await sql`
      with recursive next (seq) as (select 2 union all select seq + 1 from next where seq < ${MANY})
      insert into messages (id, conversation_id, seq, sender_id, receiver_id, text, search_text, created_at, withheld)
      select lower(hex(randomblob(4)) || '-0000-7000-8000-' || hex(randomblob(6))), ${id}, seq, ${from.id}, ${to.id},
        ${text}, ${text}, '2026-01-01T00:00:00.000Z', ${withheld} from next`.execute(db)
      await db.updateTable('conversations').set({ last_seq: MANY }).where('id', '=', id).execute()
      const declined = { requested_at: '2026-01-01T00:00:00.000Z', declined_at: '2026-01-01T00:00:00.000Z' }
      const side = withheld ? declined : { received_seq: MANY, unread_count: MANY }
      await db.updateTable('conversation_sides').set(side).where('user_id', '=', to.id).execute()
    }

    const unread = async (as: Person) => {
      const { body } = await server.call(syncMessages, { as, query: { after: '0' } })
      return Object.values(body.hello.unread)[0]
    }

    test('that are read one by one, then nearly all at once', async () => {
      let [ana, ben] = await buildTwo()
      const fillAnother = async () => {
        ;[ana, ben] = await buildTwo()
        await fill(ana, ben, null)
      }
      const read = (as: Person, from: Person, upTo: number) =>
        server.call(readNotifications, { as, body: { senderId: from.id, upTo } })
      const [cas, dan] = await buildTwo()
      await send(cas, dan, 'One of a few', 50)
      const readEach = async (as: Person, from: Person) => {
        for (let upTo = 1; upTo <= 50; upTo += 1) await read(as, from, upTo)
      }
      await fillAnother()
      const inShort = await processorMs(() => readEach(dan, cas))
      const inLong = await processorMs(() => readEach(ben, ana))
      // Counting all others each time takes several times as long.
      expect(inLong / inShort).toBeLessThan(2)
      expect(await unread(ben)).toBe(MANY - 50)
      for (const upTo of [MANY / 2, MANY - 3]) {
        expect(await leastPauseMs(() => read(ben, ana, upTo), fillAnother)).toBeLessThanOrEqual(MAX_PAUSE_MS)
        expect(await unread(ben)).toBe(MANY - upTo)
      }
    }, 60_000)

    test('that were declined, and are delivered at once', async () => {
      let [ana, ben] = await buildTwo()
      const decline = async () => {
        ;[ana, ben] = await buildTwo()
        await fill(ana, ben, 'declined')
      }
      const read = async () => (await server.call(listMessages, { as: ben, params: { id: ana.id } })).body
      expect(await leastPauseMs(read, decline)).toBeLessThanOrEqual(MAX_PAUSE_MS)
      expect((await read()).map(({ text }) => text)).toEqual(['First'])
      const accept = async () => {
        await server.call(decideRequest, { as: ben, params: { id: ana.id }, body: { accept: true } })
        expect((await read()).map(({ seq }) => seq)).toEqual(
          Array.from({ length: 50 }, (_, n) => MANY - 49 + n),
        )
        await server.jobs.settled()
      }
      expect(await leastPauseMs(accept, decline)).toBeLessThanOrEqual(MAX_PAUSE_MS)
      const withheld = db
        .selectFrom('messages')
        .select('id')
        .where('receiver_id', '=', ben.id)
        .where('withheld', 'is not', null)
      expect(await withheld.execute()).toEqual([])
    }, 60_000)
  },
)
