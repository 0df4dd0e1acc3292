import { describe, expect, test } from 'vitest'
import {
  editMessage,
  listChatUsers,
  listMessages,
  removeMessage,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import { getReport } from '#contract/moderation.ts'
import { reportThing } from '#contract/reports.ts'
import { uploadImage, uploadMessageFile, uploadPdf } from '#contract/uploads.ts'
import { removeUnusedFiles } from '../files/clean-up.ts'
import { addModerator } from '../moderation/moderators.ts'
import { recountUsage } from '../quota/recount.ts'
import { buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { upload } from '../test/uploads.ts'
import { deactivate } from '../users/deactivation.ts'
import { readPersonalData } from '../users/export.queries.ts'
import { moderateMessage } from './changes.queries.ts'

const server = await startServer()
const { db } = server

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const attach = async (as: Person, bytes = pdf) => {
  const { body } = await upload(server, uploadMessageFile, bytes, { as })
  return body.secure_urls[0] ?? ''
}
const send = (from: Person, to: Person, body: Record<string, unknown>) =>
  server.call(sendMessage, { params: { id: to.id }, body, as: from })
const sendFile = async (from: Person, to: Person, name = 'Plan de obra.pdf') =>
  (await send(from, to, { file: { name, url: await attach(from) } })).body
const refuse = async (from: Person, to: Person, file: unknown) => {
  const { status, body } = await server.refusal(sendMessage, {
    params: { id: to.id },
    body: { text: 'Here', file },
    as: from,
  })
  return [status, body.code, Object.keys(body.fields ?? {})]
}
const list = async (as: Person, { id }: Person) =>
  (await server.call(listMessages, { params: { id }, as })).body
const statusOf = async (url = '') => (await fetch(url)).status
const buildTwo = async () => [await buildDeveloper(server), await buildRecruiter(server)] as const

describe('a PDF in a message', { tags: 'FLOW-08' }, () => {
  test('is sent by its upload, and saved by the two under its name', async () => {
    const [ana, ben] = await buildTwo()
    const sent = await sendFile(ana, ben)
    const file = { name: 'Plan de obra.pdf', bytes: pdf.length, url: expect.stringContaining('/files/') }
    expect(sent).toMatchObject({ text: '', image: '', file })
    const [received] = await list(ben, ana)
    expect(received?.file).toEqual(file)
    const [row] = (await server.call(listChatUsers, { as: ben })).body
    expect(row?.lastMessage).toMatchObject({ text: '', hasImage: false, hasFile: true })
    const { events } = (await server.call(syncMessages, { query: { after: '0' }, as: ben })).body
    expect(events[0]?.data).toMatchObject({ file })

    const response = await fetch(received?.file?.url ?? '')
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Plan_de_obra.pdf"; filename*=UTF-8''Plan%20de%20obra.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })

    const reply = (await send(ben, ana, { text: 'Thanks', quoteId: sent._id })).body
    expect(reply).toMatchObject({ file: null, quote: { text: 'Plan de obra.pdf' } })
  })

  test('is available to the two people only: others get no URL, and without a signature it is 404', async () => {
    const [ana, ben] = await buildTwo()
    const eve = await buildDeveloper(server)
    const url = (await sendFile(ana, ben)).file?.url ?? ''
    const other = (await sendFile(eve, ben)).file?.url ?? ''
    expect(await statusOf(url)).toBe(200)
    const [bare = '', signature = ''] = url.split('?')
    const foreign = other.split('?')[1]
    for (const forged of [bare, `${bare}?w=160`, `${bare}?${foreign}`, `${bare}?${signature.slice(0, -1)}`])
      expect(await statusOf(forged)).toBe(404)
    expect(await list(eve, ana)).toEqual([])
    expect((await list(eve, ben)).map(({ file }) => file?.url.split('?')[0])).toEqual([other.split('?')[0]])
    // Knowing the address is not ownership.
    expect(await refuse(eve, ana, { name: 'mine.pdf', url })).toEqual([400, 'VALIDATION', ['file']])
  })

  test('belongs to one message; a retry returns that message', async () => {
    const [ana, ben] = await buildTwo()
    const file = { name: 'plan.pdf', url: await attach(ana) }
    const clientId = crypto.randomUUID()
    const first = await send(ana, ben, { file, clientId })
    const again = await send(ana, ben, { file, clientId })
    expect([first.status, again.status, again.body._id]).toEqual([201, 200, first.body._id])
    expect(await refuse(ana, ben, file)).toEqual([400, 'VALIDATION', ['file']])
    const both = { name: 'two.pdf', url: await attach(ana) }
    const attempts = [1, 2].map(() =>
      server.refusal(sendMessage, { params: { id: ben.id }, body: { file: both }, as: ana }),
    )
    expect((await Promise.all(attempts)).map(({ status }) => status).sort()).toEqual([201, 400])
    expect(await list(ben, ana)).toHaveLength(2)

    const once = { file: { name: 'three.pdf', url: await attach(ana) }, clientId: crypto.randomUUID() }
    const tries = await Promise.all([1, 2, 3].map(() => send(ana, ben, once)))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(new Set(tries.map(({ body }) => body._id)).size).toBe(1)
  })

  test('is refused unless it is an own PDF for messages', async () => {
    const [ana, ben] = await buildTwo()
    const cv = (await upload(server, uploadPdf, pdf, { as: ana })).body.secure_urls[0]
    const notOurs = ['https://evil.example/a.pdf', '/files/../data.db', '', `${server.url}/files/x.pdf`]
    for (const url of [cv, await attach(ben), ...notOurs]) {
      expect(await refuse(ana, ben, { name: 'a.pdf', url })).toEqual([400, 'VALIDATION', ['file']])
    }
    const url = await attach(ana)
    for (const name of ['', 'a\u0000.pdf', 'x'.repeat(201)])
      expect((await refuse(ana, ben, { name, url }))[0]).toBe(400)
    for (const file of ['x', 5, [], { url }]) expect((await refuse(ana, ben, file))[0]).toBe(400)
    expect((await send(ana, ben, { file: { name: 'invoice.exe', url } })).body.file?.name).toBe(
      'invoice.exe.pdf',
    )
  })

  test('has up to 5 MB and is a PDF by its content; a visitor uploads none', async () => {
    const ana = await buildDeveloper(server)
    const padded = (bytes: number) => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length)])
    const limit = 5 * 1024 * 1024
    const responses = [
      await upload(server, uploadMessageFile, padded(limit), { as: ana }),
      await upload(server, uploadMessageFile, padded(limit + 1), { as: ana }),
      await upload(server, uploadMessageFile, Buffer.from('<p>%PDF-</p>'), { as: ana }),
      await upload(server, uploadMessageFile, pdf),
    ]
    expect(responses.map(({ status }) => status)).toEqual([201, 413, 415, 401])
    expect(responses[1]?.body).toMatchObject({ message: 'The PDF must be 5 MB or smaller.' })
    expect((await upload(server, uploadImage, pdf, { as: ana })).status).toBe(415)
  })

  test('is gone once the message is removed or hidden, or its sender has left', async () => {
    const [ana, ben] = await buildTwo()
    const [removed, hidden, kept] = [
      await sendFile(ana, ben),
      await sendFile(ana, ben),
      await sendFile(ana, ben),
    ]
    const statuses = () => Promise.all([removed, hidden, kept].map(({ file }) => statusOf(file?.url)))
    expect(await statuses()).toEqual([200, 200, 200])
    await server.call(removeMessage, { params: { id: removed._id }, as: ana })
    await db.transaction().execute((tx) => moderateMessage(tx, hidden._id, true))
    expect(await statuses()).toEqual([404, 404, 200])
    expect((await list(ben, ana)).map(({ file }) => file?.name ?? null)).toEqual([
      null,
      null,
      'Plan de obra.pdf',
    ])
    await db.transaction().execute((tx) => deactivate(tx, ana.id))
    expect(await statuses()).toEqual([404, 404, 404])
  })

  test('is shown to moderators with the text as it was reported, even if it was changed or removed since', {
    tags: 'MOD-03',
  }, async () => {
    const [ana, ben] = await buildTwo()
    const moderator = await buildDeveloper(server)
    await addModerator(db, moderator.id)
    const file = { name: 'Pay here.pdf', url: await attach(ana) }
    const { _id: id } = (await send(ana, ben, { text: 'Pay first', file })).body
    const report = { kind: 'message', id, reason: 'scam' } as const
    const { body } = await server.call(reportThing, { as: ben, body: report })
    const read = async () =>
      (await server.call(getReport, { as: moderator, params: { id: body._id } })).body.messages
    const reported = [{ _id: id, text: 'Pay first', file: 'Pay here.pdf', isReported: true }]
    await server.call(editMessage, { as: ana, params: { id }, body: { text: 'Good morning' } })
    expect(await read()).toMatchObject(reported)
    await server.call(removeMessage, { as: ana, params: { id } })
    expect(await read()).toMatchObject(reported)
  })

  test('is cleaned up if it was never sent, counts into the quota, and is in the export', async () => {
    const [ana, ben] = await buildTwo()
    const sent = await sendFile(ana, ben)
    const unsent = await attach(ana)
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
    await removeUnusedFiles(server, hours(0))
    await removeUnusedFiles(server, hours(25))
    expect([await statusOf(sent.file?.url), await statusOf(unsent)]).toEqual([200, 404])
    expect(await refuse(ana, ben, { name: 'late.pdf', url: unsent })).toEqual([400, 'VALIDATION', ['file']])
    const usage = () =>
      db
        .selectFrom('quota_usage')
        .select(['kind', 'total'])
        .where('subject', '=', ana.id)
        .orderBy('kind')
        .execute()
    const counted = await usage()
    // The unsent one no longer counts.
    expect(counted).toContainEqual({ kind: 'upload', total: 1 })
    await db.transaction().execute(recountUsage)
    expect(await usage()).toEqual(counted)
    const { messages } = await readPersonalData(db, ana.id)
    expect(messages).toMatchObject([{ file: { name: 'Plan de obra.pdf', bytes: pdf.length } }])
  })
})
