import { describe, expect, test } from 'vitest'
import { likeProject } from '#contract/likes.ts'
import { sendMessage } from '#contract/messages.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notification-kinds.ts'
import {
  getNotificationSettings,
  unsubscribe,
  updateNotificationSettings,
} from '#contract/notification-settings.ts'
import { listNotifications, NOTIFICATION_TYPES } from '#contract/notifications.ts'
import { addPushSubscription, getPushKey, removePushSubscription } from '#contract/push.ts'
import { logout } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildProject, type Person } from '../test/builders.ts'
import { mailsTo } from '../test/outbox.ts'
import { startPushService } from '../test/push-service.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { deliverDue } from './deliver.ts'
import { mailContentOf } from './mail-content.ts'
import { type NotificationEvent, notify } from './notify.ts'
import { listSubscriptions } from './push.queries.ts'

const service = await startPushService()
const server = await startServer({ PUSH_ALLOW_PRIVATE: 'true', DIGEST_DAILY_HOURS: '0.0006' })
const { db } = server

const offer = { offerId: newId(), position: 'Backend Developer', company: 'Acme' }
const application = { ...offer, applicationId: newId() }
/** One of each kind created by `notify`. */
const DATA: { [Kind in NotificationKind]?: Extract<NotificationEvent, { kind: Kind }>['data'] } = {
  like: { title: 'Map' },
  applicationStatus: { ...application, status: 'reviewed' },
  applicationDecision: { ...application, status: 'accepted' },
  newApplication: application,
  offerEnded: { ...application, message: 'Thank you. See https://evil.example' },
  offerEnding: { ...offer, days: 7 },
  noAnswer: { ...application, days: 14, similar: [offer] },
  invitation: offer,
  interview: { ...application, state: 'proposed' },
  alert: { alertId: newId(), alert: 'Backend in Madrid', count: 3 },
  answerReminder: { offerId: offer.offerId, position: offer.position, count: 2, days: 8 },
  verification: { company: 'Acme', state: 'verified' },
  moderation: { act: 'warn', kind: 'project', title: 'Map', appeal: 'token' },
  account: { event: 'export ready' },
}
const KINDS = Object.keys(DATA) as (keyof typeof DATA)[]
/** Decisions of moderators have a mail of their own. */
const SENT_KINDS: NotificationKind[] = [...KINDS.filter((kind) => kind !== 'moderation'), 'message']
const BY_PEOPLE = ['like', 'newApplication', 'invitation', 'message']

const sender = await buildDeveloper(server, { name: 'Marta', surname: 'Ruiz' })

async function cause(kind: NotificationKind, to: Person, more: Partial<NotificationEvent> = {}) {
  if (kind === 'message') {
    await server.call(sendMessage, { params: { id: to.id }, body: { text: 'Hi' }, as: sender })
  } else {
    const senderId = BY_PEOPLE.includes(kind) ? sender.id : null
    const event = { kind, senderId, receiverIds: [to.id], data: DATA[kind], ...more } as NotificationEvent
    server.realtime.notify(await db.transaction().execute((tx) => notify(tx, event)))
  }
  server.jobs.wake()
}

const choose = (as: Person, body: object) => server.call(updateNotificationSettings, { body, as })
const mails = (to: Person) => mailsTo(server, to.email)
async function subscribed(as: Person) {
  const subscription = service.subscribe()
  expect((await server.call(addPushSubscription, { body: subscription, as })).status).toBe(201)
  return subscription.endpoint
}
const bell = async (as: Person) =>
  (await server.call(listNotifications, { as })).body.items.map(({ type }) => type)

/** The numbers after one cause with everything on, and the additional ones after another with this channel turned off. */
type Cell = { on: number; off: number }
const CHANNELS = ['bell', 'mail', 'digest', 'push'] as const
type Channel = (typeof CHANNELS)[number]

