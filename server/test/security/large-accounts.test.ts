import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { readNotifications, syncMessages } from '#contract/messages.ts'
import { createOffer, deleteOffer, getOffer, updateOffer } from '#contract/offers.ts'
import {
  createProject,
  deleteProject,
  getProject,
  searchProjects,
  updateProject,
} from '#contract/projects.ts'
import { deactivateAccount, updateSettings } from '#contract/settings.ts'
import { LIMITS } from '#contract/values.ts'
import { newId, now } from '../../lib/ids.ts'
import { insertMessages } from '../../messages/sending.queries.ts'
import { deactivate } from '../../users/deactivation.ts'
import { eraseUser } from '../../users/erasure.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter, type Person } from '../builders.ts'
import { watchLoop } from '../loop-pauses.ts'
import { createRandom } from '../random.ts'
import { startServer } from '../server.ts'

const IS_LONG = process.env.LONG !== undefined
/** X1. */
const MAX_PAUSE_MS = 50
/** PostgreSQL indexes long texts slowly, and not in the event loop. */
const THINGS = IS_LONG ? 300 : process.env.TEST_DATABASE_URL ? 15 : 60
const MESSAGES = IS_LONG ? 10_000 : 2000
/** The least of several accounts counts: a compiler or a collector may be at work in one. */
const ACCOUNTS = 3

const random = createRandom('large accounts')
const letters = (characters: number) =>
  Array.from({ length: characters }, () => random.pick([...'abcdefghijklmnoprstuvwxyz     '])).join('')
const texts = () => ({ description: letters(LIMITS.description) })
const project = () => ({
  ...texts(),
  title: letters(40),
  category: 'Mobile' as const,
  year: 2024,
  projectSkills: Array.from({ length: 10 }, (_, place) => `${letters(20)}${place}`),
  codeSections: Array.from({ length: LIMITS.codeSections }, () => letters(LIMITS.codeSection)),
})

const server = await startServer({}, { alone: true })
const developers: Person[] = []
const recruiters: Person[] = []
const projects = new Map<Person, string[]>()
const offers = new Map<Person, string[]>()

beforeAll(async () => {
  const friend = await buildRecruiter(server)
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
    developers.push(dev)
    recruiters.push(rec)
    for (let count = 0; count < THINGS; count += 1) {
      projects.set(dev, [...(projects.get(dev) ?? []), await buildProject(server, dev, project())])
      offers.set(rec, [...(offers.get(rec) ?? []), await buildOffer(server, rec, texts())])
    }
    const draft = { text: letters(500), image: '', clientId: null, contentHash: null }
    for (let sent = 0; sent < MESSAGES; sent += 200) {
      const drafts = Array(100).fill([
        { ...draft, senderId: dev.id, receiverId: friend.id },
        { ...draft, senderId: friend.id, receiverId: dev.id },
      ])
      await server.db.transaction().execute((tx) => insertMessages(tx, drafts.flat()))
      const note = { type: 2, sender_id: friend.id, receiver_id: dev.id, created_at: now() }
      const notes = Array.from({ length: 100 }, () => ({ ...note, id: newId(), inbox_seq: null }))
      await server.db.insertInto('notifications').values(notes).execute()
    }
  }
}, 300_000)

const call =
  (endpoint: Endpoint, bodyOf: () => object | undefined, idOf?: (person: Person) => string | undefined) =>
  async (person: Person) => {
    const sent = { params: { id: idOf?.(person) ?? '' }, body: bodyOf() as never, as: person }
    expect((await server.call(endpoint, sent)).status).toBeLessThan(300)
  }
const firstProject = (person: Person) => projects.get(person)?.[0]
const firstOffer = (person: Person) => offers.get(person)?.[0]

const rename = call(updateSettings, () => ({ name: `Ana${letters(8)}x`, surname: 'Zubizarreta' }))
async function renameAndSettle(person: Person) {
  await rename(person)
  await server.jobs.settled()
}

