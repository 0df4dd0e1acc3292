import { hash, randomBytes } from 'node:crypto'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { login } from '#contract/users.ts'
import { createTopicVersions } from '../cache/topic-versions.ts'
import { newId } from '../lib/ids.ts'
import { createLimits, LIMIT_RULES } from '../lib/limits.ts'
import { connectRedis, redisPrefix } from '../lib/redis.ts'
import { createKeyedHash } from '../lib/secret.ts'
import { startRedis } from '../test/redis.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { createRedisBus } from './redis-bus.ts'

const log = pino({ level: 'silent' })
const secret = randomBytes(32).toString('hex')

describe('processes with a shared Redis', async () => {
  const redis = await startRedis()
  const closers: (() => unknown)[] = []
  afterAll(() => Promise.all(closers.map((close) => close())))
  const openBus = () => {
    const bus = createRedisBus(redis.url, 'puente', log)
    closers.push(bus.close)
    return bus
  }
  const openLimits = () => {
    const client = connectRedis(redis.url, log)
    closers.push(() => client.disconnect())
    const hashOf = createKeyedHash(secret, 'puente limits')
    const shared = { redis: client, prefix: redisPrefix('puente'), hashOf }
    return { client, limits: createLimits({ enabled: true, shared }) }
  }
  const buses = [openBus(), openBus()] as const
  const inReach = () => until(() => buses.every((bus) => bus.reach() === 'connected'))
  const [one, other] = buses.map((bus) => createTopicVersions(bus)) as [
    ReturnType<typeof createTopicVersions>,
    ReturnType<typeof createTopicVersions>,
  ]
  await inReach()

  test('a change has reached all processes when `note` resolves, or shortly after', async () => {
    const before = other.version(['offers', 'people'])
    await one.publish(['offers'])
    await until(() => other.version(['offers', 'people']) !== before, 200)
  })

  test('caches are invalidated when Redis is back after an outage', async () => {
    await redis.stop()
    await until(() => buses.every((bus) => bus.reach() === 'disconnected'))
    const before = other.version(['careers'])
    await one.publish(['careers'])
    expect(other.version(['careers'])).toBe(before)
    await redis.start()
    await inReach()
    await until(() => other.version(['careers']) !== before)
  })

  test('processes that start before Redis communicate once it is available', async () => {
    await redis.stop()
    const [early, listening] = [openBus(), openBus()]
    const received: string[] = []
    listening.subscribe((message) => {
      if (message.kind === 'typing') received.push(message.userId)
    })
    const publish = (userId: string) => early.publish({ kind: 'typing', userId, senderId: newId() })
    const [lost, found] = [newId(), newId()]
    await publish(lost)
    await redis.start()
    await until(() => [early, listening].every((bus) => bus.reach() === 'connected'))
    await publish(found)
    await until(() => received.includes(found))
    expect(received).toEqual([found])
    await inReach()
  })

  test('calls to a hanging Redis time out within seconds, and it is used again when it responds', async () => {
    redis.pause()
    try {
      await until(() => buses.every((bus) => bus.reach() === 'disconnected'), 4000)
      // The first one detects it, within its second.
      await one.publish(['projects'])
      const startedAt = Date.now()
      await one.publish(['projects'])
      expect(Date.now() - startedAt).toBeLessThan(500)
    } finally {
      redis.resume()
    }
    await inReach()
  })

  test('limits count over all processes, on a Redis that runs no scripts and no admin commands (K2, S8)', async () => {
    const [near, far] = [openLimits(), openLimits()]
    await until(() => near.client.status === 'ready' && far.client.status === 'ready')
    await near.client.call('acl', 'setuser', 'default', '-@scripting', '-@admin')
    await expect(near.client.eval('return 1', 0)).rejects.toThrow(/NOPERM/)
    for (let count = 0; count < 10; count += 1) {
      const { limits } = count % 2 === 0 ? near : far
      await limits.check(LIMIT_RULES.failedLogin, 'shared')
      expect(await limits.consume(LIMIT_RULES.failedLogin, 'shared')).toMatchObject({ allowed: true })
    }
    for (const { limits } of [near, far]) {
      expect(await limits.consume(LIMIT_RULES.failedLogin, 'shared')).toMatchObject({ allowed: false })
      await expect(limits.check(LIMIT_RULES.failedLogin, 'shared')).rejects.toMatchObject({
        status: 429,
        retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 800 && seconds <= 900),
      })
    }
    expect(await far.limits.consume(LIMIT_RULES.failedLogin, 'another')).toMatchObject({ allowed: true })
  })

  test('Redis holds neither e-mails nor addresses nor ids, only keyed hashes (G16)', async () => {
    const { client, limits } = openLimits()
    await until(() => client.status === 'ready')
    await client.flushall()
    const [id, email, address] = [newId(), 'ana@example.com', '203.0.113.7']
    await limits.take(LIMIT_RULES.failedLogin, `${address} ${email}`)
    await limits.take(LIMIT_RULES.forgotEmail, email)
    await limits.take(LIMIT_RULES.register, address)
    await limits.take(LIMIT_RULES.apply, id)
    const keys = await client.keys('*')
    expect(keys).toHaveLength(4)
    for (const personal of [email, 'example', address, id]) expect(keys.join('\n')).not.toContain(personal)
    // Not a plain hash, which a list of known e-mails would reveal.
    const plain = ['sha256', 'sha1', 'md5'].flatMap((name) => [hash(name, email, 'base64url').slice(0, 16)])
    for (const guess of plain) expect(keys.join('\n')).not.toContain(guess)
    expect(createKeyedHash(secret, 'puente limits')(email)).not.toBe(
      createKeyedHash(`${secret}x`, 'puente limits')(email),
    )
  })

  test('the server stores its counts under the same hashes (G16)', async () => {
    const settings = { RATE_LIMITS: 'on', REDIS_URL: redis.url, BUS_NAME: 'hashes', JWT_SECRET: secret }
    const server = await startServer(settings, { alone: true })
    const { client } = openLimits()
    await until(() => client.status === 'ready' && server.bus.reach() === 'connected')
    const email = 'nobody@example.com'
    const refused = await server.refusal(login, { body: { email, password: 'Wrong-11' } })
    expect(refused.status).toBe(401)
    const counts = () => client.keys(`${redisPrefix('hashes')}:*login*`)
    await until(async () => (await counts()).length > 0)
    expect((await client.keys('*')).join('\n')).not.toMatch(/nobody|example|127\.0/)
  })

  test('a refunded count is refunded for all processes (K2)', async () => {
    const [near, far] = [openLimits(), openLimits()]
    await until(() => near.client.status === 'ready' && far.client.status === 'ready')
    for (let count = 0; count < 10; count += 1) await near.limits.take(LIMIT_RULES.failedLogin, 'returned')
    expect(await far.limits.allows(LIMIT_RULES.failedLogin, 'returned')).toBe(false)
    await near.limits.refund(LIMIT_RULES.failedLogin, 'returned')
    expect(await far.limits.allows(LIMIT_RULES.failedLogin, 'returned')).toBe(true)
    await far.limits.take(LIMIT_RULES.failedLogin, 'returned')
    expect(await near.limits.allows(LIMIT_RULES.failedLogin, 'returned')).toBe(false)
  })

  test('frequent counts reach other processes within moments (K2)', async () => {
    const [near, far] = [openLimits(), openLimits()]
    await until(() => near.client.status === 'ready' && far.client.status === 'ready')
    for (let count = 0; count < 1200; count += 1) await near.limits.take(LIMIT_RULES.userCalls, 'busy')
    await expect(near.limits.take(LIMIT_RULES.userCalls, 'busy')).rejects.toMatchObject({ status: 429 })
    await until(async () => !(await far.limits.consume(LIMIT_RULES.userCalls, 'busy')).allowed)
  })

  test('without Redis each process continues its own counts (K2)', async () => {
    const { client, limits } = openLimits()
    await until(() => client.status === 'ready')
    for (let count = 0; count < 6; count += 1) await limits.take(LIMIT_RULES.failedLogin, 'outage')
    await redis.stop()
    await until(() => client.status !== 'ready')
    const startedAt = Date.now()
    for (let count = 6; count < 10; count += 1) await limits.take(LIMIT_RULES.failedLogin, 'outage')
    await expect(limits.take(LIMIT_RULES.failedLogin, 'outage')).rejects.toMatchObject({ status: 429 })
    expect(Date.now() - startedAt).toBeLessThan(500)

    // A process started without Redis counts too.
    const late = openLimits()
    for (let count = 0; count < 10; count += 1) await late.limits.take(LIMIT_RULES.failedLogin, 'late')
    await expect(late.limits.take(LIMIT_RULES.failedLogin, 'late')).rejects.toMatchObject({ status: 429 })
    await redis.start()
    await until(() => late.client.status === 'ready')
    expect(await late.limits.consume(LIMIT_RULES.failedLogin, 'after')).toMatchObject({ allowed: true })
  })
})