/** One person receives a kind repeatedly, and turns off one channel after the other. */
async function walkChannels(kind: NotificationKind): Promise<Record<Exclude<Channel, 'digest'>, Cell>> {
  const person = await buildDeveloper(server)
  const endpoint = await subscribed(person)
  const { type } = NOTIFICATION_KINDS[kind]
  const came = async () => ({
    bell: (await bell(person)).length,
    mail: (await mails(person)).length,
    push: service.to(endpoint).length,
  })
  const without = async (channels: object) => {
    await choose(person, { kinds: { [type]: channels } })
    const before = await came()
    await cause(kind, person)
    const after = await came()
    return { bell: after.bell - before.bell, mail: after.mail - before.mail, push: after.push - before.push }
  }
  const on = await without({ bell: true, mail: 'instant', push: true })
  expect(await bell(person)).toEqual(kind === 'message' ? [] : [type])
  expect(service.to(endpoint)[0]?.payload).toEqual({
    text: expect.stringMatching(/^[A-Z0-9].{5,}$/),
    path: kind === 'message' || kind === 'like' ? null : expect.any(String),
    type,
  })
  const noMail = await without({ mail: 'never' })
  const noPush = await without({ mail: 'instant', push: false })
  const noBell = await without({ push: true, bell: false })
  // A channel that is turned off leaves the others on.
  expect([noMail.push, noPush.mail, noBell.mail, noBell.push]).toEqual([1, on.mail, on.mail, 1])
  const left = await db.selectFrom('deliveries').select('id').where('user_id', '=', person.id).execute()
  expect(left).toEqual([])
  return {
    bell: { on: on.bell, off: noBell.bell },
    mail: { on: on.mail, off: noMail.mail },
    push: { on: on.push, off: noPush.push },
  }
}

/** For mails about all kinds, to this person. */
const chooseForAll = (person: Person, mail: 'weekly' | 'never') =>
  choose(person, {
    kinds: Object.fromEntries(SENT_KINDS.map((kind) => [NOTIFICATION_KINDS[kind].type, { mail }])),
  })

/** The digest of one of each kind, a week later. */
async function digestOfAll(person: Person) {
  await chooseForAll(person, 'weekly')
  for (const kind of SENT_KINDS) await cause(kind, person)
  expect(await mails(person)).toEqual([])
  await db
    .updateTable('deliveries')
    .set({ created_at: new Date(Date.now() - 8 * 24 * 3_600_000).toISOString() })
    .where('user_id', '=', person.id)
    .execute()
  await deliverDue(server, { userId: person.id })
  server.jobs.wake()
  const [digest, ...more] = await mails(person)
  expect([digest?.subject, more]).toEqual([`${SENT_KINDS.length} notifications for you`, []])
  return digest
}

/** One person gets a digest of all kinds, and then turns all mail off. */
async function walkDigest(): Promise<Map<NotificationKind, Cell>> {
  const person = await buildDeveloper(server)
  const digest = await digestOfAll(person)
  const lines = [...(digest?.text ?? '').matchAll(/^- (.+)$/gm)].map(([, line]) => line)
  await chooseForAll(person, 'never')
  for (const kind of SENT_KINDS) await cause(kind, person)
  const waiting = await db.selectFrom('deliveries').select('kind').where('user_id', '=', person.id).execute()
  expect(await mails(person)).toHaveLength(1)
  return new Map(
    SENT_KINDS.map((kind) => {
      const { subject } = mailContentOf(kind, DATA[kind] ?? {}, 'Marta Ruiz')
      const off = waiting.filter((row) => row.kind === kind).length
      return [kind, { on: lines.filter((line) => line === subject).length, off }]
    }),
  )
}

const walked = new Map<NotificationKind, ReturnType<typeof walkChannels>>()
let digests: ReturnType<typeof walkDigest> | undefined

