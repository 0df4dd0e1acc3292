import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { getDev, listDevs, searchDevs } from '#contract/devs.ts'
import type { Message } from '#contract/inbox.ts'
import { editMessage, listMessages, searchMessages, sendMessage } from '#contract/messages.ts'
import { actOnReport, confirmModerator, getReport, listLog, listReports } from '#contract/moderation.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getOffer, updateOffer } from '#contract/offers.ts'
import { createProject, getProject, listProjectsOfDeveloper } from '#contract/projects.ts'
import { getRecruiter } from '#contract/recruiters.ts'
import { appealDecision, reportThing } from '#contract/reports.ts'
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
import { mailsTo } from '../test/outbox.ts'
import { recount } from '../test/security/recount.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { ACCOUNT_COMMANDS } from '../users/account-commands.ts'
import { eraseUser } from '../users/erasure.ts'
import { readPersonalData } from '../users/export.queries.ts'
import { addModerator } from './moderators.ts'
import { reportByMachine } from './reports.writes.ts'
import { sanction } from './sanctions.ts'
import { findThing } from './things.ts'

// The cache of public responses is on: it must not serve hidden things.
const server = await startServer({ MODERATOR_EMAILS: 'House@example.com', PUBLIC_CACHE: 'on' })
const moderator = await buildRecruiter(server, { email: 'house@example.com', name: 'Inés', surname: 'Casa' })

const people = (count: number) => Promise.all(Array.from({ length: count }, () => buildDeveloper(server)))

type Kind = 'user' | 'offer' | 'project' | 'message'
const report = (kind: Kind, id: string, as?: Person, text = '') =>
  server.call(reportThing, { ...(as && { as }), body: { kind, id, reason: 'scam', text } })

async function reportByThree(kind: Kind, id: string) {
  let last = ''
  for (const person of await people(3)) last = (await report(kind, id, person)).body._id
  return last
}

const act = (id: string, body: { act: string; reason?: string; days?: number }) =>
  server.refusal(actOnReport, {
    as: moderator,
    params: { id },
    body: { reason: 'Against our rules', ...body },
  })

describe('calls below /admin', () => {
  test('do not exist for anybody but moderators, with a token or without', { tags: ['MOD-01'] }, async () => {
    const person = await buildDeveloper(server)
    const id = await reportByThree('offer', await buildOffer(server, await buildRecruiter(server)))
    for (const as of [undefined, person, 'not.a.token']) {
      const sent = { ...(as && { as }), params: { id } }
      const answers = [
        await server.refusal(listReports, sent),
        await server.refusal(getReport, sent),
        await server.refusal(actOnReport, { ...sent, body: {} }),
        await server.refusal(confirmModerator, { ...sent, body: { password: PASSWORD } }),
        await server.refusal(listLog, sent),
      ]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        Array(5).fill([404, 'NOT_FOUND']),
      )
    }
    const profile = await server.call(getSettings, { as: moderator })
    expect(profile.body.moderator).toBe(true)
    expect((await server.call(getSettings, { as: person })).body).not.toHaveProperty('moderator')
    // An address counts once it is confirmed.
    const unconfirmed = (at: string | null) =>
      server.db.updateTable('users').set({ unconfirmed_at: at }).where('id', '=', moderator.id).execute()
    await unconfirmed(new Date().toISOString())
    expect((await server.refusal(listReports, { as: moderator })).status).toBe(404)
    await unconfirmed(null)
  })

  test('require a sign-in or password check within the last 12 hours for actions, not for reading', {
    tags: ['MOD-01'],
  }, async () => {
    const house = await buildRecruiter(server)
    await addModerator(server.db, house.id)
    const { body } = await report('user', (await buildDeveloper(server)).id, await buildDeveloper(server))
    const params = { id: body._id }
    let next = 'hide'
    const decide = async () => {
      const given = { act: next, reason: 'Be kind' }
      const { status, body: refused } = await server.refusal(actOnReport, { as: house, params, body: given })
      if (status !== 200) return [status, refused.code]
      next = next === 'hide' ? 'restore' : 'hide'
      return status
    }
    const confirm = (password: string) => server.refusal(confirmModerator, { as: house, body: { password } })
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const set = (times: { created_at?: string; confirmed_at?: string }) =>
      server.db.updateTable('sessions').set(times).where('user_id', '=', house.id).execute()

    expect(await decide()).toBe(200)
    await set({ created_at: hoursAgo(12.01) })
    expect(await decide()).toEqual([403, 'CONFIRM_AGAIN'])
    expect((await server.call(getReport, { as: house, params })).status).toBe(200)
    expect((await confirm('Wrong-1')).body.code).toBe('WRONG_PASSWORD')
    expect(await decide()).toEqual([403, 'CONFIRM_AGAIN'])
    expect((await confirm(PASSWORD)).status).toBe(200)
    expect(await decide()).toBe(200)
    await set({ confirmed_at: hoursAgo(11.99) })
    expect(await decide()).toBe(200)
    await set({ confirmed_at: hoursAgo(12.01) })
    expect(await decide()).toEqual([403, 'CONFIRM_AGAIN'])
  })

  test("are available to people appointed by the operator's command, until it revokes that", {
    tags: ['MOD-01'],
  }, async () => {
    const person = await buildDeveloper(server)
    const read = async () => (await server.refusal(listReports, { as: person })).status
    const command = async (...more: string[]) => {
      const { DATA_DIR, DATABASE_URL = '', DATABASE_SCHEMA = '', JWT_SECRET = '', MAIL = '' } = server.config
      const settings = { DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL }
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
      return ACCOUNT_COMMANDS.moderator([person.email, ...more]).finally(() => vi.unstubAllEnvs())
    }
    expect(await read()).toBe(404)
    expect(await command()).toBe(`${person.email} is a moderator.`)
    expect(await read()).toBe(200)
    expect(await command('--remove')).toBe(`${person.email} is no moderator any more.`)
    expect(await read()).toBe(404)
  })
})

