import { expect, test } from 'vitest'
import * as calls from '#contract/announcements.ts'
import { listLog } from '#contract/moderation.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { eraseUser } from '../users/erasure.ts'
import { readPersonalData } from '../users/export.queries.ts'
import { insertDismissal, MAX_ANNOUNCEMENTS } from './announcements.queries.ts'

// Visitors get the cached response.
const server = await startServer({ MODERATOR_EMAILS: 'moderator@example.com', PUBLIC_CACHE: 'on' })
const moderator = await buildRecruiter(server, {
  email: 'moderator@example.com',
  name: 'Inés',
  surname: 'Casa',
})

/** Polled for visitors, because another node drops its cached response a moment after the write. */
const texts = async (as?: { token: string }) =>
  (await server.call(calls.listAnnouncements, as ? { as } : {})).body.items.map(({ text }) => text)
const announce = (text: string) => server.call(calls.createAnnouncement, { as: moderator, body: { text } })

test('an announcement is shown to everybody until it is dismissed or removed', {
  tags: ['MOD-06'],
}, async () => {
  const [one, other] = [await buildDeveloper(server), await buildRecruiter(server)]
  expect(await texts()).toEqual([])
  const made = await announce('Maintenance on Sunday\nfrom 8 to 9')
  expect([made.status, made.body]).toEqual([
    201,
    { _id: expect.any(String), text: 'Maintenance on Sunday\nfrom 8 to 9', createdAt: expect.any(String) },
  ])
  await announce('New: announcements')
  const both = ['New: announcements', 'Maintenance on Sunday\nfrom 8 to 9']
  for (const as of [one, other]) expect(await texts(as)).toEqual(both)
  await expect.poll(() => texts()).toEqual(both)

  const params = { id: made.body._id }
  for (let time = 0; time < 2; time += 1) {
    const dismissed = await server.call(calls.dismissAnnouncement, { as: one, params })
    expect([dismissed.status, dismissed.body._id]).toEqual([200, params.id])
  }
  expect(await texts(one)).toEqual(['New: announcements'])
  expect(await texts(other)).toEqual(both)
  await expect.poll(() => texts()).toEqual(both)
  expect((await server.refusal(calls.dismissAnnouncement, { params })).status).toBe(401)
  const unknown = { id: '01900000-0000-7000-8000-000000000000' }
  for (const params of [unknown, { id: 'x' }])
    expect((await server.refusal(calls.dismissAnnouncement, { as: one, params })).status).toBe(404)
  const exported = await readPersonalData(server.db, one.id)
  expect(exported.dismissedAnnouncements.map(({ text }) => text)).toEqual([both[1]])

  const listed = await server.call(calls.listAllAnnouncements, { as: moderator })
  expect(listed.body.items.map(({ text, moderator }) => [text, moderator])).toEqual(
    both.map((text) => [text, 'Inés Casa']),
  )
  const removed = await server.call(calls.deleteAnnouncement, { as: moderator, params })
  expect([removed.status, removed.body._id]).toEqual([200, params.id])
  for (const as of [one, other]) expect(await texts(as)).toEqual(['New: announcements'])
  await expect.poll(() => texts()).toEqual(['New: announcements'])
  expect((await server.refusal(calls.deleteAnnouncement, { as: moderator, params })).status).toBe(404)
  // Removed while it is being dismissed.
  await insertDismissal(server.db, one.id, unknown.id)
  const log = await server.call(listLog, { as: moderator, query: { q: 'announcement' } })
  expect(log.body.items.map(({ act }) => act)).toEqual(['remove', 'announce', 'announce'])

  await server.call(calls.dismissAnnouncement, {
    as: other,
    params: { id: (await server.call(calls.listAnnouncements)).body.items[0]?._id ?? '' },
  })
  await eraseUser(server, other.id)
  const left = server.db.selectFrom('announcement_dismissals').select('user_id')
  expect(await left.where('user_id', '=', other.id).execute()).toEqual([])
})

test('an announcement has 1 to 500 characters, and there are at most 20', { tags: ['MOD-06'] }, async () => {
  for (const text of ['', '  ', 'x'.repeat(501)]) {
    const refused = await server.refusal(calls.createAnnouncement, { as: moderator, body: { text } })
    expect([refused.status, refused.body.fields]).toEqual([400, { text: expect.any(String) }])
  }
  const { total } = (await server.call(calls.listAllAnnouncements, { as: moderator })).body
  for (let count = total; count < MAX_ANNOUNCEMENTS; count += 1) await announce(`Number ${count}`)
  const refused = await server.refusal(calls.createAnnouncement, { as: moderator, body: { text: 'More' } })
  expect([refused.status, refused.body.code]).toEqual([409, 'LIMIT_REACHED'])
})