async function cellOf(kind: NotificationKind, channel: Channel): Promise<Cell | undefined> {
  if (channel === 'digest') {
    digests ??= walkDigest()
    return (await digests).get(kind)
  }
  const walk = walked.get(kind) ?? walkChannels(kind)
  walked.set(kind, walk)
  return (await walk)[channel]
}

/** Messages are in the chat; decisions of moderators have a mail of their own. */
const ELSEWHERE: { [Kind in NotificationKind]?: Channel[] } = {
  message: ['bell'],
  moderation: ['mail', 'digest'],
}
const CELLS = [...KINDS, 'message' as const].flatMap((kind) =>
  CHANNELS.filter((channel) => !ELSEWHERE[kind]?.includes(channel)).map((channel) => ({ kind, channel })),
)

describe('every kind by every channel', { tags: ['NTFY-01', 'NTFY-03', 'NTFY-04', 'NTFY-05'] }, () => {
  test.each(CELLS)('$kind comes once by $channel', async ({ kind, channel }) => {
    expect((await cellOf(kind, channel))?.on).toBe(1)
  })

  test.each(CELLS)('$kind does not come by $channel that is turned off', async ({ kind, channel }) => {
    expect((await cellOf(kind, channel))?.off).toBe(0)
  })

  test('a message is in the chat and not in the bell, a decision of moderators has its own mail', async () => {
    expect(await cellOf('message', 'bell')).toEqual({ on: 0, off: 0 })
    expect(await cellOf('moderation', 'mail')).toEqual({ on: 0, off: 0 })
  })

  test('a like and a message sent by their calls use the same channels, once', {
    tags: 'NTFY-03',
  }, async () => {
    const person = await buildDeveloper(server)
    await choose(person, { kinds: { 1: { mail: 'instant' }, 2: { mail: 'instant' } } })
    const projectId = await buildProject(server, person)
    for (const liked of [true, false, true]) {
      await server.call(likeProject, { params: { id: projectId }, body: { liked }, as: sender })
    }
    await cause('message', person)
    expect((await mails(person)).map(({ subject }) => subject).sort()).toEqual([
      'Marta Ruiz ha dado like a tu Proyecto',
      'Marta Ruiz sent you a message',
    ])
  })
})

