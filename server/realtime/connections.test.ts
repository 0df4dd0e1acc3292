import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { changePassword, deactivateAccount } from '#contract/settings.ts'
import { logout } from '#contract/users.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { buildDeveloper, buildRecruiter, PASSWORD, type Person } from '../test/builders.ts'
import { connectDevice, openDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { createGate } from './handshake.ts'

const server = await startServer()

describe('connecting', () => {
  test('fails when the inbox cannot be read, so that the device reconnects and gets its `hello`', async () => {
    const away = await startServer()
    const ana = await buildDeveloper(away)
    await sql`alter table inboxes rename to inboxes_away`.execute(away.db)
    const device = openDevice(away.url, ana, { reconnection: true, reconnectionDelay: 50 })
    // Not a disconnect by the server, after which a client does not reconnect.
    expect(await device.closed()).toBe('transport close')
    await sql`alter table inboxes_away rename to inboxes`.execute(away.db)
    expect(await device.ready()).toEqual({ last: 0, unread: {}, bell: 0 })
    device.close()
  })

  test('accepts the token in `auth` or in a header (decision 43)', {
    tags: ['SOCK-01', 'SOCK-02'],
  }, async () => {
    const ana = await buildDeveloper(server)
    const byAuth = await connectDevice(server.url, ana)
    const byHeader = await connectDevice(server.url, ana, {
      auth: {},
      extraHeaders: { authorization: `Bearer ${ana.token}` },
    })
    expect(await byAuth.ready()).toEqual({ last: 0, unread: {}, bell: 0 })
    expect(await byHeader.ready()).toEqual({ last: 0, unread: {}, bell: 0 })
    byAuth.close()
    byHeader.close()
  })

  test('is refused without a token of the user in the query; nothing is sent before (S1)', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const left = await buildDeveloper(server)
    const gone = await buildDeveloper(server)
    await server.call(logout, { as: left })
    await server.db
      .updateTable('users')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', gone.id)
      .execute()
    const attempts = [
      openDevice(server.url, { id: ana.id, token: '' }),
      openDevice(server.url, { id: ana.id, token: ben.token }),
      openDevice(server.url, { id: ana.id, token: `${ana.token}x` }),
      openDevice(server.url, ana, { query: {} }),
      openDevice(server.url, ana, { auth: { token: { $ne: 1 } } }),
      openDevice(server.url, left),
      openDevice(server.url, gone),
    ]
    for (const device of attempts) {
      expect(await device.refused()).toBe('unauthorized')
      expect(device.names).toEqual([])
      device.close()
    }
  })

  test('is refused to pages of other origins (S1, G13)', async () => {
    const ana = await buildDeveloper(server)
    const from = (origin: string) => ({ extraHeaders: { origin } })
    const own = await connectDevice(server.url, ana, from(server.url))
    own.close()
    for (const origin of ['https://evil.example', 'null', `${server.url}.evil.example`]) {
      const foreign = openDevice(server.url, ana, from(origin))
      expect(await foreign.refused()).toBe('unauthorized')
      foreign.close()
    }
  })

  test('to another namespace is refused', async () => {
    const elsewhere = openDevice(`${server.url}/admin`, await buildDeveloper(server))
    expect(await elsewhere.refused()).toBe('Invalid namespace')
    elsewhere.close()
  })

  test('a user has at most ten concurrent sockets (S1)', async () => {
    // Each process counts its own.
    const one = await startServer({}, { alone: true })
    const ana = await buildDeveloper(one)
    const devices = await Promise.all(Array.from({ length: 10 }, () => connectDevice(one.url, ana)))
    const eleventh = openDevice(one.url, ana)
    expect(await eleventh.refused()).toBe('too many connections')
    devices[0]?.close()
    await until(async () => {
      const next = openDevice(one.url, ana)
      return Promise.race([next.ready().then(() => true), next.refused().then(() => false)])
    })
    for (const device of devices) device.close()
  })

  test('an address may connect 30 times a minute; a loopback address more often (S1, K2)', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
    const ana = await buildDeveloper(limited)
    const from = (address: string) => ({ extraHeaders: { 'x-forwarded-for': address } })
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      const device = await connectDevice(limited.url, ana, from(`1.1.1.1, 2001:db8::${attempt}`))
      device.close()
    }
    const refused = openDevice(limited.url, ana, from('2001:db8::ffff'))
    expect(await refused.refused()).toBe('websocket error')
    const other = await connectDevice(limited.url, ana, from('2001:db8:0:1::1'))
    other.close()
  })
})

