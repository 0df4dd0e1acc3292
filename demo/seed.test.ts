import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { listApplications, listCandidates, STATES } from '#contract/applications.ts'
import { getDev, listDevs } from '#contract/devs.ts'
import { getRepository, getRepositoryLanguages, getRepositoryTree } from '#contract/github.ts'
import { listChatUsers, listMessages, syncMessages } from '#contract/messages.ts'
import { listNotifications, NOTIFICATION_TYPES } from '#contract/notifications.ts'
import { OFFER_STATES } from '#contract/offer-life.ts'
import { listOffers, listOffersOfRecruiter } from '#contract/offers.ts'
import { listOwnOffers } from '#contract/own-offers.ts'
import { listProjects, searchProjects } from '#contract/projects.ts'
import { getRecruiter, listRecruiters } from '#contract/recruiters.ts'
import { login } from '#contract/users.ts'
import { recountDue } from '../server/applications/responsiveness.queries.ts'
import { buildDeveloper } from '../server/test/builders.ts'
import { startServer } from '../server/test/server.ts'
import { DEMO_DEVELOPER, DEMO_PASSWORD, DEMO_RECRUITER } from './accounts.ts'
import { ensureDemo, seedDemo } from './seed.ts'
import { buildWorld } from './world.ts'

const server = await startServer({ GITHUB_API_URL: 'http://127.0.0.1:9' })
const world = buildWorld(new Date())

const idOf = (email: string) =>
  [...world.developers, ...world.recruiters].find((one) => one.email === email)?.id ?? ''
const lucia = idOf(DEMO_DEVELOPER)
const marta = idOf(DEMO_RECRUITER)

async function signIn(email: string) {
  const { body } = await server.call(login, { body: { email, password: DEMO_PASSWORD } })
  return body.token
}

beforeAll(async () => {
  await seedDemo(server, world)
})