describe('mail', () => {
  test('is text and HTML, names the reason, and its link turns off its kind only', {
    tags: 'NTFY-06',
  }, async () => {
    const person = await buildDeveloper(server, { name: 'Eva' })
    await cause('offerEnded', person)
    const [mail] = await mails(person)
    expect(mail?.subject).toBe('An offer has ended: Backend Developer at Acme')
    expect(mail?.text).toContain('Hello Eva,')
    expect(mail?.text).toContain('Thank you. See …')
    expect(mail?.text).toContain(`${server.url}/applications/${application.applicationId}`)
    expect(mail?.text).toContain('You get this email because')
    expect(mail?.html).not.toContain('evil.example')
    const [link = '', token = ''] = /http\S+\/unsubscribe\/(\S+)/.exec(mail?.text ?? '') ?? []
    expect(mail?.html).toContain(link)
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, oneClick = ''] = /^<(.+)>$/.exec(header('list-unsubscribe') ?? '') ?? []

    const before = (await server.call(getNotificationSettings, { as: person })).body
    const form = 'application/x-www-form-urlencoded'
    const response = await fetch(oneClick, {
      method: 'POST',
      headers: { 'content-type': form },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(response.status).toBe(200)
    const after = (await server.call(getNotificationSettings, { as: person })).body
    expect(after).toEqual({ ...before, kinds: { ...before.kinds, 6: { ...before.kinds[6], mail: 'never' } } })
    await cause('offerEnding', person)
    expect(await mails(person)).toHaveLength(1)

    // The page's button does the same; it yields no token of another kind or person.
    expect((await server.call(unsubscribe, { body: { token } })).body).toMatchObject({ type: 6 })
    const [userId, type, signature] = token.split('.')
    for (const wrong of [
      '',
      'x',
      token.slice(0, -1),
      `${userId}.7.${signature}`,
      `${newId()}.${type}.${signature}`,
    ]) {
      const refused = await server.refusal(unsubscribe, { body: { token: wrong } })
      expect([refused.status, refused.body.code]).toEqual([400, 'TOKEN_INVALID'])
    }
    const other = await fetch(`${server.url}/api/messages/read`, {
      method: 'POST',
      headers: { 'content-type': form },
      body: 'scope=bell',
    })
    expect(other.status).toBe(401)
  })

  const saysAbout = (kind: NotificationKind, typed: string) => {
    const given = { position: typed, company: typed, message: typed, title: typed, alert: typed }
    const {
      subject,
      paragraphs,
      lines = [],
    } = mailContentOf(kind, { ...DATA[kind], ...given, similar: [{ ...offer, ...given }] }, 'Marta Ruiz')
    return [subject, ...paragraphs, ...lines.map(({ text }) => text)].join('\n')
  }

  test.each([
    'evil.example/prize',
    'Evil.Example',
    'now:evil.example.',
    'me@evil.example',
    'a.evil.example:8080/x',
    'evil.js.example',
    'asp.net.evil.example',
    'evil.xn--p1ai/x',
    'зло.рф',
    '203.0.113.9/prize',
    'https://evil.example',
    'www.evil.example',
  ])('of no kind contains a link where a stranger typed %s, in subject or text (X8)', (typed) => {
    for (const kind of SENT_KINDS) {
      expect(saysAbout(kind, typed)).not.toMatch(/:\/\/|www\.|\d\.\d+\/|[\p{L}\d]\.\p{L}{2}/u)
    }
  })

  test.each([
    'Node.js',
    'Node.js/React',
    'Vue.js.',
    'ASP.NET',
    'ASP.NET/C#',
    'e.g. C++',
    '3.5/month',
    'v2.0',
    'C++/.NET',
  ])('contains %s as it was typed (X8)', (typed) =>
    expect(saysAbout('offerEnded', typed).split(typed)).toHaveLength(6),
  )

  test('about one subject is collected: the last state counts, and a withdrawn cause sends nothing', {
    tags: 'NTFY-05',
  }, async () => {
    const person = await buildDeveloper(server)
    const collect = { key: 'application 1', ms: 600 }
    for (const status of ['accepted', 'rejected', 'accepted'] as const) {
      await cause('applicationDecision', person, { data: { ...application, status }, collect } as never)
    }
    expect(await mails(person)).toEqual([])
    const [mail, ...more] = await until(async () => {
      server.jobs.wake()
      const sent = await mails(person)
      return sent.length > 0 && sent
    })
    expect([mail?.subject, more]).toEqual(['You were accepted: Backend Developer at Acme', []])
  })

  test('of an opt-in kind is sent only to people who chose it', {
    tags: 'NTFY-03',
  }, async () => {
    const person = await buildDeveloper(server)
    await cause('applicationStatus', person)
    expect(await mails(person)).toEqual([])
    await cause('applicationDecision', person)
    expect(await mails(person)).toHaveLength(1)
  })
})

describe('digests', () => {
  test('collect notifications, repeat none, and are not sent when empty', { tags: 'NTFY-05' }, async () => {
    const person = await buildDeveloper(server)
    await choose(person, { kinds: { 5: { mail: 'daily' }, 7: { mail: 'daily' }, 8: { mail: 'weekly' } } })
    for (const kind of ['newApplication', 'noAnswer', 'invitation'] as const) await cause(kind, person)
    expect(await mails(person)).toEqual([])
    const digests = (count: number) =>
      until(async () => {
        server.jobs.wake()
        const sent = await mails(person)
        return sent.length >= count && sent
      })
    const [first] = await digests(1)
    expect(first?.subject).toBe('2 notifications for you')
    expect(first?.text).toContain('New application: Backend Developer')
    expect(first?.text).toContain('No answer yet: Backend Developer at Acme')
    // Again, as by a second process.
    await deliverDue(server, { userId: person.id })
    await cause('newApplication', person)
    const sent = await digests(2)
    expect(sent.map(({ subject }) => subject)).toEqual([
      '2 notifications for you',
      'New application: Backend Developer',
    ])
    const left = await db.selectFrom('deliveries').select('kind').where('user_id', '=', person.id).execute()
    expect(left).toEqual([{ kind: 'invitation' }])
  })
})

test('a digest of every kind names each once, and its link turns all of them off but safety', {
  tags: ['NTFY-03', 'NTFY-05', 'NTFY-06'],
}, async () => {
  const person = await buildDeveloper(server)
  const digest = await digestOfAll(person)
  const lines = [...(digest?.text ?? '').matchAll(/^- (.+)$/gm)].map(([, line]) => line)
  expect(new Set(lines).size).toBe(SENT_KINDS.length)
  const off = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]
  expect(digest?.text).toMatch(/^No more emails about: Messages, /m)
  const [, token = ''] = /\/unsubscribe\/(\S+)/.exec(digest?.text ?? '') ?? []
  const { body } = await server.call(unsubscribe, { body: { token } })
  expect(body).toMatchObject({ type: 1, types: off })
  const after = (await server.call(getNotificationSettings, { as: person })).body.kinds
  expect(off.filter((type) => after[type]?.mail !== 'never')).toEqual([])
  expect([after[13]?.mail, after[14]?.mail]).toEqual(['instant', 'weekly'])
  const [userId, types, signature] = token.split('.')
  for (const wrong of [`${types}-13`, '1', '1-x', '']) {
    const refused = await server.refusal(unsubscribe, { body: { token: `${userId}.${wrong}.${signature}` } })
    expect([refused.status, refused.body.code]).toEqual([400, 'TOKEN_INVALID'])
  }
})

