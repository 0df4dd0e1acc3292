import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { blockPerson } from '#contract/blocks.ts'
import {
  decideRequest,
  editMessage,
  listChatUsers,
  listMessages,
  removeMessage,
  searchMessages,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import { TASKS } from '../operations/maintenance.ts'
import { recountUsage } from '../quota/recount.ts'
import { buildDeveloper, type Person } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { deactivate } from '../users/deactivation.ts'

const server = await startServer()
const { db } = server

const buildTwo = async () => [await buildDeveloper(server), await buildDeveloper(server)] as const
const send = async (from: Person, to: Person, body: Record<string, unknown>) =>
  (await server.call(sendMessage, { params: { id: to.id }, body, as: from })).body
const edit = (as: Person, id: string, text: string) =>
  server.call(editMessage, { params: { id }, body: { text }, as })
const remove = (as: Person, id: string) => server.call(removeMessage, { params: { id }, as })
const refuseEdit = async (as: Person, id: string, text = 'Other') => {
  const { status, body } = await server.refusal(editMessage, { params: { id }, body: { text }, as })
  return [status, body.code]
}
const block = (as: Person, { id }: Person, blocked: boolean) =>
  server.call(blockPerson, { params: { id }, body: { blocked }, as })
const list = async (as: Person, { id }: Person) =>
  (await server.call(listMessages, { params: { id }, as })).body
const texts = async (as: Person, peer: Person) => (await list(as, peer)).map(({ text }) => text)
const sync = async (as: Person) => (await server.call(syncMessages, { query: { after: '0' }, as })).body
const changesOf = async (as: Person) =>
  (await sync(as)).events.flatMap(({ event, data }) => (event === 'messageChanged' ? [data] : []))
const find = async (as: Person, q: string, more: Record<string, string> = {}) =>
  (await server.call(searchMessages, { query: { q, ...more }, as })).body
const found = async (as: Person, q: string, more: Record<string, string> = {}) =>
  (await find(as, q, more)).items.map(({ text }) => text)
const age = (id: string, minutes: number) =>
  db
    .updateTable('messages')
    .set({ created_at: new Date(Date.now() - minutes * 60_000).toISOString() })
    .where('id', '=', id)
    .execute()

const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#24c' } })
  .png()
  .toBuffer()
const image = `data:image/png;base64,${png.toString('base64')}`

describe('an own message', () => {
  test('is edited for both, on every device, and in older events', { tags: 'TALK-06' }, async () => {
    const [ana, ben] = await buildTwo()
    const device = await connectDevice(server.url, ben)
    const { _id, seq } = await send(ana, ben, { text: 'Frist' })
    const { status, body } = await edit(ana, _id, ' First ')
    const changed = {
      _id,
      seq,
      text: 'First',
      editedAt: expect.any(String),
      removedAt: null,
      quote: null,
      warning: null,
    }
    expect([status, body]).toMatchObject([200, changed])
    expect(await until(() => device.received.messageChanged[0])).toMatchObject({ ...changed, inboxSeq: 3 })
    const { events, hello } = await sync(ben)
    expect(events).toMatchObject([
      { event: 'newMessage', data: { text: 'First' } },
      { event: 'getNotification' },
      { event: 'messageChanged', data: { text: 'First' } },
    ])
    expect(hello.unread).toEqual({ [ana.id]: 1 })
    expect(await list(ben, ana)).toMatchObject([changed])
    // The same text again is no change.
    expect((await edit(ana, _id, 'First')).status).toBe(200)
    expect((await sync(ben)).events).toHaveLength(3)
    device.close()
  })

  test('is removed for both with its picture, and no longer counts for the quota', {
    tags: 'TALK-06',
  }, async () => {
    const [ana, ben] = await buildTwo()
    const sent = await send(ana, ben, { text: 'Private', image })
    const longer = await send(ana, ben, { text: 'Longer' })
    await edit(ana, longer._id, 'Longer than it was')
    const [shown] = await list(ben, ana)
    expect((await fetch(shown?.image ?? '')).status).toBe(200)
    const { status, body } = await remove(ana, sent._id)
    const removed = { _id: sent._id, seq: 1, text: '', image: '', removedAt: expect.any(String) }
    expect([status, body]).toMatchObject([200, { ...removed, message: expect.any(String) }])
    for (const url of [shown?.image, sent.image]) expect((await fetch(url ?? '')).status).toBe(404)
    expect((await list(ben, ana))[0]).toMatchObject(removed)
    expect((await changesOf(ben)).at(-1)).toMatchObject(removed)
    expect(JSON.stringify(await sync(ben))).not.toContain('Private')
    await remove(ana, longer._id)
    const row = (await server.call(listChatUsers, { as: ben })).body.find(({ _id }) => _id === ana.id)
    expect(row?.lastMessage).toMatchObject({ text: '', hasImage: false, isRemoved: true, seq: 2 })

    const events = (await sync(ben)).events.length
    expect((await remove(ana, sent._id)).status).toBe(200)
    expect((await sync(ben)).events).toHaveLength(events)
    expect(await refuseEdit(ana, sent._id)).toEqual([409, 'WRONG_STATE'])

    const usage = () =>
      db
        .selectFrom('quota_usage')
        .select(['kind', 'total'])
        .where('subject', '=', ana.id)
        .where('kind', 'in', ['bytes', 'message'])
        .orderBy('kind')
        .execute()
    const counted = await usage()
    await db.transaction().execute(recountUsage)
    expect(counted).toEqual(await usage())
  })

  test('is refused to others, after 15 minutes, and without text', { tags: 'TALK-06' }, async () => {
    const [ana, ben] = await buildTwo()
    const eve = await buildDeveloper(server)
    const { _id } = await send(ana, ben, { text: 'Mine' })
    expect(await refuseEdit(ben, _id)).toEqual([403, 'FORBIDDEN'])
    expect(await refuseEdit(eve, _id)).toEqual([404, 'NOT_FOUND'])
    expect((await server.refusal(removeMessage, { params: { id: _id }, as: ben })).status).toBe(403)
    expect((await server.refusal(removeMessage, { params: { id: _id }, as: eve })).status).toBe(404)
    expect(await refuseEdit(ana, _id, ' ')).toEqual([400, 'VALIDATION'])
    expect(await refuseEdit(ana, _id, 'x'.repeat(2001))).toEqual([400, 'VALIDATION'])
    await age(_id, 14.9)
    expect((await edit(ana, _id, 'Still mine')).status).toBe(200)
    await age(_id, 15.1)
    expect(await refuseEdit(ana, _id)).toEqual([409, 'TOO_LATE'])
    const late = await server.refusal(removeMessage, { params: { id: _id }, as: ana })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'TOO_LATE', message: 'Messages can only be edited for 15 minutes.' },
    ])
    expect(await texts(ben, ana)).toEqual(['Still mine'])
  })

  test('of a blocked person changes for the sender only, also after the block', {
    tags: ['TALK-04', 'TALK-06'],
  }, async () => {
    const [ana, ben] = await buildTwo()
    const before = await send(ana, ben, { text: 'Before' })
    await block(ben, ana, true)
    const hidden = await send(ana, ben, { text: 'Hidden' })
    expect((await edit(ana, before._id, 'Read this instead')).body.text).toBe('Read this instead')
    expect((await edit(ana, hidden._id, 'Hidden too')).status).toBe(200)
    expect(await refuseEdit(ben, hidden._id)).toEqual([404, 'NOT_FOUND'])
    const reply = await send(ana, ben, { text: 'See above', quoteId: hidden._id })
    expect(reply.quote).toMatchObject({ text: 'Hidden too' })
    await block(ben, ana, false)
    const late = await send(ana, ben, { text: 'And now', quoteId: hidden._id })
    expect(late.quote?.text).toBe('Hidden too')
    expect(await texts(ana, ben)).toEqual(['Read this instead', 'Hidden too', 'See above', 'And now'])
    expect(await list(ben, ana)).toMatchObject([
      { text: 'Before', editedAt: null },
      { text: 'And now', quote: null },
    ])
    expect(await changesOf(ben)).toEqual([])
    expect([await found(ben, 'hidden'), await found(ben, 'instead')]).toEqual([[], []])
    expect(await found(ana, 'hidden')).toEqual(['Hidden too'])
    // A removal reaches everybody.
    await remove(ana, before._id)
    expect((await list(ben, ana))[0]?.text).toBe('')
    expect(await changesOf(ben)).toHaveLength(1)
  })
})

