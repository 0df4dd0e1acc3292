import { describe, expect, test } from 'vitest'
import { blockPerson } from '#contract/blocks.ts'
import {
  editMessage,
  listMessages,
  removeMessage,
  searchMessages,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import { getOffer, updateOffer } from '#contract/offers.ts'
import { getProject, updateProject } from '#contract/projects.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { eraseUser } from '../users/erasure.ts'

const server = await startServer()
const TAGS = { tags: ['TRUST-03'] }
const SCAM = 'Please send me a photo of your passport'

const send = async (from: Person, to: Person, text: string) =>
  (await server.call(sendMessage, { params: { id: to.id }, body: { text }, as: from })).body
const list = async (as: Person, peer: Person) =>
  (await server.call(listMessages, { params: { id: peer.id }, as })).body.map(({ warning }) => warning)
const events = async (as: Person) =>
  (await server.call(syncMessages, { query: { after: '0' }, as })).body.events.flatMap((event) =>
    event.event === 'newMessage' || event.event === 'messageChanged' ? event.data.warning : [],
  )
const found = async (as: Person) =>
  (await server.call(searchMessages, { query: { q: 'passport' }, as })).body.items.map(
    ({ warning }) => warning,
  )
const reportsOf = ({ id }: Person) =>
  server.db.selectFrom('reports').select(['kind', 'state']).where('author_id', '=', id).execute()

describe('a message that bears a sign of a scam', () => {
  test('warns its receiver, and never its sender, however it is read', TAGS, async () => {
    const [sender, receiver] = [await buildRecruiter(server), await buildDeveloper(server)]
    const sent = await send(sender, receiver, SCAM)
    expect(sent.warning).toBeNull()
    for (const read of [() => list(receiver, sender), () => events(receiver), () => found(receiver)])
      expect(await read()).toEqual(['documents'])
    for (const read of [() => list(sender, receiver), () => events(sender), () => found(sender)])
      expect(await read()).toEqual([null])
  })

  test('warns as long as the shown text contains it', TAGS, async () => {
    const [sender, receiver] = [await buildRecruiter(server), await buildDeveloper(server)]
    const { _id: id } = await send(sender, receiver, 'Good morning')
    expect(await list(receiver, sender)).toEqual([null])
    const edited = await server.call(editMessage, { params: { id }, body: { text: SCAM }, as: sender })
    expect([edited.body.warning, await list(receiver, sender)]).toEqual([null, ['documents']])
    await server.call(removeMessage, { params: { id }, as: sender })
    expect(await list(receiver, sender)).toEqual([null])
  })
})

describe('content with a sign of a scam', async () => {
  const [recruiter, developer] = [await buildRecruiter(server), await buildDeveloper(server)]
  const description = 'You must pay us a registration fee of 50 €.'
  const offer = { params: { id: await buildOffer(server, recruiter, { description }) } }
  const project = { params: { id: await buildProject(server, developer, { description }) } }
  const things = [
    {
      name: 'an offer',
      owner: recruiter,
      other: developer,
      read: (as?: Person) => server.call(getOffer, { ...offer, ...(as && { as }) }),
      change: (body: { description: string }) => server.call(updateOffer, { ...offer, body, as: recruiter }),
    },
    {
      name: 'a project',
      owner: developer,
      other: recruiter,
      read: (as?: Person) => server.call(getProject, { ...project, ...(as && { as }) }),
      change: (body: { description: string }) =>
        server.call(updateProject, { ...project, body, as: developer }),
    },
  ]

  test.each(things)('$name warns others and visitors, and never its owner', TAGS, async (thing) => {
    const read = async (as?: Person) => (await thing.read(as)).body.warning
    const change = async (description: string) => (await thing.change({ description })).body.warning
    // The response to a visitor is cached by the first call.
    expect([await read(), await read(thing.owner), await read(thing.other)]).toEqual(['money', null, 'money'])
    expect(await read()).toBe('money')
    expect(await change('Send us a photo of your passport.')).toBeNull()
    expect([await read(), await read(thing.owner)]).toEqual(['documents', null])
    expect([await change('A timetable of ferries.'), await read()]).toEqual([null, null])
  })
})

describe('the moderators', () => {
  test('get one report about a sender of flagged messages in three conversations', TAGS, async () => {
    const sender = await buildRecruiter(server)
    const receivers = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    for (const receiver of receivers.slice(0, 2)) {
      await send(sender, receiver, SCAM)
      await send(sender, receiver, SCAM)
    }
    expect(await reportsOf(sender)).toEqual([])
    for (const receiver of [...receivers.slice(2), await buildDeveloper(server)])
      await send(sender, receiver, SCAM)
    expect(await reportsOf(sender)).toEqual([{ kind: 'user', state: 'open' }])
  })

  test('get none for what no receiver sees, or contains no sign', TAGS, async () => {
    const sender = await buildRecruiter(server)
    for (const text of ['Good morning', 'We never ask for a passport', SCAM]) {
      const receiver = await buildDeveloper(server)
      await send(sender, receiver, text)
    }
    const blocking = await buildDeveloper(server)
    await server.call(blockPerson, { params: { id: sender.id }, body: { blocked: true }, as: blocking })
    expect(await reportsOf(sender)).toEqual([])
  })
})

test('records of who saw warnings about an erased person are deleted', TAGS, async () => {
  const [sender, receiver] = [await buildRecruiter(server), await buildDeveloper(server)]
  const warned = () =>
    server.db
      .selectFrom('conversation_sides')
      .select('peer_id')
      .where('peer_id', '=', sender.id)
      .where('warned_at', 'is not', null)
      .execute()
  await send(sender, receiver, SCAM)
  expect(await warned()).toEqual([{ peer_id: sender.id }])
  expect(await eraseUser(server, sender.id)).toBe(true)
  expect(await warned()).toEqual([])
})
