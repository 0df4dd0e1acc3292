import { describe, expect, test } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { actOnReport } from '#contract/moderation.ts'
import { reportThing } from '#contract/reports.ts'
import { getSettings } from '#contract/settings.ts'
import { logout } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import { addModerator } from '../moderation/moderators.ts'
import { buildDeveloper, type Person } from '../test/builders.ts'
import { connectDevice, type Device } from '../test/device.ts'
import { startRedis } from '../test/redis.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { until } from '../test/until.ts'

const sees = (device: Device, id: string, timeoutMs = 6000) =>
  until(() => device.received.getOnlineUsers.at(-1)?.includes(id), timeoutMs)
const misses = (device: Device, id: string, timeoutMs = 6000) =>
  until(() => !device.received.getOnlineUsers.at(-1)?.includes(id), timeoutMs)

describe('two servers on one database, with Redis', async () => {
  const redis = await startRedis()
  // Only the first one writes: on SQLite two writers in one process would wait for each other's lock.
  const first = await startServer({ REDIS_URL: redis.url }, { alone: true })
  const second = await startServer(beside(first, redis.url), { alone: true })
  const inReach = () => until(() => [first, second].every(({ bus }) => bus.reach() === 'connected'))
  const send = (from: Person, to: Person, text: string) =>
    first.call(sendMessage, { params: { id: to.id }, body: { text }, as: from })
  await inReach()

  test('a message reaches the devices on every server within a second', async () => {
    const [ana, ben] = [await buildDeveloper(first), await buildDeveloper(first)]
    const devices = [await connectDevice(first.url, ben), await connectDevice(second.url, ben)]
    await send(ana, ben, 'Hello')
    for (const device of devices) {
      expect((await until(() => device.received.newMessage[0], 1000)).text).toBe('Hello')
      device.close()
    }
  })

  test('without Redis it takes at most 6 s, and is fast again when Redis is back', async () => {
    const [ana, ben] = [await buildDeveloper(first), await buildDeveloper(first)]
    const device = await connectDevice(second.url, ben)
    await redis.stop()
    const startedAt = Date.now()
    expect((await send(ana, ben, 'one')).status).toBe(201)
    expect(Date.now() - startedAt).toBeLessThan(900)
    expect(await until(() => device.received.newMessage[0], 6000)).toMatchObject({ text: 'one', seq: 1 })
    expect((await (await fetch(`${first.url}/readyz`)).json()).redis).toBe(false)

    await redis.start()
    await inReach()
    await send(ana, ben, 'two')
    expect(await until(() => device.received.newMessage[1], 1000)).toMatchObject({ text: 'two', seq: 2 })
    expect(device.received.newMessage).toHaveLength(2)
    device.close()
  })

  test('signing out closes the sockets on every server, without Redis within 6 s (S3)', async () => {
    const [ana, ben] = [await buildDeveloper(first), await buildDeveloper(first)]
    const [near, far] = [await connectDevice(first.url, ana), await connectDevice(second.url, ana)]
    await first.call(logout, { as: ana })
    for (const device of [near, far]) expect(await device.closed(2000)).toBe('io server disconnect')

    const alone = await connectDevice(second.url, ben)
    await redis.stop()
    await first.call(logout, { as: ben })
    expect(await alone.closed(6000)).toBe('io server disconnect')
    await redis.start()
    await inReach()
  })

  test('a suspension ends tokens and sockets on every server within 2 s', {
    tags: ['MOD-03'],
  }, async () => {
    const [ana, ben, moderator] = [
      await buildDeveloper(first),
      await buildDeveloper(first),
      await buildDeveloper(first),
    ]
    await addModerator(first.db, moderator.id)
    const [near, far] = [await connectDevice(first.url, ana), await connectDevice(second.url, ana)]
    const { body } = await first.call(reportThing, {
      as: ben,
      body: { kind: 'user', id: ana.id, reason: 'scam' },
    })
    const decision = { act: 'suspend', reason: 'A scam', days: 1 } as const
    await first.call(actOnReport, { as: moderator, params: { id: body._id }, body: decision })
    for (const device of [near, far]) expect(await device.closed(2000)).toBe('io server disconnect')
    for (const { refusal } of [first, second])
      expect((await refusal(getSettings, { as: ana })).status).toBe(401)
  })

  test('people of all servers are online, each until the last device disconnects', async () => {
    const [ana, ben, cleo] = await Promise.all([1, 2, 3].map(() => buildDeveloper(first)))
    const people = [ana, ben, cleo] as [Person, Person, Person]
    const watcher = await connectDevice(first.url, people[0])
    const far = await connectDevice(second.url, people[1])
    await sees(watcher, people[1].id, 2000)
    const near = await connectDevice(first.url, people[1])
    far.close()
    await far.closed()
    // The list after another departure still contains Ben, who is on the other server.
    const passing = await connectDevice(second.url, people[2])
    await sees(watcher, people[2].id, 2000)
    passing.close()
    await misses(watcher, people[2].id)
    expect(watcher.received.getOnlineUsers.at(-1)).toContain(people[1].id)
    near.close()
    await misses(watcher, people[1].id)
    watcher.close()
  })

  test('a third server gets the presence lists; when it dies, its people are offline within 6 s', async () => {
    const [ana, ben] = [await buildDeveloper(first), await buildDeveloper(first)]
    const watcher = await connectDevice(first.url, ana)
    const third = await startServer(beside(first, redis.url), { alone: true })
    await until(() => third.bus.reach() === 'connected')
    const far = await connectDevice(third.url, ben)
    await sees(far, ana.id)
    await sees(watcher, ben.id)
    await third.bus.close()
    await misses(watcher, ben.id)
    far.close()
    watcher.close()
  })

  test('nobody appears offline during an outage of Redis', async () => {
    const [ana, ben] = [await buildDeveloper(first), await buildDeveloper(first)]
    const watcher = await connectDevice(first.url, ana)
    const far = await connectDevice(second.url, ben)
    await sees(watcher, ben.id)
    const seen = watcher.received.getOnlineUsers.length
    await redis.stop()
    await until(() => first.bus.reach() === 'disconnected')
    await redis.start()
    await inReach()
    const cleo = await connectDevice(second.url, await buildDeveloper(first))
    await until(() => watcher.received.getOnlineUsers.length > seen)
    expect(watcher.received.getOnlineUsers.slice(seen).every((ids) => ids.includes(ben.id))).toBe(true)
    for (const device of [watcher, far, cleo]) device.close()
  })
})