test('a reply shows the current text of the message that it quotes', { tags: 'TALK-06' }, async () => {
  const [ana, ben] = await buildTwo()
  const eve = await buildDeveloper(server)
  const asked = await send(ana, ben, { text: 'When?' })
  const device = await connectDevice(server.url, ana)
  const clientId = crypto.randomUUID()
  const given = { text: 'At noon', clientId, quoteId: asked._id }
  const reply = await send(ben, ana, given)
  const quote = { _id: asked._id, senderId: ana.id, text: 'When?', isRemoved: false }
  expect(reply.quote).toEqual(quote)
  expect((await until(() => device.received.newMessage[0])).quote).toEqual(quote)
  device.close()
  // A retry is the same message; with another quote it is a different one.
  expect(await send(ben, ana, given)).toEqual(reply)
  const reused = await server.refusal(sendMessage, {
    ...{ params: { id: ana.id }, body: { text: 'At noon', clientId }, as: ben },
  })
  expect(reused.status).toBe(409)
  const foreign = await send(eve, ben, { text: 'Elsewhere' })
  for (const quoteId of [foreign._id, eve.id, 'x']) {
    const { status, body } = await server.refusal(sendMessage, {
      ...{ params: { id: ana.id }, body: { text: 'Look', quoteId }, as: ben },
    })
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'VALIDATION', ['quoteId']])
  }
  await edit(ana, asked._id, 'When exactly?')
  const last = async () => (await list(ana, ben)).at(-1)?.quote
  expect(await last()).toEqual({ ...quote, text: 'When exactly?' })
  await remove(ana, asked._id)
  expect(await last()).toEqual({ ...quote, text: '', isRemoved: true })
})