describe('a default client, which begins with long-polling', () => {
  const byDefault = { transports: ['polling', 'websocket'] }
  const onlyPolling = { transports: ['polling'] }
  const startAlone = (settings: Record<string, string> = {}) => startServer(settings, { alone: true })

  test.each([
    ['connects, receives messages and goes over to WebSocket', byDefault, 'websocket'],
    ['does the same where WebSocket is impossible', onlyPolling, 'polling'],
  ])('%s', { tags: 'SOCK-01' }, async (_what, options, transport) => {
    const one = await startAlone()
    const [ana, ben] = [await buildDeveloper(one), await buildDeveloper(one)]
    const device = await connectDevice(one.url, ana, options)
    await until(() => device.socket.io.engine.transport.name === transport)
    const { body } = await one.call(sendMessage, { params: { id: ana.id }, body: { text: 'Hi' }, as: ben })
    expect(await until(() => device.received.newMessage[0])).toMatchObject({ _id: body._id, text: 'Hi' })
    expect((await device.sync(0)).events).toHaveLength(2)
    await one.call(logout, { as: ana })
    await device.closed()
    device.close()
  })

  test('is refused without a token of the user, and to pages of other origins (S1, G13)', async () => {
    const one = await startAlone()
    const [ana, ben] = [await buildDeveloper(one), await buildDeveloper(one)]
    const origin = { extraHeaders: { origin: 'https://evil.example' } }
    for (const device of [
      openDevice(one.url, { id: ana.id, token: '' }, onlyPolling),
      openDevice(one.url, { id: ana.id, token: ben.token }, onlyPolling),
      openDevice(one.url, ana, { ...onlyPolling, ...origin }),
    ]) {
      expect(await device.refused()).toBe('unauthorized')
      expect(device.names).toEqual([])
      device.close()
    }
  })

  test('has the same limits of handshakes and events, and each of its requests counts as a call (S1, S2, K2)', async () => {
    const limited = await startAlone({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
    const ana = await buildDeveloper(limited)
    const from = (address: string) => ({
      ...onlyPolling,
      extraHeaders: { 'x-forwarded-for': address },
    })
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      const device = await connectDevice(limited.url, ana, from('203.0.113.1'))
      device.close()
    }
    expect(await openDevice(limited.url, ana, from('203.0.113.1')).refused()).toBe('xhr poll error')

    const device = await connectDevice(limited.url, ana, from('203.0.113.2'))
    let responses = 0
    for (let sent = 0; sent < 310; sent += 1) {
      device.socket.emit('sync', { after: 0 }, () => {
        responses += 1
      })
    }
    await device.closed()
    expect(responses).toBeLessThanOrEqual(30)

    const poll = () =>
      fetch(`${limited.url}/socket.io/?EIO=4&transport=polling&sid=x`, {
        headers: { 'x-forwarded-for': '203.0.113.3' },
      })
    const { points } = LIMIT_RULES.calls
    for (let call = 1; call < points; call += 1) {
      await limited.limits.consume(LIMIT_RULES.calls, '203.0.113.3')
    }
    expect((await poll()).status).toBe(400)
    const refused = await poll()
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: true, code: 'RATE_LIMITED' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('an address has at most fifty sockets, of any number of users (S1)', async () => {
  const config = { ...server.config, RATE_LIMITS: 'on' as const, TRUST_PROXY: ['127.0.0.1'] }
  const gate = createGate({ ...server, config })
  const from = (address: string) =>
    ({ socket: { remoteAddress: '127.0.0.1' }, headers: { 'x-forwarded-for': address } }) as never
  const open = Array.from({ length: 50 }, () => gate.opened(from('203.0.113.9')))
  expect(await gate.allowRequest(from('203.0.113.9'))).toBe(false)
  expect(await gate.allowRequest(from('203.0.113.10'))).toBe(true)
  open[0]?.closed()
  expect(await gate.allowRequest(from('203.0.113.9'))).toBe(true)
})

describe('revoked sessions', () => {
  const receivesNothing = async (device: Awaited<ReturnType<typeof connectDevice>>, person: Person) => {
    const before = device.names.length
    const ben = await buildRecruiter(server)
    await server.call(sendMessage, { params: { id: person.id }, body: { text: 'Private' }, as: ben })
    expect(device.names).toHaveLength(before)
    expect(device.socket.connected).toBe(false)
  }

  test('signing out closes the sockets of that session at once, no others (S3, A6)', async () => {
    const ana = await buildDeveloper(server)
    const { id } = ana
    const second = { id, token: (await signInAgain(ana)).token }
    const [first, other] = [await connectDevice(server.url, ana), await connectDevice(server.url, second)]
    await server.call(logout, { as: ana })
    expect(await first.closed(2000)).toBe('io server disconnect')
    await receivesNothing(first, ana)
    expect(await until(() => other.received.newMessage[0]?.text)).toBe('Private')
    other.close()
  })

  test('a password change or a deactivation closes all (S3)', async () => {
    const [ana, eva] = [await buildDeveloper(server), await buildDeveloper(server)]
    const password = { oldPassword: PASSWORD, newPassword: 'Another-2' }
    const actions = [
      { person: ana, act: () => server.call(changePassword, { body: password, as: ana }) },
      { person: eva, act: () => server.call(deactivateAccount, { as: eva }) },
    ]
    for (const { person, act } of actions) {
      const devices = [await connectDevice(server.url, person), await connectDevice(server.url, person)]
      expect((await act()).status).toBe(200)
      for (const device of devices) {
        expect(await device.closed(2000)).toBe('io server disconnect')
        await receivesNothing(device, person)
      }
    }
  })

  test('is detected within 6 s without a message of the bus (S3)', async () => {
    const [left, changed, gone, stays] = await Promise.all(
      Array.from({ length: 4 }, () => buildDeveloper(server)),
    )
    const people = [left, changed, gone, stays] as Person[]
    const devices = await Promise.all(people.map((person) => connectDevice(server.url, person)))
    const { db } = server
    const at = new Date().toISOString()
    await db
      .updateTable('sessions')
      .set({ ended_at: at })
      .where('user_id', '=', left?.id ?? '')
      .execute()
    await db
      .updateTable('users')
      .set({ token_version: 2 })
      .where('id', '=', changed?.id ?? '')
      .execute()
    await db
      .updateTable('users')
      .set({ deactivated_at: at })
      .where('id', '=', gone?.id ?? '')
      .execute()
    const [first, second, third, last] = devices
    for (const device of [first, second, third]) {
      expect(await device?.closed(6000)).toBe('io server disconnect')
    }
    expect(last?.socket.connected).toBe(true)
    last?.close()
  })
})

describe('changed', () => {
  test('is sent to every device of that person, and to no others', async () => {
    const [ana, ben] = [await buildRecruiter(server), await buildRecruiter(server)]
    const devices = await Promise.all([ana, ana, ben].map((person) => connectDevice(server.url, person)))
    const [first, second, other] = devices
    const what = { topic: 'candidates' as const, offerId: ana.id }
    server.realtime.changed(ana.id, what)
    for (const device of [first, second]) expect(await until(() => device?.received.changed[0])).toEqual(what)
    await other?.sync(0)
    expect(other?.received.changed).toEqual([])
    for (const device of devices) device.close()
  })
})

describe('hostile clients', () => {
  test('unknown events and invalid payloads are dropped, the connection stays (S2)', async () => {
    const ana = await buildDeveloper(server)
    const device = await connectDevice(server.url, ana)
    const hostile = device.socket as unknown as { emit: (...given: unknown[]) => void }
    for (const name of ['error', '__proto__', 'constructor', 'newMessage', 'hello', 'toString', '']) {
      hostile.emit(name, { on: true })
    }
    for (const payload of [
      undefined,
      null,
      'x',
      { after: -1 },
      { after: 1.5 },
      { after: '0' },
      [0],
      2 ** 60,
    ]) {
      hostile.emit('sync', payload, () => {})
      hostile.emit('sendNotification', payload)
      hostile.emit('readNotifications', payload)
      hostile.emit('watchPresence', payload)
    }
    hostile.emit('sync', { after: 0 }, 'no function')
    hostile.emit('sync', { after: 0 })
    hostile.emit('sync')
    expect(await device.sync(0)).toEqual({ events: [], last: 0, more: false, reset: false })
    device.close()
  })

  test('a frame over 16 kB closes the connection (S1)', async () => {
    const device = await connectDevice(server.url, await buildDeveloper(server))
    device.socket.emit('watchPresence', { on: true, filler: 'x'.repeat(17_000) } as never)
    expect(await device.closed()).toBe('transport close')
  })

  test('over 30 events a minute are dropped, 300 close the connection (S2)', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' })
    const device = await connectDevice(limited.url, await buildDeveloper(limited))
    let responses = 0
    for (let sent = 0; sent < 100; sent += 1)
      device.socket.emit('sync', { after: 0 }, () => {
        responses += 1
      })
    await until(() => responses >= 29)
    for (let sent = 0; sent < 210; sent += 1)
      device.socket.emit('sync', { after: 0 }, () => {
        responses += 1
      })
    expect(await device.closed()).toBe('transport close')
    expect(responses).toBeLessThanOrEqual(30)
  })
})

async function signInAgain({ id }: Person) {
  const sid = crypto.randomUUID()
  const at = new Date()
  await server.db
    .insertInto('sessions')
    .values({
      id: sid,
      user_id: id,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + 3_600_000).toISOString(),
    })
    .execute()
  return { token: await server.tokens.sign({ id, role: 'developer', tv: 1, sid }) }
}