describe('two servers in the middle of a rotation of secrets', async () => {
  const redis = await startRedis()
  const [old, next] = ['the old secret '.repeat(3), 'the next secret '.repeat(3)]
  const shared = { REDIS_URL: redis.url, BUS_NAME: 'rotation' }
  const first = await startServer({ ...shared, JWT_SECRET: old, JWT_SECRET_NEXT: next }, { alone: true })
  const second = await startServer(
    { ...beside(first, redis.url), JWT_SECRET: next, JWT_SECRET_PREVIOUS: old },
    { alone: true },
  )

  test('each accepts the tokens and devices of the other, and they share the bus', async () => {
    await until(() => [first, second].every(({ bus }) => bus.reach() === 'connected'))
    const [ana, ben] = [await buildDeveloper(first), await buildDeveloper(second)]
    const device = await connectDevice(first.url, ben)
    const sent = await second.call(sendMessage, { params: { id: ben.id }, body: { text: 'Hello' }, as: ana })
    expect(sent.status).toBe(201)
    expect((await until(() => device.received.newMessage[0], 1000)).text).toBe('Hello')
    device.close()
    const proofs = second.devices.add('', ana.email)
    expect(first.devices.find(proofs, ana.email)).toBeDefined()
    expect(first.signedUrls.secondsLeft('a', ...signatureOf(second.signedUrls.sign('a')))).toBeGreaterThan(0)
  })

  test('each accepts authenticator keys and mail links that the other has issued', () => {
    const id = newId()
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      expect(other.secretBox.open(one.secretBox.seal('a key', id), id)).toBe('a key')
      expect(other.unsubscribeTokens.read(one.unsubscribeTokens.sign(id, [2]))?.userId).toBe(id)
      expect(other.appealTokens.read(one.appealTokens.sign(id))).toBe(id)
    }
  })
})

const signatureOf = (query: string): [string | null, string | null] => {
  const params = new URLSearchParams(query)
  return [params.get('e'), params.get('s')]
}

/** The settings of one more process on the same data. */
function beside({ config, dataDir }: TestServer, redisUrl: string): Record<string, string> {
  const { BUS_NAME, DATABASE_URL, JWT_SECRET } = config
  const data = DATABASE_URL && JWT_SECRET ? { DATABASE_URL, JWT_SECRET } : { DATA_DIR: dataDir }
  return { BUS_NAME, REDIS_URL: redisUrl, ...data }
}