describe('quiet hours', () => {
  test('hold back mail and push until they end, but never the bell or account safety', {
    tags: 'NTFY-03',
  }, async () => {
    const person = await buildDeveloper(server)
    const endpoint = await subscribed(person)
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    const quiet = { from: clock(-2), to: clock(2), zone: 'UTC' }
    expect((await choose(person, { quiet })).body.quiet).toEqual(quiet)
    await cause('noAnswer', person)
    await cause('account', person)
    expect((await mails(person)).map(({ subject }) => subject)).toEqual(['Your data is ready for download'])
    expect(service.to(endpoint)).toHaveLength(1)
    expect(await bell(person)).toEqual([14, 7])
    await choose(person, { kinds: { 2: { push: true } } })
    expect(await mails(person)).toHaveLength(1)
    await choose(person, { quiet: null })
    expect(await mails(person)).toHaveLength(2)
    await until(() => service.to(endpoint).length === 2)
  })
})

describe('settings', () => {
  test('are merged with the stored ones; wrong ones are refused and change nothing', {
    tags: 'NTFY-03',
  }, async () => {
    const person = await buildDeveloper(server)
    const { kinds, quiet } = (await server.call(getNotificationSettings, { as: person })).body
    expect(Object.keys(kinds)).toEqual(Object.values(NOTIFICATION_TYPES).map(String))
    expect([kinds[2], kinds[4], quiet]).toEqual([
      { bell: true, mail: 'never', push: false },
      { bell: true, mail: 'instant', push: true },
      null,
    ])
    const zone = { from: '22:00', to: '07:00', zone: 'Europe/Madrid' }
    await Promise.all([
      choose(person, { kinds: { 2: { mail: 'weekly' } } }),
      choose(person, { kinds: { 2: { bell: false }, 9: { push: false } } }),
      choose(person, { quiet: zone }),
    ])
    const { body } = await server.call(getNotificationSettings, { as: person })
    expect(body).toEqual({
      kinds: { ...kinds, 2: { bell: false, mail: 'weekly', push: false }, 9: { ...kinds[9], push: false } },
      quiet: zone,
    })
    for (const wrong of [
      { kinds: { 99: { bell: true } } },
      { kinds: { 2: { mail: 'yearly' } } },
      { kinds: { 2: { bell: 'yes' } } },
      { quiet: { ...zone, zone: 'Mars/Base' } },
      { quiet: { ...zone, from: '24:00' } },
      { quiet: { ...zone, to: zone.from } },
    ]) {
      const refused = await server.refusal(updateNotificationSettings, { body: wrong as never, as: person })
      expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION'])
    }
    expect((await server.call(getNotificationSettings, { as: person })).body).toEqual(body)
  })
})