/** In the order in which a person may do it. */
test.each<[what: string, who: Person[], act: (person: Person) => Promise<unknown>]>([
  ['publishing a project', developers, call(createProject, project)],
  ['changing a project', developers, call(updateProject, project, firstProject)],
  ['a new name', developers, rename],
  ['the job after it', developers, renameAndSettle],
  ['deleting a project', developers, call(deleteProject, () => undefined, firstProject)],
  ['reading the inbox', developers, call(syncMessages, () => undefined)],
  ['clearing the bell', developers, call(readNotifications, () => ({ scope: 'bell' }))],
  ['leaving as a developer', developers, call(deactivateAccount, () => undefined)],
  ['being erased as a developer', developers, ({ id }) => eraseUser(server, id)],
  ['posting an offer', recruiters, call(createOffer, () => ({ ...texts(), position: 'Keeper' }))],
  ['changing an offer', recruiters, call(updateOffer, texts, firstOffer)],
  ['deleting an offer', recruiters, call(deleteOffer, () => undefined, firstOffer)],
  ['leaving as a recruiter', recruiters, call(deactivateAccount, () => undefined)],
])(
  '%s holds nobody else up, whatever the account has stored (X1)',
  async (what, people, act) => {
    const pausesMs: number[] = []
    for (const person of people) {
      const loop = watchLoop()
      await act(person)
      pausesMs.push(loop.stop())
    }
    if (IS_LONG) console.log(what, pausesMs.map(Math.round))
    expect(Math.min(...pausesMs)).toBeLessThanOrEqual(MAX_PAUSE_MS)
  },
  120_000,
)

test('reading a board of ten thousand applicants holds nobody else up (X1)', async () => {
  const owner = await buildRecruiter(server)
  const offerId = await buildOffer(server, owner)
  await addApplicants(offerId, 10_000)
  const pausesMs: number[] = []
  let bytes = 0
  for (let round = 0; round < ACCOUNTS; round += 1) {
    const loop = watchLoop()
    const headers = { authorization: `Bearer ${owner.token}` }
    const response = await fetch(`${server.url}/api/offers/${offerId}/candidates`, { headers })
    // Not parsed: the client shares the event loop.
    bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.length
    pausesMs.push(loop.stop())
  }
  if (IS_LONG) console.log('reading a board', pausesMs.map(Math.round))
  expect(bytes).toBeGreaterThan(10_000_000)
  expect(Math.min(...pausesMs)).toBeLessThanOrEqual(MAX_PAUSE_MS)
}, 120_000)

/** People without sessions, each with a letter. */
async function addApplicants(offerId: string, count: number) {
  const coverLetter = letters(900)
  for (let start = 0; start < count; start += 200) {
    const ids = Array.from({ length: 200 }, newId)
    const person = { role: 'developer' as const, password_hash: '', name: 'Ana', surname: 'Ruiz' }
    const people = ids.map((id) => ({ ...person, id, email: `${id}@example.com`, created_at: now() }))
    const application = { offer_id: offerId, phone: '+34 600 000 000', cover_letter: coverLetter }
    const consent = { applied_at: now(), gdpr_accepted_at: now(), gdpr_text_version: '2026-11' }
    await server.db.insertInto('users').values(people).execute()
    await server.db
      .insertInto('applications')
      .values(ids.map((id) => ({ ...application, ...consent, id: newId(), user_id: id })))
      .execute()
  }
}

test('every project is found by the new name of its owner, once the job is done', async () => {
  const dev = await buildDeveloper(server)
  for (let count = 0; count < 20; count += 1) await buildProject(server, dev, project())
  const found = async (q: string) => (await server.call(searchProjects, { query: { q } })).body.total
  await server.call(updateSettings, { body: { name: 'Xanthippe', surname: 'Oyarzabal' }, as: dev })
  await server.call(updateSettings, { body: { name: 'Theodora', surname: 'Oyarzabal' }, as: dev })
  await server.jobs.settled()
  expect([await found('theodora oyarzabal'), await found('xanthippe')]).toEqual([20, 0])
})

test('a deactivation that was interrupted is completed by its job', async () => {
  const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
  for (let count = 0; count < 25; count += 1) {
    await buildProject(server, dev)
    await buildOffer(server, rec)
  }
  const shown = async () => [
    await countShown('projects', dev),
    await countShown('offers', rec),
    (await server.refusal(getProject, { params: { id: (await anyOf('projects', dev)) ?? '' } })).status,
    (await server.refusal(getOffer, { params: { id: (await anyOf('offers', rec)) ?? '' } })).status,
  ]
  for (const { id } of [dev, rec]) await server.db.transaction().execute((tx) => deactivate(tx, id))
  expect((await shown()).slice(2)).toEqual([404, 404])
  server.jobs.wake()
  await server.jobs.settled()
  expect(await shown()).toEqual([0, 0, 404, 404])
})

const countShown = async (table: 'projects' | 'offers', { id }: Person) =>
  (
    await server.db
      .selectFrom(table)
      .select('id')
      .where('owner_id', '=', id)
      .where('hidden_at', 'is', null)
      .execute()
  ).length

const anyOf = async (table: 'projects' | 'offers', { id }: Person) =>
  (
    await server.db
      .selectFrom(table)
      .select('id')
      .where('owner_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.id