describe('seedDemo', () => {
  test('a second start adds nothing and names the accounts again', async () => {
    expect(await ensureDemo(server)).toContain(DEMO_DEVELOPER)
    const { total } = (await server.call(listProjects, { query: { limit: '1' } })).body
    expect(total).toBe(120)
  })

  test('every stored counter equals the count of its rows', async () => {
    const wrong = await sql<{ what: string }>`
      select 'likes ' || id as what from projects
        where likes_count <> (select count(*) from likes where project_id = projects.id)
      union all select 'applicants ' || id from offers
        where applicants_count <> (select count(*) from applications
            where offer_id = offers.id and withdrawn_at is null)
      union all select 'messages ' || id from conversations
        where last_seq <> (select count(*) from messages where conversation_id = conversations.id)
      union all select 'unread ' || user_id from conversation_sides side
        where unread_count <> (select count(*) from messages where conversation_id = side.conversation_id
          and receiver_id = side.user_id and seq > side.read_seq)
      union all select 'inbox ' || user_id from inboxes
        where last_seq <> (select count(*) from inbox_events where user_id = inboxes.user_id)
          or last_seq <> (select max(seq) from inbox_events where user_id = inboxes.user_id)
      union all select 'total ' || name from totals where value <> case name
        when 'developers' then (select count(*) from users where role = 'developer'
          and onboarded_at is not null and deactivated_at is null)
        when 'recruiters' then (select count(*) from users where role = 'recruiter'
          and onboarded_at is not null and deactivated_at is null)
        when 'projects' then (select count(*) from projects where hidden_at is null)
        when 'offers' then (select count(*) from offers where state = 'published')
        else (select count(*) from applications where status = 'accepted') end
      union all select 'history ' || id from applications where status <> (select to_status
        from application_changes where application_id = applications.id order by changed_at desc, id desc limit 1)`.execute(
      server.db,
    )
    expect(wrong.rows).toEqual([])
  })

  test('rows are in chronological order, and every file belongs to the person who shows it', async () => {
    for (const table of ['users', 'projects', 'offers'] as const) {
      const rows = await server.db.selectFrom(table).select('created_at').orderBy('row_no').execute()
      const times = rows.map((row) => row.created_at)
      expect(times).toEqual([...times].sort())
    }
    const files = await server.db.selectFrom('files').select(['name', 'owner_id']).execute()
    const owners = new Map(files.map((file) => [`/files/${file.name}`, file.owner_id]))
    const shown = [
      ...world.projects.flatMap(({ ownerId, gallery }) => gallery.map((url) => [url, ownerId])),
      ...world.experiences.map(({ ownerId, companyLogo }) => [companyLogo, ownerId]),
      ...world.studies.map(({ ownerId, instituteLogo }) => [instituteLogo, ownerId]),
      ...[...world.developers, ...world.recruiters].map(({ id, avatar }) => [avatar, id]),
      ...world.developers.map(({ id, resume }) => [resume, id]),
      ...world.recruiters.flatMap(({ id, multimedia }) => multimedia.map((url) => [url, id])),
      ...world.conversations.flatMap(({ messages }) =>
        messages.map(({ image, senderId }) => [image, senderId]),
      ),
    ].filter(([url]) => url !== '') as [string, string][]
    expect(shown.filter(([url, owner]) => owners.get(url) !== owner)).toEqual([])
    expect(new Set(shown.map(([url]) => url)).size).toBe(files.length)
  })

  test('both demo accounts can sign in, a deactivated one cannot', async () => {
    for (const email of [DEMO_DEVELOPER, DEMO_RECRUITER]) {
      const response = await server.call(login, { body: { email, password: DEMO_PASSWORD } })
      expect(response.status).toBe(200)
    }
    const left = await server.refusal(login, {
      body: { email: 'saul@puente.example', password: DEMO_PASSWORD },
    })
    expect(left.status).toBe(401)
  })

  test('lists, directory and search find the data', async () => {
    const outstanding = (await server.call(listDevs, { query: { outstanding: 'true', limit: '4' } })).body
      .items
    expect(outstanding).toHaveLength(4)
    expect(outstanding.map(({ _id }) => _id)).toContain(lucia)
    expect((await server.call(listDevs, { query: { category: 'DevOps' } })).body.total).toBeGreaterThan(4)
    expect((await server.call(listRecruiters)).body.total).toBe(world.recruiters.length)
    expect(
      (await server.call(listOffers, { query: { contractType: 'Permanent' } })).body.total,
    ).toBeGreaterThan(20)
    const found = (await server.call(searchProjects, { query: { q: 'corriente lucia' } })).body.items
    expect(found.map(({ title }) => title)).toEqual(['Corriente: energy sharing for a neighbourhood'])
    const dev = (await server.call(getDev, { params: { id: lucia } })).body
    expect(dev.role.developer.resume).toMatch(/^http:.*\/files\/[\w-]{22}\.pdf$/)
  })

  test('Marta sees her applicants, including a deactivated one', async () => {
    const token = await signIn(DEMO_RECRUITER)
    const { items } = (await server.call(listOffersOfRecruiter, { params: { id: marta }, as: token })).body
    expect(items.length).toBeGreaterThan(6)
    const offer = items.find(({ position }) => position === 'Full Stack Developer')
    const { applicants } = (
      await server.call(listCandidates, { params: { id: offer?._id ?? '' }, as: token })
    ).body
    expect(applicants).toHaveLength(offer?.applicantsCount ?? -1)
    expect(applicants.filter(({ user }) => user === null)).toHaveLength(1)
  })

  test('Lucía sees her conversations and unread counts', async () => {
    const token = await signIn(DEMO_DEVELOPER)
    const conversations = (await server.call(listChatUsers, { as: token })).body
    expect(conversations.length).toBeGreaterThan(5)
    expect(conversations.map(({ name }) => name)).not.toContain('Saúl')
    const messages = (await server.call(listMessages, { params: { id: marta }, as: token })).body
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect(messages.filter(({ image }) => image !== '')).toHaveLength(1)
    const { hello } = (await server.call(syncMessages, { query: { after: '0' }, as: token })).body
    expect(hello.unread).toMatchObject({ [idOf('alvaro@puente.example')]: 2 })
    expect(hello.bell).toBe(
      world.notifications.filter(({ receiverId, clearedAt }) => receiverId === lucia && clearedAt === null)
        .length,
    )
  })

  test('both demo accounts were notified of all that happened to them, some of it unread', {
    tags: ['NTFY-01', 'NTFY-02', 'LIFE-09', 'APPL-03', 'APPL-08', 'APPL-09', 'APPL-12'],
  }, async () => {
    const { like, applicationStatus, noAnswer, offerEnd, newApplication, reminder, verification } =
      NOTIFICATION_TYPES
    const notified = {
      [DEMO_DEVELOPER]: [like, applicationStatus, noAnswer, offerEnd],
      [DEMO_RECRUITER]: [newApplication, offerEnd, reminder, verification],
    }
    for (const [email, types] of Object.entries(notified)) {
      const as = await signIn(email)
      const pages = await Promise.all(
        ['1', '2', '3'].map((page) => server.call(listNotifications, { query: { page, limit: '50' }, as })),
      )
      const items = pages.flatMap(({ body }) => body.items)
      expect(new Set(items.map(({ type }) => type))).toEqual(new Set(types))
      expect(new Set(items.map(({ readAt }) => readAt === null))).toEqual(new Set([true, false]))
      for (const { text, path } of items) expect([text.length > 10, path]).toEqual([true, expect.any(String)])
      const times = items.map(({ createdAt }) => createdAt)
      expect(times).toEqual(times.toSorted().reverse())
    }
  })

  test('Lucía has an application in every state, and Marta an offer in every state', {
    tags: ['LIFE-11', 'APPL-01'],
  }, async () => {
    const [asLucia, asMarta] = [await signIn(DEMO_DEVELOPER), await signIn(DEMO_RECRUITER)]
    for (const state of STATES) {
      const { total } = (await server.call(listApplications, { query: { state }, as: asLucia })).body
      expect([state, total > 0]).toEqual([state, true])
    }
    for (const state of OFFER_STATES) {
      const { total } = (await server.call(listOwnOffers, { query: { state }, as: asMarta })).body
      expect([state, total > 0]).toEqual([state, true])
    }
  })

  test('one recruiter answers every application within about two days, and another none', {
    tags: ['APPL-10'],
  }, async () => {
    while (await recountDue(server));
    const of = async (email: string) =>
      (await server.call(getRecruiter, { params: { id: idOf(email) } })).body.responsiveness
    expect(await of('ernesto@puente.example')).toMatchObject({
      rated: true,
      answeredPercent: 100,
      medianDays: 2,
    })
    expect(await of('lautaro@puente.example')).toMatchObject({
      rated: true,
      answeredPercent: 0,
      medianDays: null,
    })
  })

  test('linked repositories are available offline', async () => {
    const params = { owner: 'fastify', repo: 'fastify' }
    const { body } = await server.call(getRepository, { params })
    expect(body).toMatchObject({ full_name: 'fastify/fastify', default_branch: 'main' })
    const { tree } = (await server.call(getRepositoryTree, { params: { ...params, branch: 'main' } })).body
    expect(tree).toContainEqual({ path: 'lib/reply.js', type: 'blob' })
    const { languages } = (await server.call(getRepositoryLanguages, { params })).body
    expect(languages.JavaScript).toBeGreaterThan(0)
  })

  test('stored files are served with their sizes, variants included', async () => {
    const [cover = ''] = world.projects.at(-1)?.gallery ?? []
    const avatar = world.developers[0]?.avatar
    const resume = world.developers[0]?.resume
    const load = async (path: string | undefined) =>
      Buffer.from(await (await fetch(`${server.url}${path}`)).arrayBuffer())
    expect(await sharp(await load(cover)).metadata()).toMatchObject({ width: 1280, height: 800 })
    expect(await sharp(await load(`${cover}?w=480`)).metadata()).toMatchObject({ width: 480, height: 300 })
    expect(await sharp(await load(avatar)).metadata()).toMatchObject({ width: 400, height: 400 })
    expect(String(await load(resume)).slice(0, 5)).toBe('%PDF-')
    const { bytes } = await server.db
      .selectFrom('files')
      .select('bytes')
      .where('name', '=', cover.replace('/files/', ''))
      .executeTakeFirstOrThrow()
    const sizes = await Promise.all(['', '?w=960', '?w=480', '?w=160'].map((query) => load(cover + query)))
    expect(bytes).toBe(sizes.reduce((sum, { length }) => sum + length, 0))
  })
})

test('a database with other users is left unchanged', async () => {
  const other = await startServer({}, { alone: true })
  await buildDeveloper(other)
  expect(await ensureDemo(other)).toContain('no demo data was added')
  expect(await other.db.selectFrom('projects').select('id').execute()).toEqual([])
})
