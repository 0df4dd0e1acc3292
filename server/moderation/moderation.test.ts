import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { getDev, listDevs, searchDevs } from '#contract/devs.ts'
import type { Message } from '#contract/inbox.ts'
import { editMessage, listMessages, searchMessages, sendMessage } from '#contract/messages.ts'
import { listReports } from '#contract/moderation.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getOffer } from '#contract/offers.ts'
import { createProject, getProject, listProjectsOfDeveloper } from '#contract/projects.ts'
import { getRecruiter } from '#contract/recruiters.ts'
import { appealDecision } from '#contract/reports.ts'
import { deactivateAccount, getSettings } from '#contract/settings.ts'
import { login } from '#contract/users.ts'
import { lockInboxes } from '../inbox/inbox.queries.ts'
import { lockSide } from '../messages/requests.queries.ts'
import {
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
  type Person,
} from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { moderate } from '../test/moderation.ts'
import { mailsTo } from '../test/outbox.ts'
import { recount } from '../test/security/recount.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { eraseUser } from '../users/erasure.ts'
import { readPersonalData } from '../users/export.queries.ts'

// The cache of public responses is on: it must not serve hidden things.
const server = await startServer({ MODERATOR_EMAILS: 'Moderator@example.com', PUBLIC_CACHE: 'on' })

const { moderator, people, report, reportByThree, act } = await moderate(server)

