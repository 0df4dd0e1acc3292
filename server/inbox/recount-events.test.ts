import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { applyInboxEvent } from '#contract/inbox-state.ts'
import { likeProject } from '#contract/likes.ts'
import { readNotifications, sendMessage, syncMessages } from '#contract/messages.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { newId, now } from '../lib/ids.ts'
import { insertMessages } from '../messages/sending.queries.ts'
import { clearBell, countBell } from '../notifications/notifications.queries.ts'
import { buildDeveloper, buildProject, type Person } from '../test/builders.ts'
import { connectDevice, type Device } from '../test/device.ts'
import { leastPauseMs, MAX_PAUSE_MS } from '../test/loop-pauses.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { deactivate } from '../users/deactivation.ts'
import { reactivate } from '../users/reactivation.ts'
import { syncVisibility } from '../users/visibility.ts'
import { insertInboxEvents } from './inbox.queries.ts'
import { recountInboxes } from './recount-events.queries.ts'

const server = await startServer()
const { db } = server

/** The counts of an open tab after the events that it received. */
async function countsOf(device: Device, person: Person) {
  let state = await device.ready()
  for (const entry of (await device.sync(state.last)).events) {
    const next = applyInboxEvent(state, entry, person.id)
    if (typeof next !== 'string') state = next
  }
  return state
}

async function afterReload(person: Person) {
  const device = await connectDevice(server.url, person)
  const hello = await device.ready()
  device.close()
  return hello
}

async function showAgain({ id }: Person) {
  await db.transaction().execute((tx) => reactivate(tx, id))
  await syncVisibility(server, id)
}

async function likeProjectOf(owner: Person, fan: Person) {
  const params = { id: await buildProject(server, owner) }
  await server.call(likeProject, { params, body: { liked: true }, as: fan })
}

test('a deactivated person is not counted, in open tabs as after a reload; a reactivated one is again (decision 36)', async () => {
  const [ana, ben, cleo] = [
    await buildDeveloper(server),
    await buildDeveloper(server),
    await buildDeveloper(server),
  ]
  for (const from of [ben, ben, cleo]) await send(from, ana, 'Hi')
  for (const fan of [ben, cleo]) await likeProjectOf(ana, fan)
  const tab = await connectDevice(server.url, ana)
  expect(await tab.ready()).toMatchObject({ unread: { [ben.id]: 2, [cleo.id]: 1 }, bell: 2 })

  await server.call(deactivateAccount, { as: ben })
  const [bell, chat] = await until(() => tab.received.cleared.length === 2 && tab.received.cleared)
  expect(chat).toMatchObject({ senderId: ben.id, unread: 0 })
  expect(bell).toMatchObject({ scope: 'bell', from: ben.id, unread: 1 })
  expect(await countsOf(tab, ana)).toEqual(await afterReload(ana))
  expect(await afterReload(ana)).toMatchObject({ unread: { [cleo.id]: 1 }, bell: 1 })

  await showAgain(ben)
  expect(await countsOf(tab, ana)).toEqual(await afterReload(ana))
  expect(await afterReload(ana)).toMatchObject({ unread: { [ben.id]: 2, [cleo.id]: 1 }, bell: 2 })
  tab.close()
})

test('a deactivated person is not counted after a part of their messages is read (decision 36)', async () => {
  const { ana, ben, tab } = await buildUnread()
  for (const text of ['Are you there?', 'Hello?']) await send(ben, ana, text)
  await server.call(deactivateAccount, { as: ben })
  await server.call(readNotifications, { body: { senderId: ben.id, upTo: 1 }, as: ana })
  expect(await countsOf(tab, ana)).toEqual(await afterReload(ana))
  expect(await countsOf(tab, ana)).toMatchObject({ unread: {}, bell: 0 })

  await showAgain(ben)
  expect(await countsOf(tab, ana)).toMatchObject({ unread: { [ben.id]: 2 }, bell: 1 })
  expect(await countsOf(tab, ana)).toEqual(await afterReload(ana))
  tab.close()
})

test('a recount that was interrupted is completed by its job', async () => {
  const { ana, ben, tab } = await buildUnread()
  await db.transaction().execute((tx) => deactivate(tx, ben.id))
  expect(await countsOf(tab, ana)).toMatchObject({ unread: { [ben.id]: 1 }, bell: 1 })
  server.jobs.wake()
  await server.jobs.settled()
  expect(await countsOf(tab, ana)).toMatchObject({ unread: {}, bell: 0 })
  expect(await countsOf(tab, ana)).toEqual(await afterReload(ana))
  tab.close()
})

test('a person who returns during the recount of their deactivation is counted', async () => {
  const { ana, ben, tab } = await buildUnread()
  await db.transaction().execute((tx) => deactivate(tx, ben.id))
  // Bells first: the chats are recounted after the return.
  const publish = vi.fn(server.bus.publish).mockImplementationOnce(() => showAgain(ben))
  await syncVisibility({ db, bus: { ...server.bus, publish } }, ben.id)
  expect(publish).toHaveBeenCalledTimes(2)
  expect(await countsOf(tab, ana)).toMatchObject({ unread: { [ben.id]: 1 }, bell: 1 })
  expect(await countsOf(tab, ana)).toEqual(await afterReload(ana))
  tab.close()
})

const send = (from: Person, to: Person, text: string) =>
  server.call(sendMessage, { params: { id: to.id }, body: { text }, as: from })

async function buildUnread() {
  const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
  await send(ben, ana, 'Hi')
  await likeProjectOf(ana, ben)
  return { ana, ben, tab: await connectDevice(server.url, ana) }
}

