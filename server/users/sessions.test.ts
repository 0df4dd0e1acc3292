import { expect, test } from 'vitest'
import { addPushSubscription } from '#contract/push.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/sessions.ts'
import { updateLanguage } from '#contract/settings.ts'
import { getUserProfile, login, register } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import { listSubscriptions } from '../notifications/push.queries.ts'
import { buildDeveloper, PASSWORD } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

async function signIn(email: string, agent: string, device?: string) {
  const { body } = await server.call(login, {
    body: { email, password: PASSWORD, ...(device && { device }) },
    headers: { 'user-agent': agent },
  })
  return body
}

/** Registers by the API, so that the account has no former sign-in. */
async function openAccount(email: string) {
  const body = { name: 'Ana', surname: 'Peña', email, password: PASSWORD, 'confirm-password': PASSWORD }
  await server.call(register, { body })
  return email
}

const announced = async (email: string) =>
  (await mailsTo(server, email)).filter(({ subject }) => subject === 'A sign-in from a new device')

test('sessions are listed with device and browser; one is ended, then all others, with their sockets', {
  tags: ['ACCT-04'],
}, async () => {
  const email = await openAccount('sessions@example.com')
  const first = await signIn(email, FIREFOX)
  const second = await signIn(email, CHROME)
  const third = await signIn(email, 'a program of mine')
  const { body, headers } = await server.call(listSessions, { as: third.token })
  expect(body.items.map(({ device, current }) => [device, current])).toEqual([
    ['Unknown device', true],
    ['Chrome on Windows', false],
    ['Firefox on Linux', false],
  ])
  expect(headers.get('x-total-count')).toBe('3')
  expect(Object.keys(body.items[0] ?? {}).sort()).toEqual([
    '_id',
    'createdAt',
    'current',
    'device',
    'lastSeenAt',
  ])
  const paged = await server.call(listSessions, { query: { page: '2', limit: '2' }, as: third.token })
  expect(paged.body.items.map(({ device }) => device)).toEqual(['Firefox on Linux'])

  const { _id: userId } = (await server.call(getUserProfile, { as: first.token })).body
  const device = await connectDevice(server.url, { id: userId, token: first.token })
  const kept = await connectDevice(server.url, { id: userId, token: third.token })
  const firefox = body.items[2]?._id ?? ''
  const ended = await server.call(endSession, { params: { id: firefox }, as: third.token })
  expect(ended.body).toEqual({ message: 'The session has ended.', _id: firefox })
  expect(await device.closed(2000)).toBe('io server disconnect')
  expect((await server.refusal(getUserProfile, { as: first.token })).status).toBe(401)
  expect((await server.refusal(endSession, { params: { id: firefox }, as: third.token })).status).toBe(404)

  const other = await connectDevice(server.url, { id: userId, token: second.token })
  expect((await server.call(endOtherSessions, { as: third.token })).status).toBe(200)
  expect(await other.closed(2000)).toBe('io server disconnect')
  expect((await server.refusal(getUserProfile, { as: second.token })).status).toBe(401)
  expect((await server.call(getUserProfile, { as: third.token })).status).toBe(200)
  expect(kept.socket.connected).toBe(true)
  kept.close()
})

test('a session of another person is not found, and stays valid', { tags: ['ACCT-04'] }, async () => {
  const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
  const own = (await server.call(listSessions, { as: ana })).body.items[0]?._id ?? ''
  expect((await server.refusal(endSession, { params: { id: own }, as: ben })).status).toBe(404)
  expect((await server.call(endOtherSessions, { as: ben })).status).toBe(200)
  expect((await server.call(getUserProfile, { as: ana })).status).toBe(200)
})

test('the list of sessions is in the language of the reader', { tags: ['ACCT-04', 'LANG-01'] }, async () => {
  const email = await openAccount('words@example.com')
  const { token } = await signIn(email, FIREFOX)
  await server.call(updateLanguage, { body: { language: 'es' }, as: token })
  const { body } = await server.call(listSessions, { as: token })
  expect(body.items[0]?.device).toBe('Firefox en Linux')
})

test('a sign-in from a device that was not seen for 90 days is mailed, the first one is not', {
  tags: ['ACCT-04'],
}, async () => {
  const email = await openAccount('devices@example.com')
  const { device } = await signIn(email, FIREFOX)
  await signIn(email, FIREFOX)
  expect(await announced(email)).toHaveLength(0)

  await signIn(email, CHROME)
  const [mail] = await announced(email)
  expect(mail?.text).toContain('Chrome on Windows')
  expect(mail?.text).toContain('/settings/security')
  await signIn(email, CHROME)
  // A known browser after an update, recognised by its proof.
  await signIn(email, FIREFOX.replaceAll('131', '132'), device)
  expect(await announced(email)).toHaveLength(1)

  const before = new Date(Date.now() - 91 * 24 * 3600_000).toISOString()
  const { id } = await server.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await server.db.updateTable('known_devices').set({ seen_at: before }).where('user_id', '=', id).execute()
  await signIn(email, FIREFOX, device)
  expect(await announced(email)).toHaveLength(2)
})

test('an address in place of a name, or a text in place of a browser, is not in the mail (X8)', async () => {
  const email = await openAccount('strange@example.com')
  await signIn(email, FIREFOX)
  await signIn(email, 'Visit-evil.example/1.0 now (evil.example)')
  const [mail] = await announced(email)
  expect(mail?.text).toContain('Unknown device')
  expect(mail?.text).not.toContain('evil')
})

test('an account has a hundred sessions: beyond them ended ones are deleted, then the oldest, with its push (X3)', async () => {
  const person = await buildDeveloper(server)
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' }
  const subscription = { endpoint: 'https://push.example/of-the-oldest', keys }
  await server.call(addPushSubscription, { body: subscription, as: person })
  const [created_at, expires_at] = [new Date().toISOString(), '2099-01-01T00:00:00.000Z']
  const rows = Array.from({ length: 99 }, (_, index) => ({
    ...{ id: newId(), user_id: person.id, created_at, expires_at },
    ended_at: index === 98 ? created_at : null,
  }))
  await server.db.insertInto('sessions').values(rows).execute()
  const stored = async () =>
    (
      await server.db.selectFrom('sessions').select('ended_at').where('user_id', '=', person.id).execute()
    ).map(({ ended_at }) => ended_at)
  await signIn(person.email, FIREFOX)
  expect(await stored()).toEqual(Array(100).fill(null))
  expect((await server.call(getUserProfile, { as: person })).status).toBe(200)
  expect(await listSubscriptions(server.db, person.id)).toHaveLength(1)

  const { token } = await signIn(person.email, FIREFOX)
  expect(await stored()).toHaveLength(100)
  expect((await server.refusal(getUserProfile, { as: person })).status).toBe(401)
  expect((await server.call(getUserProfile, { as: token })).status).toBe(200)
  expect(await listSubscriptions(server.db, person.id)).toEqual([])
})

test('the last use of a session is updated after five minutes', { tags: ['ACCT-04'] }, async () => {
  const person = await buildDeveloper(server)
  const before = new Date(Date.now() - 6 * 60_000).toISOString()
  const seen = async () => (await server.call(listSessions, { as: person })).body.items[0]?.lastSeenAt ?? ''
  await server.db
    .updateTable('sessions')
    .set({ last_seen_at: before })
    .where('user_id', '=', person.id)
    .execute()
  await seen()
  await expect.poll(seen).not.toBe(before)
  const stored = await seen()
  expect(await seen()).toBe(stored)
})