describe('POST /reports', () => {
  test('three reporters in good standing freeze an offer; fewer, visitors and repeated reports do not', {
    tags: ['MOD-02'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const offer = await buildOffer(server, owner)
    const params = { id: offer }
    const before = await (await fetch(`${server.url}/api/offers/${offer}`)).text()
    const [one, two, three] = await people(3)
    if (!one) throw new Error('People are needed')
    const first = await report('offer', offer, one, 'Asks for money')
    expect([first.status, first.body]).toEqual([
      201,
      { message: expect.any(String), _id: expect.any(String) },
    ])
    const again = await server.refusal(reportThing, {
      as: one,
      body: { kind: 'offer', id: offer, reason: 'spam' },
    })
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_REPORTED'])
    expect((await report('offer', offer)).status).toBe(201)
    await report('offer', offer, two)
    expect((await server.call(getOffer, { params })).status).toBe(200)
    await report('offer', offer, three)
    expect((await server.refusal(getOffer, { params })).status).toBe(404)
    expect((await server.refusal(getOffer, { params, as: owner })).status).toBe(404)

    const queue = (await server.call(listReports, { as: moderator, query: { state: 'open' } })).body.items
    const found = queue.find(({ _id }) => _id === first.body._id)
    expect(found).toMatchObject({
      kind: 'offer',
      reason: 'scam',
      text: 'Asks for money',
      state: 'open',
      thing: { kind: 'offer', _id: offer, title: 'Backend developer', state: 'frozen' },
      snapshot: { position: 'Backend developer', skills: 'TypeScript' },
      author: { _id: owner.id, state: 'active' },
      appeal: null,
    })
    expect(found?.reporters.map(({ standing }) => standing)).toEqual(['good', 'visitor', 'good', 'good'])

    expect((await act(first.body._id, { act: 'dismiss' })).status).toBe(200)
    expect(await (await fetch(`${server.url}/api/offers/${offer}`)).text()).toBe(before)
    expect(await recount(server.db)).toEqual([])
  })

  test('a reporter with many dismissed reports freezes nothing any more', { tags: ['MOD-02'] }, async () => {
    const liar = await buildDeveloper(server)
    const owner = await buildRecruiter(server)
    for (let count = 0; count < 3; count += 1) {
      const { body } = await report('offer', await buildOffer(server, owner), liar)
      await act(body._id, { act: 'dismiss' })
    }
    const offer = await buildOffer(server, owner)
    const [one, two, three] = await people(3)
    for (const person of [one, two]) await report('offer', offer, person)
    const { body } = await report('offer', offer, liar)
    expect((await server.call(getOffer, { params: { id: offer } })).status).toBe(200)
    const shown = await server.call(getReport, { as: moderator, params: { id: body._id } })
    expect(shown.body.reporters.at(-1)).toMatchObject({ _id: liar.id, standing: 'low', dismissed: 3 })
    await report('offer', offer, three)
    expect((await server.refusal(getOffer, { params: { id: offer } })).status).toBe(404)
  })

  test('an unconfirmed or suspended reporter freezes nothing', { tags: ['MOD-02'] }, async () => {
    const offer = await buildOffer(server, await buildRecruiter(server))
    const unconfirmed = { unconfirmed_at: new Date().toISOString() }
    const stranger = await buildDeveloper(server, { profile: unconfirmed })
    const [suspended, one, two] = await people(3)
    if (!suspended || !one || !two) throw new Error('Three people are needed')
    for (const person of [stranger, suspended, one]) await report('offer', offer, person)
    await server.db.transaction().execute((tx) => sanction(tx, suspended.id, '2099-01-01T00:00:00.000Z'))
    const { body } = await report('offer', offer, two)
    const status = async () => (await server.refusal(getOffer, { params: { id: offer } })).status
    expect(await status()).toBe(200)
    const shown = await server.call(getReport, { as: moderator, params: { id: body._id } })
    expect(shown.body.reporters.map(({ standing }) => standing)).toEqual([
      'unconfirmed',
      'closed',
      'good',
      'good',
    ])
    await report('offer', offer, await buildDeveloper(server))
    expect(await status()).toBe(404)
  })

  test('shows moderators the content as it was when reported, even if it was edited since', {
    tags: ['MOD-03'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const offer = await buildOffer(server, owner, { position: 'Send 200 euros first' })
    const { body } = await report('offer', offer, await buildDeveloper(server))
    await server.call(updateOffer, { as: owner, params: { id: offer }, body: { position: 'Honest work' } })
    await report('offer', offer, await buildDeveloper(server))
    const asReported = {
      thing: { title: 'Send 200 euros first' },
      snapshot: { position: 'Send 200 euros first' },
    }
    const shown = await server.call(getReport, { as: moderator, params: { id: body._id } })
    expect(shown.body).toMatchObject(asReported)
    const queue = (await server.call(listReports, { as: moderator })).body.items
    expect(queue.find(({ _id }) => _id === body._id)).toMatchObject(asReported)
  })

  test('accepts what the caller can see, and refuses own content', { tags: ['MOD-02'] }, async () => {
    const [one, two] = await people(2)
    if (!one || !two) throw new Error('Two people are needed')
    const draft = await buildOffer(server, await buildRecruiter(server), { state: 'draft' })
    const sent = await server.call(sendMessage, { as: one, params: { id: two.id }, body: { text: 'Pay me' } })
    const refused = async (kind: Kind, id: string, as?: Person) =>
      (await server.refusal(reportThing, { ...(as && { as }), body: { kind, id, reason: 'spam' } })).status
    expect(await refused('offer', draft, one)).toBe(404)
    expect(await refused('user', '1', one)).toBe(404)
    expect(await refused('user', one.id, one)).toBe(400)
    expect(await refused('message', sent.body._id)).toBe(401)
    expect(await refused('message', sent.body._id, one)).toBe(404)
    expect(await refused('message', sent.body._id, two)).toBe(201)
    const bad = await server.refusal(reportThing, {
      as: one,
      body: { kind: 'offer', id: draft, reason: 'x' },
    })
    expect([bad.status, Object.keys(bad.body.fields ?? {})]).toEqual([400, ['reason']])
  })

  test('an automatic rule opens one report, which freezes nothing', { tags: ['MOD-02'] }, async () => {
    const offer = await buildOffer(server, await buildRecruiter(server))
    const thing = await findThing(server.db, 'offer', offer)
    if (!thing) throw new Error('There is an offer')
    const open = () =>
      server.db
        .transaction()
        .execute((tx) => reportByMachine(tx, thing, { reason: 'scam', text: 'Three warnings' }))
    expect([await open(), await open()]).toEqual([true, false])
    expect((await server.call(getOffer, { params: { id: offer } })).status).toBe(200)
  })
})

describe('POST /admin/reports/:id/act', () => {
  test('hides a project everywhere within a second, and restoring brings back the same bytes', {
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
          const answer = await fetch(server.url + path)
          const bytes = Buffer.from(await answer.arrayBuffer())
          return answer.headers.get('content-type') === 'image/jpeg' ? 'A picture of Muxia' : bytes.toString()
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
    const after = (await read()).join()
    expect(after).not.toContain('Muxia')
    expect(after).not.toContain(project)
    expect((await server.refusal(getProject, { params: { id: project } })).status).toBe(404)
    expect((await server.call(listProjectsOfDeveloper, { params: { id: owner.id } })).body.total).toBe(0)
    expect(await recount(server.db)).toEqual([])
    expect((await act(body._id, { act: 'restore' })).body).toMatchObject({ thing: { state: 'shown' } })
    expect(await read()).toEqual(before)
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

test('a hidden message looks removed to both at once, and comes back with the same bytes', {
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

describe('GET /admin/log', () => {
  test('records each view of the queue', { tags: ['MOD-05'] }, async () => {
    const house = await buildDeveloper(server)
    await addModerator(server.db, house.id)
    for (const state of ['open', 'closed'] as const)
      await server.call(listReports, { as: house, query: { state } })
    const stored = await server.db
      .selectFrom('moderation_log')
      .select(['act', 'thing_kind', 'thing_id'])
      .where('moderator_id', '=', house.id)
      .execute()
    expect(stored).toEqual(Array(2).fill({ act: 'read', thing_kind: 'report', thing_id: null }))
  })

  test('records every view and action, and no statement can change it', { tags: ['MOD-05'] }, async () => {
    const [one, two] = await people(2)
    if (!one || !two) throw new Error('Two people are needed')
    for (let count = 0; count < 8; count += 1) {
      await server.call(sendMessage, { as: one, params: { id: two.id }, body: { text: `Line ${count}` } })
    }
    const sent = await server.call(sendMessage, { as: one, params: { id: two.id }, body: { text: 'Pay me' } })
    for (let count = 0; count < 8; count += 1) {
      await server.call(sendMessage, { as: two, params: { id: one.id }, body: { text: `Answer ${count}` } })
    }
    const { body } = await report('message', sent.body._id, two)
    const shown = await server.call(getReport, { as: moderator, params: { id: body._id } })
    expect(shown.body.messages.map(({ text }) => text)).toEqual([
      ...['Line 3', 'Line 4', 'Line 5', 'Line 6', 'Line 7', 'Pay me'],
      ...['Answer 0', 'Answer 1', 'Answer 2', 'Answer 3', 'Answer 4'],
    ])
    await act(body._id, { act: 'warn', reason: 'Unique words 4711' })
    const log = await server.call(listLog, { as: moderator, query: { q: 'words 4711' } })
    expect(log.body).toEqual({
      total: 1,
      items: [
        {
          _id: expect.any(String),
          at: expect.any(String),
          moderator: { _id: moderator.id, name: 'Inés Casa' },
          act: 'warn',
          thing: { kind: 'message', _id: sent.body._id },
          reason: 'Unique words 4711',
        },
      ],
    })
    const looks = await server.call(listLog, { as: moderator, query: { q: body._id } })
    expect(looks.body.items.map(({ act: what }) => what)).toEqual(['read'])
    const { db } = server
    await expect(db.updateTable('moderation_log').set({ reason: '' }).execute()).rejects.toThrow('final')
    await expect(db.deleteFrom('moderation_log').execute()).rejects.toThrow('final')
  })
})

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