describe('push', () => {
  test('goes to each browser until it is turned off, signed out or gone', { tags: 'NTFY-04' }, async () => {
    const person = await buildDeveloper(server)
    const { publicKey } = (await server.call(getPushKey, { as: person })).body
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    const [first, gone, moved] = [
      await subscribed(person),
      await subscribed(person),
      await subscribed(person),
    ]
    service.respond(gone, 410)
    service.respond(moved, 302)
    await cause('noAnswer', person)
    await until(() => service.to(first).length === 1)
    expect(service.to(first)[0]?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      authorization: expect.stringContaining(`k=${publicKey}`),
      ttl: expect.any(String),
    })
    await server.jobs.settled()
    const stored = await db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', person.id)
      .orderBy('endpoint')
      .execute()
    expect(stored.map(({ endpoint }) => endpoint)).toEqual([first, moved].sort())
    expect(service.pushed.map(({ path }) => path)).not.toContain('/elsewhere')

    await server.call(removePushSubscription, { body: { endpoint: first }, as: sender })
    await cause('noAnswer', person)
    await until(() => service.to(first).length === 2)
    await server.call(removePushSubscription, { body: { endpoint: first }, as: person })
    const second = await subscribed(person)
    await server.call(logout, { as: person })
    await cause('noAnswer', person)
    await server.jobs.settled()
    expect([service.to(first).length, service.to(second).length]).toEqual([2, 0])
  })

  test('goes to 20 browsers of a person at most; the oldest goes (X3)', { tags: 'NTFY-04' }, async () => {
    const person = await buildDeveloper(server)
    const endpoints: string[] = []
    for (let count = 0; count < 21; count += 1) endpoints.push(await subscribed(person))
    const stored = await listSubscriptions(db, person.id)
    expect(stored.map(({ endpoint }) => endpoint).sort()).toEqual(endpoints.slice(1).sort())
  })

  test.each([
    ['a plain address', { endpoint: 'http://push.example/1' }],
    ['no address', { endpoint: 'x' }],
    ['a short key', { keys: { p256dh: 'AAAA', auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }],
  ])('refuses %s', { tags: 'NTFY-04' }, async (_, wrong) => {
    const body = { ...service.subscribe(), ...wrong }
    const refused = await server.refusal(addPushSubscription, { body, as: sender })
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION'])
  })
})

test('thousands that are due at once are sent in batches, which do not block others (X1)', async () => {
  const person = await buildDeveloper(server)
  const due = new Date().toISOString()
  const many = Array.from({ length: 500 }, () => ({
    ...{
      id: newId(),
      user_id: person.id,
      channel: 'mail' as const,
      mode: 'instant' as const,
      kind: 'account',
    },
    ...{ data: '{"event":"export ready"}', sender_id: null, due_at: due, created_at: due },
  }))
  await db.insertInto('deliveries').values(many).execute()
  const left = async () =>
    (await db.selectFrom('deliveries').select('id').where('batch_id', 'is', null).execute()).length
  const before = (await left()) - many.length
  await deliverDue(server, { userId: person.id })
  expect((await left()) - before).toBe(300)
  server.jobs.wake()
  await until(async () => (await left()) === before)
})