describe('POST /admin/reports/:id/act', () => {
  test('hides a project everywhere within a second, and restores it with the same bytes', {
    tags: ['MOD-03'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const project = await buildProject(server, owner, {
      title: 'Lantern of Muxia',
      projectSkills: ['Hidden Skill'],
      category: 'DevOps',
    })
    const read = async () => {
      const paths = [
        `/api/projects/${project}`,
        '/api/projects?skills=Hidden Skill',
        '/api/projects/search?q=muxia',
        `/api/projects/developer/${owner.id}`,
        `/api/devs/${owner.id}`,
        '/feeds/projects.atom',
        '/sitemaps/projects-1.xml',
        `/previews/projects/${project}.jpg`,
      ]
      return Promise.all(
        paths.map(async (path) => {
          const response = await fetch(server.url + path)
          const bytes = Buffer.from(await response.arrayBuffer())
          return response.headers.get('content-type') === 'image/jpeg'
            ? 'A picture of Muxia'
            : bytes.toString()
        }),
      )
    }
    const before = await read()
    expect(before[1]).toContain('Muxia')
    expect(before[5]).toContain('Muxia')
    expect(before[6]).toContain(project)
    expect(before[7]).toBe('A picture of Muxia')
    const { body } = await report('project', project, await buildDeveloper(server))
    const hidden = await act(body._id, { act: 'hide' })
    expect(hidden.status).toBe(200)
    expect(hidden.body).toMatchObject({ state: 'closed', thing: { state: 'hidden' } })
    // Polled, because another node drops its cached response a moment after the write.
    const traces = new RegExp(`Muxia|${project}`)
    await expect.poll(async () => (await read()).join(), { timeout: 1000 }).not.toMatch(traces)
    const statusOf = async () => (await server.refusal(getProject, { params: { id: project } })).status
    await expect.poll(statusOf).toBe(404)
    const totalOf = async () =>
      (await server.call(listProjectsOfDeveloper, { params: { id: owner.id } })).body.total
    await expect.poll(totalOf).toBe(0)
    expect(await recount(server.db)).toEqual([])
    expect((await act(body._id, { act: 'restore' })).body).toMatchObject({ thing: { state: 'shown' } })
    await expect.poll(read).toEqual(before)
    expect(await recount(server.db)).toEqual([])
    expect((await act(body._id, { act: 'restore' })).body).toMatchObject({ code: 'WRONG_STATE' })
  })

  test('hides a profile with its content, while the account stays usable; also together with a deactivation', {
    tags: ['MOD-03'],
  }, async () => {
    const owner = await buildDeveloper(server, { surname: 'Ocultada' })
    const projects = []
    for (let count = 0; count < 5; count += 1) projects.push(await buildProject(server, owner))
    const id = await reportByThree('user', owner.id)
    const params = { id: owner.id }
    expect((await server.refusal(getDev, { params })).status).toBe(404)
    expect((await server.call(searchDevs, { query: { q: 'ocultada' } })).body.total).toBe(0)
    expect((await server.call(listDevs)).body.items.map(({ _id }) => _id)).not.toContain(owner.id)
    for (const project of projects) {
      expect((await server.refusal(getProject, { params: { id: project } })).status).toBe(404)
    }
    expect((await server.call(getSettings, { as: owner })).status).toBe(200)
    const body = { title: 'Another', category: 'Backend', year: 2024 }
    expect((await server.refusal(createProject, { as: owner, body })).status).toBe(403)
    expect(await recount(server.db)).toEqual([])
    await act(id, { act: 'restore' })
    expect((await server.call(getDev, { params })).status).toBe(200)
    const shown = await server.call(listProjectsOfDeveloper, { params })
    expect(shown.body.total).toBe(5)
    expect(await recount(server.db)).toEqual([])

    const other = await buildDeveloper(server)
    const hidden = await reportByThree('user', other.id)
    await server.call(deactivateAccount, { as: other })
    await act(hidden, { act: 'dismiss' })
    expect((await server.refusal(getDev, { params: { id: other.id } })).status).toBe(404)
    expect(await recount(server.db)).toEqual([])
  })

  test('suspends: tokens and sockets end, signing in is 403 with the date, and everything is restored at the end', {
    tags: ['MOD-03'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const offer = await buildOffer(server, owner)
    const { body } = await report('offer', offer, await buildDeveloper(server))
    const device = await connectDevice(server.url, owner)
    const suspended = await act(body._id, { act: 'suspend', days: 2 })
    expect(suspended.body).toMatchObject({ author: { state: 'suspended' } })
    expect(await device.closed(2000)).toBe('io server disconnect')
    expect((await server.refusal(getSettings, { as: owner })).status).toBe(401)
    expect((await server.refusal(getRecruiter, { params: { id: owner.id } })).status).toBe(404)
    expect((await server.refusal(getOffer, { params: { id: offer } })).status).toBe(404)
    const signIn = () => server.refusal(login, { body: { email: owner.email, password: PASSWORD } })
    const refused = await signIn()
    expect([refused.status, refused.body.code]).toEqual([403, 'SUSPENDED'])
    const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    expect(refused.body.message).toContain(date)
    const wrong = await server.refusal(login, { body: { email: owner.email, password: 'Wrong-1' } })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])

    // Past its end.
    const past = new Date(Date.now() - 1000).toISOString()
    await server.db.updateTable('users').set({ suspended_until: past }).where('id', '=', owner.id).execute()
    expect((await signIn()).status).toBe(200)
    await server.jobs.settled()
    expect((await server.call(getOffer, { params: { id: offer } })).status).toBe(200)
    expect(await recount(server.db)).toEqual([])
    const short = await act(body._id, { act: 'suspend', days: 0.000001 })
    expect(short.status).toBe(200)
    await server.db.updateTable('users').set({ suspended_until: past }).where('id', '=', owner.id).execute()
    await server.db.updateTable('jobs').set({ run_at: past }).where('kind', '=', 'suspension end').execute()
    server.jobs.wake()
    await server.jobs.settled()
    expect((await server.call(getRecruiter, { params: { id: owner.id } })).status).toBe(200)
    expect((await act(body._id, { act: 'suspend' })).status).toBe(400)
  })

  test('bans permanently until restored; an account closed by its owner stays closed', {
    tags: ['MOD-03'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const { body } = await report('user', owner.id, await buildDeveloper(server))
    const device = await connectDevice(server.url, owner)
    await act(body._id, { act: 'ban' })
    expect(await device.closed(2000)).toBe('io server disconnect')
    expect((await server.refusal(getSettings, { as: owner })).status).toBe(401)
    const refused = await server.refusal(login, { body: { email: owner.email, password: PASSWORD } })
    expect([refused.status, refused.body.code]).toEqual([403, 'BANNED'])
    await act(body._id, { act: 'restore' })
    expect((await server.call(login, { body: { email: owner.email, password: PASSWORD } })).status).toBe(200)

    const gone = await buildDeveloper(server)
    const left = await report('user', gone.id, await buildDeveloper(server))
    await server.call(deactivateAccount, { as: gone })
    expect((await act(left.body._id, { act: 'ban' })).body).toMatchObject({ code: 'WRONG_STATE' })
  })

  test('notifies the author of the reason by mail and notification, who appeals once', {
    tags: ['MOD-03'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const offer = await buildOffer(server, owner, { position: 'Keeper' })
    const reporter = await buildDeveloper(server, { surname: 'Denunciante' })
    const { body } = await report('offer', offer, reporter)
    await act(body._id, { act: 'hide', reason: 'It asks for money' })
    const mails = await mailsTo(server, owner.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['We have hidden your offer “Keeper”'])
    const text = `${mails[0]?.text}${mails[0]?.html}`
    expect(text).toContain('It asks for money')
    expect(text).not.toContain('Denunciante')
    const [notification] = (await server.call(listNotifications, { as: owner })).body.items
    expect(notification).toMatchObject({ type: 13, text: 'Moderators have hidden your offer “Keeper”' })
    const path = notification?.path ?? ''
    expect(text).toContain(path)
    const token = path.replace('/appeal/', '')
    const appeal = (given = token) =>
      server.refusal(appealDecision, { params: { token: given }, body: { text: 'It does not' } })
    expect((await appeal(`${token}0`)).body.code).toBe('TOKEN_INVALID')
    expect((await appeal()).status).toBe(201)
    expect((await appeal()).status).toBe(409)
    const queue = (await server.call(listReports, { as: moderator })).body.items
    expect(queue.find(({ _id }) => _id === body._id)?.appeal).toMatchObject({ text: 'It does not' })
    await act(body._id, { act: 'restore' })
    expect((await server.call(getOffer, { params: { id: offer } })).status).toBe(200)
    expect((await mailsTo(server, owner.email)).at(-1)?.subject).toBe('We have restored your offer “Keeper”')
  })

  test('notifies the author of a dismissed appeal that the decision stays', {
    tags: ['MOD-03'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const offer = await buildOffer(server, owner, { position: 'Keeper' })
    const { body } = await report('offer', offer, await buildDeveloper(server))
    await act(body._id, { act: 'hide' })
    const newest = async () => (await server.call(listNotifications, { as: owner })).body.items[0]
    const token = (await newest())?.path?.replace('/appeal/', '') ?? ''
    await server.call(appealDecision, { params: { token }, body: { text: 'It is honest' } })
    await act(body._id, { act: 'dismiss' })
    expect(await newest()).toMatchObject({
      text: 'Moderators reviewed your offer “Keeper” again: the decision stands',
      path: null,
    })
    const mail = (await mailsTo(server, owner.email)).at(-1)
    expect(mail?.subject).toBe('We reviewed your offer “Keeper” again')
    expect(mail?.text).not.toContain('/appeal/')
    expect((await server.refusal(getOffer, { params: { id: offer } })).status).toBe(404)
  })

  test('refuses a decision about oneself, and a second decision', { tags: ['MOD-03'] }, async () => {
    const own = await report('user', moderator.id, await buildDeveloper(server))
    expect((await act(own.body._id, { act: 'dismiss' })).body).toMatchObject({ code: 'WRONG_STATE' })
    const other = await report('user', (await buildDeveloper(server)).id, await buildDeveloper(server))
    expect((await act(other.body._id, { act: 'dismiss' })).status).toBe(200)
    expect((await act(other.body._id, { act: 'dismiss' })).status).toBe(409)
    expect((await act(other.body._id, { act: 'dismiss', reason: '' })).status).toBe(400)
  })
})

test('a hidden message appears as removed to both at once, and is restored with the same bytes', {
  tags: ['MOD-03', 'TALK-06'],
}, async () => {
  const [one, two] = await people(2)
  if (!one || !two) throw new Error('Two people are needed')
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24c' } })
    .png()
    .toBuffer()
  const sent = await server.call(sendMessage, {
    as: one,
    params: { id: two.id },
    body: { text: 'Pay me first', image: `data:image/png;base64,${png.toString('base64')}` },
  })
  const device = await connectDevice(server.url, two)
  const read = async (as: Person, { id }: Person) =>
    (await server.call(listMessages, { as, params: { id } })).body[0]
  const before = [await read(one, two), await read(two, one)]
  const picture = async (url = '') => {
    const response = await fetch(url)
    return response.status === 200 ? Buffer.from(await response.arrayBuffer()).toString('hex') : null
  }
  const bytes = await picture(sent.body.image)
  expect(bytes).toEqual(expect.any(String))
  const { body } = await report('message', sent.body._id, two)
  expect((await act(body._id, { act: 'hide' })).status).toBe(200)
  const gone = { text: '', image: '', removedAt: expect.any(String) }
  expect([await read(one, two), await read(two, one)]).toMatchObject([gone, gone])
  expect(await until(() => device.received.messageChanged[0])).toMatchObject(gone)
  expect(await picture(sent.body.image)).toBeNull()
  const found = await server.call(searchMessages, { as: two, query: { q: 'first' } })
  expect(found.body.total).toBe(0)
  const edited = await server.refusal(editMessage, {
    ...{ as: one, params: { id: sent.body._id }, body: { text: 'Again' } },
  })
  expect([edited.status, edited.body.code]).toEqual([409, 'WRONG_STATE'])
  expect((await act(body._id, { act: 'hide' })).status).toBe(409)
  expect((await act(body._id, { act: 'restore' })).status).toBe(200)
  const plain = (message: Message | undefined) => ({ ...message, image: message?.image.split('?')[0] })
  expect([await read(one, two), await read(two, one)].map(plain)).toEqual(before.map(plain))
  expect(await until(() => device.received.messageChanged[1])).toMatchObject({ text: 'Pay me first' })
  expect(await picture(before[0]?.image)).toBe(bytes)
  device.close()
})

test.runIf(server.engine === 'postgres')(
  'a message is hidden without a deadlock while the two write to each other',
  { tags: ['MOD-03', 'TALK-06'] },
  async () => {
    const [one, two] = await people(2)
    if (!one || !two) throw new Error('Two people are needed')
    const sent = await server.call(sendMessage, { as: one, params: { id: two.id }, body: { text: 'Pay me' } })
    const { body } = await report('message', sent.body._id, two)
    const isWaiting = async () =>
      (
        await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
      ).rows.length > 0
    // In the order of sending.
    const hiding = await server.db.transaction().execute(async (tx) => {
      await lockSide(tx, one.id, two.id)
      const response = act(body._id, { act: 'hide' })
      await until(isWaiting)
      // Below the deadlock timeout of the database, whose victim is retried.
      await sql`set local lock_timeout = 500`.execute(tx)
      await lockInboxes(tx, [one.id, two.id])
      return { response }
    })
    expect((await hiding.response).status).toBe(200)
  },
)

test('an export contains one’s reports and decisions, and an erasure empties them', {
  tags: ['MOD-05'],
}, async () => {
  const owner = await buildDeveloper(server)
  const reporter = await buildDeveloper(server)
  const { body } = await report('user', owner.id, reporter, 'Private words')
  await act(body._id, { act: 'warn', reason: 'Told so' })
  expect((await readPersonalData(server.db, reporter.id)).reports).toMatchObject([{ text: 'Private words' }])
  const exported = await readPersonalData(server.db, owner.id)
  expect(exported.decisions).toMatchObject([{ act: 'warn', reason: 'Told so' }])
  expect(JSON.stringify(exported)).not.toContain('Private words')
  await eraseUser(server, owner.id)
  const stored = await server.db
    .selectFrom('reports')
    .innerJoin('report_entries', 'report_entries.report_id', 'reports.id')
    .select(['reports.snapshot', 'report_entries.text'])
    .where('reports.id', '=', body._id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ snapshot: '{}', text: '' })
})