describe('GET /messages/search', () => {
  test('finds messages of both people with all words, newest first, in pages', {
    tags: 'TALK-06',
  }, async () => {
    const [ana, ben] = await buildTwo()
    const cleo = await buildDeveloper(server)
    for (const text of ['Un café mañana', '100% sure_thing', 'CAFÉ solo', 'Nothing']) {
      await send(ana, ben, { text })
    }
    await send(cleo, ana, { text: 'Mañana café' })
    await send(cleo, ben, { text: 'Café with others' })
    expect(await found(ana, 'cafe')).toEqual(['Mañana café', 'CAFÉ solo', 'Un café mañana'])
    expect(await found(ana, 'MANANA caf')).toEqual(['Mañana café', 'Un café mañana'])
    expect(await found(ben, 'café')).toEqual(['Café with others', 'CAFÉ solo', 'Un café mañana'])
    for (const [q, count] of [
      ['%', 1],
      ['_', 1],
      ['\\', 0],
      ["'", 0],
    ] as const) {
      expect([q, (await find(ana, q)).total]).toEqual([q, count])
    }
    const page = await find(ana, 'cafe', { page: '2', limit: '2' })
    expect([page.total, page.items.map(({ text }) => text)]).toEqual([3, ['Un café mañana']])
    expect(page.items[0]?.person).toEqual({
      ...{ _id: ben.id, name: ben.name, surname: ben.surname, avatar: '', role: { type: 'developer' } },
    })
    expect(await found(ana, 'cafe', { userId: ben.id })).toEqual(['CAFÉ solo', 'Un café mañana'])
    expect(await found(ana, 'cafe', { userId: 'x' })).toEqual([])
    expect(await found(ana, 'cafe', { sort: 'oldest', limit: '1' })).toEqual(['Un café mañana'])
    for (const q of ['', '  ']) {
      expect((await server.refusal(searchMessages, { query: { q }, as: ana })).status).toBe(400)
    }
  })

  test('lets only the sender find an edit that a block hides', {
    tags: ['TALK-04', 'TALK-06'],
  }, async () => {
    const [ana, ben] = await buildTwo()
    const { _id } = await send(ana, ben, { text: 'Lantern' })
    await block(ben, ana, true)
    await edit(ana, _id, 'Faróla')
    expect([await found(ana, 'farola'), await found(ana, 'lantern')]).toEqual([['Faróla'], []])
    expect([await found(ben, 'farola'), await found(ben, 'lantern')]).toEqual([[], ['Lantern']])
  })

  test('finds messages stored by the previous release', { tags: 'TALK-06' }, async () => {
    const [ana, ben] = await buildTwo()
    const { _id } = await send(ana, ben, { text: 'Un CAFÉ' })
    await db.updateTable('messages').set({ search_text: null }).where('id', '=', _id).execute()
    expect([await found(ana, 'cafe'), await found(ben, 'cafe un'), await found(ben, 'tea')]).toEqual([
      ['Un CAFÉ'],
      ['Un CAFÉ'],
      [],
    ])
    await TASKS['index messages for the search']?.(server)
    const row = db.selectFrom('messages').select('search_text').where('id', '=', _id)
    expect(await row.executeTakeFirst()).toEqual({ search_text: 'un cafe' })
  })

  test('finds neither withheld or removed messages, nor those of people who have left', {
    tags: 'TALK-06',
  }, async () => {
    const [ana, ben] = await buildTwo()
    const cleo = await buildDeveloper(server)
    const gone = await send(ben, ana, { text: 'Lantern one' })
    await send(ben, ana, { text: 'Lantern two' })
    await edit(ben, gone._id, 'Lighthouse')
    expect([await found(ana, 'lantern'), await found(ana, 'lighthouse')]).toEqual([
      ['Lantern two'],
      ['Lighthouse'],
    ])
    await remove(ben, gone._id)
    expect(await found(ana, 'lighthouse')).toEqual([])
    const quoted = await send(cleo, ana, { text: 'Lantern three' })
    await server.call(decideRequest, { params: { id: cleo.id }, body: { accept: false }, as: ana })
    const withheld = await send(cleo, ana, { text: 'Lantern four' })
    expect(await found(ana, 'lantern')).toEqual(['Lantern two'])
    expect(await found(cleo, 'lantern')).toEqual(['Lantern four', 'Lantern three'])
    const { status } = await server.refusal(sendMessage, {
      ...{ params: { id: cleo.id }, body: { text: 'Why', quoteId: withheld._id }, as: ana },
    })
    expect(status).toBe(400)
    expect(quoted.seq).toBe(1)
    await db.transaction().execute((tx) => deactivate(tx, ben.id))
    expect(await found(ana, 'lantern')).toEqual([])
  })
})
