import { expect, test } from 'vitest'
import { listOffers, listOffersOfRecruiter } from '#contract/offers.ts'
import { listRecruiters } from '#contract/recruiters.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { TOPICS } from '#contract/topics.ts'
import type { Tx } from '../lib/db.ts'
import { hideThing } from '../moderation/hiding.ts'
import { sanction } from '../moderation/sanctions.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter, type Person } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { leastPauseMs, MAX_PAUSE_MS } from '../test/loop-pauses.ts'
import { MODERATOR, moderate } from '../test/moderation.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { deactivate } from './deactivation.ts'
import { reactivate } from './reactivation.ts'
import { syncVisibility, syncVisibilityInCall } from './visibility.ts'

const server = await startServer({ MODERATOR_EMAILS: MODERATOR.email, PUBLIC_CACHE: 'on' })
const { report, act } = await moderate(server)
const OFFERS = 60

test('the work of a person who returns is shown one offer at a time (X1)', async () => {
  const recruiter = await buildRecruiter(server)
  const description = 'Light and keeper. '.repeat(270)
  for (let count = 0; count < OFFERS; count += 1) await buildOffer(server, recruiter, { description })
  const shown = async () =>
    (await server.call(listOffersOfRecruiter, { params: { id: recruiter.id } })).body.total
  const hide = async () => {
    await server.db.transaction().execute((tx) => deactivate(tx, recruiter.id))
    await syncVisibility(server, recruiter.id)
    expect(await server.db.transaction().execute((tx) => reactivate(tx, recruiter.id))).toBe(true)
  }
  const show = async () => {
    let isSettled = false
    const updating = syncVisibility(server, recruiter.id).then(() => {
      isSettled = true
    })
    // Others write in between.
    for (let write = 0; write < 3; write += 1) await buildRecruiter(server)
    expect(isSettled).toBe(false)
    await updating
  }
  expect(await leastPauseMs(show, hide)).toBeLessThanOrEqual(MAX_PAUSE_MS)
  expect(await shown()).toBe(OFFERS)
})

test('an interrupted return is completed by its job', async () => {
  const recruiter = await buildRecruiter(server)
  for (let count = 0; count < 3; count += 1) await buildOffer(server, recruiter)
  await server.call(deactivateAccount, { as: recruiter })
  await server.db.transaction().execute((tx) => reactivate(tx, recruiter.id))
  server.jobs.wake()
  await server.jobs.settled()
  const { body } = await server.call(listOffersOfRecruiter, { params: { id: recruiter.id } })
  expect(body.total).toBe(3)
})

test.each([
  ['who leaves', (person: Person) => server.call(deactivateAccount, { as: person })],
  [
    'who is banned',
    async (person: Person) => {
      const { body } = await report('user', person.id, await buildDeveloper(server))
      return act(body._id, { act: 'ban' })
    },
  ],
])(
  'a person %s is signed out, and in no cache, before all their work is hidden (A6, S3)',
  {
    tags: ['MOD-03'],
  },
  async (_who, close) => {
    const recruiter = await buildRecruiter(server)
    for (let count = 0; count < 5 * OFFERS; count += 1) await buildOffer(server, recruiter)
    const isListed = async () =>
      (await server.call(listRecruiters)).body.items.some(({ _id }) => _id === recruiter.id)
    expect(await isListed()).toBe(true)
    const device = await connectDevice(server.url, recruiter)
    let isClosed = false
    const closing = close(recruiter).then(({ status }) => {
      isClosed = true
      return status
    })
    await device.closed()
    await until(async () => !(await isListed()))
    expect(isClosed).toBe(false)
    expect(await closing).toBe(200)
    const { items } = (await server.call(listOffers)).body
    expect(items.filter(({ owner }) => owner?._id === recruiter.id)).toEqual([])
  },
)

test('a call waits for a moment only; the other work is hidden after its response', async () => {
  const recruiter = await buildRecruiter(server)
  for (let count = 0; count < OFFERS; count += 1) await buildOffer(server, recruiter)
  await server.db.transaction().execute((tx) => deactivate(tx, recruiter.id))
  await syncVisibilityInCall(server, recruiter.id, 1)
  expect(await countUnhidden('offers', recruiter)).toBeGreaterThan(0)
  await until(async () => (await countUnhidden('offers', recruiter)) === 0)
})

const countUnhidden = async (table: 'offers' | 'projects', { id }: Person) => {
  const rows = await server.db
    .selectFrom(table)
    .select('id')
    .where('owner_id', '=', id)
    .where('hidden_at', 'is', null)
    .execute()
  return rows.length
}

const hide = (tx: Tx, { id }: Person) => hideThing(tx, { kind: 'user', id, authorId: id })
const suspend = (tx: Tx, { id }: Person) => sanction(tx, id, '2099-01-01T00:00:00.000Z')

test.each([
  ['hidden', 'offers', hide],
  ['hidden', 'projects', hide],
  ['suspended', 'offers', suspend],
  ['suspended', 'projects', suspend],
] as const)(
  'a person who is %s is in no response at once, before their %s are hidden one by one',
  { tags: ['MOD-03'] },
  async (_how, table, change: (tx: Tx, person: Person) => Promise<unknown>) => {
    const { owner, ids, read } = await (table === 'offers' ? buildOffers() : buildProjects())
    const shown = async () => (await read()).filter((response) => ids.some((id) => response.includes(id)))
    expect(await shown()).toEqual(await read())
    await server.db.transaction().execute((tx) => change(tx, owner))
    await server.changes.publish(TOPICS)
    expect(await countUnhidden(table, owner)).toBe(ids.length - 1)
    await until(async () => (await shown()).length === 0, 1000)
  },
)

const PARTS = 4

async function buildOffers() {
  const owner = await buildRecruiter(server)
  const offer = { skills: ['Lantern'], contractType: ['Freelance' as const], location: 'Corcubion' }
  const other = await buildOffer(server, await buildRecruiter(server), offer)
  const ids: string[] = []
  for (let count = 0; count < PARTS; count += 1) ids.push(await buildOffer(server, owner, offer))
  return {
    owner,
    ids,
    read: readAll([
      '/api/offers',
      '/api/offers?skills=lantern',
      '/api/offers?contractType=Freelance',
      '/api/offers/search?q=corcubion',
      `/api/offers/profile/${owner.id}`,
      `/api/offers/${ids.at(-1)}`,
      `/api/offers/${other}/similar`,
      '/feeds/offers.atom',
      '/sitemaps/offers-1.xml',
    ]),
  }
}

async function buildProjects() {
  const owner = await buildDeveloper(server)
  const project = { title: 'Beacon', projectSkills: ['Lantern'], category: 'DevOps' as const }
  const ids: string[] = []
  for (let count = 0; count < PARTS; count += 1) ids.push(await buildProject(server, owner, project))
  return {
    owner,
    ids,
    read: readAll([
      '/api/projects',
      '/api/projects?skills=lantern',
      '/api/projects?category=DevOps',
      '/api/projects/search?q=beacon',
      `/api/projects/developer/${owner.id}`,
      `/api/projects/${ids.at(-1)}`,
      '/feeds/projects.atom',
      '/sitemaps/projects-1.xml',
    ]),
  }
}

const readAll = (paths: string[]) => () =>
  Promise.all(
    paths.map(async (path) => {
      const text = await (await fetch(server.url + path)).text()
      // A refusal names the path.
      return `${path.split('/').slice(0, 3).join('/')} ${text}`
    }),
  )