test('all inboxes are corrected, however many (X1)', async () => {
  const ana = await buildDeveloper(server)
  const ids = Array.from({ length: 401 }, newId)
  const person = { role: 'developer' as const, password_hash: '', name: 'Ben', surname: 'Ruiz' }
  await db
    .insertInto('users')
    .values(ids.map((id) => ({ ...person, id, email: `${id}@example.com`, created_at: now() })))
    .execute()
  const draft = { text: 'Hi', image: '', clientId: null, contentHash: null, senderId: ana.id }
  const note = { type: 2, sender_id: ana.id, created_at: now(), inbox_seq: null }
  await db.transaction().execute(async (tx) => {
    await insertMessages(
      tx,
      ids.map((receiverId) => ({ ...draft, receiverId })),
    )
    await tx
      .insertInto('notifications')
      .values(ids.map((receiver_id) => ({ ...note, id: newId(), receiver_id })))
      .execute()
  })
  await server.call(deactivateAccount, { as: ana })
  const { rows } = await sql<{ count: number; inboxes: number }>`
    select count(*) as count, count(distinct user_id) as inboxes from inbox_events
    where kind = 'cleared' and data like ${`%${ana.id}%`}`.execute(db)
  expect(rows).toEqual([{ count: 802, inboxes: 401 }])
})

test('`sync` returns neither name, text nor picture of a deactivated person (decision 36)', async () => {
  const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server, { name: 'Breixo' })]
  await send(ben, ana, 'Words of Breixo')
  const { body: own } = await send(ana, ben, 'My reply')
  await likeProjectOf(ana, ben)
  const sync = async () => (await server.call(syncMessages, { query: { after: '0' }, as: ana })).body
  const before = await sync()
  expect(JSON.stringify(before.events)).toContain('Breixo')

  await server.call(deactivateAccount, { as: ben })
  const { events, ...state } = await sync()
  expect(JSON.stringify({ events, ...state })).not.toContain('Breixo')
  expect(events.map(({ inboxSeq }) => inboxSeq)).toEqual(events.map((_, index) => index + 1))
  expect(events.filter(({ event }) => event !== 'cleared')).toEqual([
    { inboxSeq: 3, event: 'newMessage', data: own },
  ])
  const tab = await connectDevice(server.url, ana)
  expect(JSON.stringify(tab.received)).not.toContain('Breixo')
  tab.close()

  await showAgain(ben)
  expect((await sync()).events.slice(0, before.events.length)).toEqual(before.events)
})

test('a like during the clearing of the bell gives the same count in open tabs and after a reload', async () => {
  const [ana, ben, cleo] = [
    await buildDeveloper(server),
    await buildDeveloper(server),
    await buildDeveloper(server),
  ]
  await likeProjectOf(ana, ben)
  const tab = await connectDevice(server.url, ana)
  expect((await tab.ready()).bell).toBe(1)
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const liking = db.transaction().execute(async (tx) => {
    const id = newId()
    const [seq = 0] = await insertInboxEvents(tx, [{ userId: ana.id, kind: 'getNotification', refId: id }])
    begun.resolve()
    await goesOn.promise
    const ids = { id, receiver_id: ana.id, sender_id: cleo.id }
    await tx
      .insertInto('notifications')
      .values({ ...ids, type: 2, inbox_seq: seq, created_at: now() })
      .execute()
  })
  await begun.promise
  const clearing = clearBell(db, ana.id)
  // SQLite serialises the writes; PostgreSQL lets both begin.
  if (server.engine === 'postgres') await until(async () => (await countWaiting()) > 0)
  goesOn.resolve()
  await Promise.all([liking, clearing])

  expect(await countsOf(tab, ana)).toEqual(await afterReload(ana))
  tab.close()
})

test.runIf(server.engine === 'sqlite')(
  'a notification that arrives while many are cleared stays open',
  async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const note = { type: 2, sender_id: ben.id, receiver_id: ana.id, created_at: now() }
    const many = Array.from({ length: 250 }, () => ({ ...note, id: newId(), inbox_seq: null }))
    await db.insertInto('notifications').values(many).execute()
    const clearing = clearBell(db, ana.id)
    // It waits for the first part.
    const arriving = db.transaction().execute(async (tx) => {
      const id = newId()
      const [seq = 0] = await insertInboxEvents(tx, [{ userId: ana.id, kind: 'getNotification', refId: id }])
      await tx
        .insertInto('notifications')
        .values({ ...note, id, inbox_seq: seq })
        .execute()
    })
    await Promise.all([clearing, arriving])
    expect(await countBell(db, ana.id)).toBe(1)
  },
)

test.runIf(server.engine === 'sqlite')(
  'thousands of open notifications of all who are recounted do not block others (X1)',
  async () => {
    const ana = await buildDeveloper(server)
    const ids = Array.from({ length: 1000 }, newId)
    const receivers = ids.slice(0, 200)
    const person = { role: 'developer' as const, password_hash: '', name: 'Ben', surname: 'Ruiz' }
    await db
      .insertInto('users')
      .values(ids.map((id) => ({ ...person, id, email: `${id}@example.com`, created_at: now() })))
      .execute()
    await sql`
      insert into notifications (id, type, sender_id, receiver_id, created_at)
      select receiver.id || sender.id, 2, sender.id, receiver.id, ${now()}
      from users as receiver, users as sender
      where receiver.id in (${sql.join(receivers)}) and sender.id in (${sql.join([...ids, ana.id])})`.execute(
      db,
    )
    expect(await leastPauseMs(() => recountInboxes(server, ana.id))).toBeLessThanOrEqual(MAX_PAUSE_MS)
  },
)

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
