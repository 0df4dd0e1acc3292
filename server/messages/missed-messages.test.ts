import { expect, test } from 'vitest'
import { blockPerson } from '#contract/blocks.ts'
import {
  decideRequest,
  muteConversation,
  readNotifications,
  removeMessage,
  sendMessage,
} from '#contract/messages.ts'
import { updateNotificationSettings } from '#contract/notification-settings.ts'
import { buildDeveloper, type Person } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { sendMissedMail } from './missed-messages.ts'

const server = await startServer()
const { db, jobs } = server

const write = (from: Person, to: Person) =>
  server.call(sendMessage, { params: { id: to.id }, body: { text: 'The secret words' }, as: from })
const readAll = (as: Person, { id }: Person) => server.call(readNotifications, { body: { senderId: id }, as })
const choose = (as: Person, body: object) => server.call(updateNotificationSettings, { body, as })
const mails = (to: Person) => mailsTo(server, to.email)
const waiting = ({ id }: Person) =>
  db.selectFrom('deliveries').select('kind').where('user_id', '=', id).execute()
const buildTwo = async () =>
  [await buildDeveloper(server, { name: 'Marta', surname: 'Ruiz' }), await buildDeveloper(server)] as const

/** The time of day a number of hours from now. */
const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)

/** As if these minutes had passed. */
async function pass(minutes: number): Promise<void> {
  const earlier = (time: string) => new Date(Date.parse(time) - minutes * 60_000).toISOString()
  for (const { id, created_at } of await db.selectFrom('messages').select(['id', 'created_at']).execute()) {
    await db
      .updateTable('messages')
      .set({ created_at: earlier(created_at) })
      .where('id', '=', id)
      .execute()
  }
  for (const { user_id, peer_id, missed_mail_at } of await db
    .selectFrom('conversation_sides')
    .select(['user_id', 'peer_id', 'missed_mail_at'])
    .execute()) {
    if (missed_mail_at === null) continue
    await db
      .updateTable('conversation_sides')
      .set({ missed_mail_at: earlier(missed_mail_at) })
      .where('user_id', '=', user_id)
      .where('peer_id', '=', peer_id)
      .execute()
  }
  for (const { id, run_at } of await db.selectFrom('jobs').select(['id', 'run_at']).execute()) {
    await db
      .updateTable('jobs')
      .set({ run_at: earlier(run_at) })
      .where('id', '=', id)
      .execute()
  }
  jobs.wake()
  await jobs.settled()
}

test('a mail with the number of missed messages is sent after 15 minutes, then at most once in 6 hours', {
  tags: 'TALK-05',
}, async () => {
  const [ana, ben] = await buildTwo()
  await write(ana, ben)
  await write(ana, ben)
  await pass(14)
  expect(await mails(ben)).toEqual([])
  await pass(2)
  const [mail, ...others] = await mails(ben)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Marta Ruiz wrote to you')
  expect(mail?.text).toContain('You have 2 unread messages from')
  expect(`${mail?.text} ${mail?.html}`).not.toContain('secret')

  await write(ana, ben)
  await pass(300)
  expect(await mails(ben)).toHaveLength(1)
  await pass(60)
  expect((await mails(ben))[1]?.text).toContain('You have 3 unread messages from')
  // A message counted by a mail is not counted by a later one.
  await pass(1000)
  expect(await mails(ben)).toHaveLength(2)

  await write(ana, ben)
  await readAll(ben, ana)
  await pass(1000)
  expect(await mails(ben)).toHaveLength(2)
  expect(await mails(ana)).toEqual([])
})

test('nothing is mailed while the receiver is online', { tags: 'TALK-05' }, async () => {
  const [ana, ben] = await buildTwo()
  const device = await connectDevice(server.url, ben)
  await until(() => server.realtime.isOnline(ben.id))
  await write(ana, ben)
  await pass(20)
  expect(await mails(ben)).toEqual([])
  device.close()
  // As after the grace period of a reload.
  await sendMissedMail({ ...server, isOnline: () => false }, { userId: ben.id, peerId: ana.id })
  jobs.wake()
  expect(await mails(ben)).toHaveLength(1)
})

const ACTS: [string, (as: Person, of: Person) => Promise<unknown>][] = [
  ['read', readAll],
  ['declined', (as, { id }) => server.call(decideRequest, { params: { id }, body: { accept: false }, as })],
  ['muted', (as, { id }) => server.call(muteConversation, { params: { id }, body: { muted: true }, as })],
  ['blocked', (as, { id }) => server.call(blockPerson, { params: { id }, body: { blocked: true }, as })],
]

test.each(ACTS)(
  'no mail is sent about a person who is %s, before the delay or during it',
  {
    tags: 'TALK-05',
  },
  async (_, act) => {
    const [ana, ben] = await buildTwo()
    await write(ana, ben)
    await act(ben, ana)
    await pass(20)
    expect(await mails(ben)).toEqual([])

    const dan = await buildDeveloper(server)
    // Held until the end of the quiet hours.
    await choose(dan, { quiet: { from: hour(-2), to: hour(2), zone: 'UTC' } })
    await write(ana, dan)
    await pass(20)
    expect(await waiting(dan)).toEqual([{ kind: 'missedMessages' }])
    await act(dan, ana)
    await choose(dan, { quiet: null })
    await pass(24 * 60)
    expect([await waiting(dan), await mails(dan)]).toEqual([[], []])
  },
)

test('removed messages are not counted, and without others no mail is sent', {
  tags: ['TALK-05', 'TALK-06'],
}, async () => {
  const [ana, ben] = await buildTwo()
  const remove = async ({ body }: Awaited<ReturnType<typeof write>>) =>
    server.call(removeMessage, { params: { id: body._id }, as: ana })
  await remove(await write(ana, ben))
  await pass(20)
  expect(await mails(ben)).toEqual([])
  await write(ana, ben)
  await remove(await write(ana, ben))
  await pass(20)
  expect((await mails(ben)).map(({ text }) => text)).toEqual([
    expect.stringContaining('You have 1 unread message from'),
  ])
})

test('no mail is sent about a person who has blocked the receiver since', { tags: 'TALK-05' }, async () => {
  const [ana, ben] = await buildTwo()
  await write(ana, ben)
  await server.call(blockPerson, { params: { id: ben.id }, body: { blocked: true }, as: ana })
  await pass(20)
  expect(await mails(ben)).toEqual([])
})

test('a person who has chosen about mails of messages gets one for each message, or none', {
  tags: 'TALK-05',
}, async () => {
  const [ana, ben] = await buildTwo()
  const dan = await buildDeveloper(server)
  await choose(ben, { kinds: { 1: { mail: 'instant' } } })
  await choose(dan, { kinds: { 1: { mail: 'never' } } })
  await write(ana, ben)
  await write(ana, dan)
  await pass(20)
  expect((await mails(ben)).map(({ subject }) => subject)).toEqual(['Marta Ruiz sent you a message'])
  expect(await mails(dan)).toEqual([])
})
