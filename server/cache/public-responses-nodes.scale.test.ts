import { describe, expect, test } from 'vitest'
import { createExperience, listExperiences } from '#contract/careers.ts'
import { actOnReport } from '#contract/moderation.ts'
import { createOffer, deleteOffer, getOffer, listOffers, updateOffer } from '#contract/offers.ts'
import { getProject, listProjectsOfDeveloper, updateProject } from '#contract/projects.ts'
import { reportThing } from '#contract/reports.ts'
import { feedPath } from '#contract/seo.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { addModerator } from '../moderation/moderators.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter } from '../test/builders.ts'
import { startRedis } from '../test/redis.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { createCachedResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

/** An unreachable node caches responses for 2 s; detecting that may take as long. */
const STALE_MS = 5000

describe('public responses of two processes', async () => {
  const redis = await startRedis()
  const settings = {
    PUBLIC_CACHE: 'on',
    REDIS_URL: redis.url,
    JWT_SECRET: 's3cret-'.repeat(6),
    BUS_NAME: 'pair',
  }
  const one = await startServer(settings, { alone: true })
  const { DATA_DIR, DATABASE_URL } = one.config
  const other = await startServer(
    { ...settings, DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) },
    { alone: true },
  )
  const nodes = [one, other]
  const inReach = () => until(() => nodes.every(({ bus }) => bus.reach() === 'connected'))
  await inReach()
  const rec = await buildRecruiter(one)

  const read = async (node: TestServer, id: string) => ({
    offer: (await node.call(getOffer, { params: { id } })).body.position,
    list: (await node.call(listOffers)).body.items.map(({ position }) => position),
    feed: await (await fetch(node.url + feedPath('offers'))).text(),
  })
  /** Reads often enough to fill every cache. */
  const readAll = async (id: string) => {
    for (let time = 0; time < 3; time += 1) for (const node of nodes) await read(node, id)
  }
  const shows = (seen: Awaited<ReturnType<typeof read>>, position: string) =>
    seen.offer === position && seen.list.includes(position) && seen.feed.includes(position)
  const rename = (node: TestServer, id: string, position: string) =>
    node.call(updateOffer, { params: { id }, as: rec, body: { position } })

  /** A node drops its cached responses before it responds to a write, the other a moment later. */
  async function expectAfterWrite<T>(writer: TestServer, look: (node: TestServer) => Promise<T>, seen: T) {
    expect(await look(writer)).toEqual(seen)
    for (const node of nodes) await expect.poll(() => look(node)).toEqual(seen)
  }

  test('an edit shows in the next read where it was made, then on the other: the offer, the list, the feed', async () => {
    const id = await buildOffer(one, rec, { position: 'Ferry pilot' })
    for (const [writer, position] of [
      [one, 'Harbour master'],
      [other, 'Purser'],
    ] as const) {
      await readAll(id)
      await rename(writer, id, position)
      await expectAfterWrite(writer, async (node) => shows(await read(node, id), position), true)
    }
  })

  test('a deleted offer disappears from both', async () => {
    const id = await buildOffer(one, rec, { position: 'Stevedore' })
    await readAll(id)
    await one.call(deleteOffer, { params: { id }, as: rec })
    const seen = async (node: TestServer) => [
      (await node.refusal(getOffer, { params: { id } })).status,
      JSON.stringify((await node.call(listOffers)).body).includes('Stevedore'),
      (await (await fetch(node.url + feedPath('offers'))).text()).includes('Stevedore'),
    ]
    await expectAfterWrite(one, seen, [404, false, false])
  })

  test('a project that goes back to draft disappears from both', { tags: ['FLOW-06'] }, async () => {
    const dev = await buildDeveloper(one)
    const params = { id: await buildProject(one, dev, { title: 'Breakwater' }) }
    const seen = async (node: TestServer) => [
      (await node.call(getProject, { params })).status,
      (await node.call(listProjectsOfDeveloper, { params: { id: dev.id } })).body.total,
      (await (await fetch(node.url + feedPath('projects'))).text()).includes('Breakwater'),
    ]
    for (const node of [...nodes, ...nodes]) expect(await seen(node)).toEqual([200, 1, true])
    await other.call(updateProject, { params, as: dev, body: { state: 'draft' } })
    await expectAfterWrite(other, seen, [404, 0, false])
  })

  test('content hidden by a moderator disappears from both within a second, and is restored with the same bytes', {
    tags: ['MOD-03'],
  }, async () => {
    const moderator = await buildDeveloper(one)
    await addModerator(one.db, moderator.id)
    const id = (await one.call(createOffer, { as: rec, body: { position: 'Lamplighter' } })).body._id
    const paths = [
      ...[`/api/offers/${id}`, '/api/offers', '/api/offers/search?q=lamplighter', feedPath('offers')],
      ...['/sitemaps/offers-1.xml', `/previews/offers/${id}.jpg`],
    ]
    const seen = (node: TestServer) =>
      Promise.all(
        paths.map(async (path) => {
          const response = await fetch(node.url + path)
          const isPicture = response.headers.get('content-type') === 'image/jpeg'
          return isPicture ? 'Lamplighter drawn' : (await response.text()).replaceAll(id, 'Lamplighter')
        }),
      )
    const readBoth = async () => [await seen(one), await seen(other)]
    await readBoth()
    const before = await readBoth()
    expect(before.flat().every((text) => text.includes('Lamplighter'))).toBe(true)
    const sent = { kind: 'offer', id, reason: 'scam' } as const
    const { body } = await one.call(reportThing, { as: moderator, body: sent })
    const decide = (node: TestServer, act: 'hide' | 'restore') =>
      node.call(actOnReport, { as: moderator, params: { id: body._id }, body: { act, reason: 'A scam' } })
    await decide(one, 'hide')
    await until(async () => !(await readBoth()).join().includes('Lamplighter'), 1000)
    await decide(other, 'restore')
    await until(async () => JSON.stringify(await readBoth()) === JSON.stringify(before), 1000)
  })

  test('a deactivated account disappears from both (decision 36)', async () => {
    const dev = await buildDeveloper(one)
    const body = { company: 'Naviera', position: 'Pilot', startDate: '2020-01', endDate: '2021-01' }
    await one.call(createExperience, { as: dev, body })
    const params = { id: dev.id }
    for (const node of nodes) expect((await node.call(listExperiences, { params })).body.total).toBe(1)
    await other.call(deactivateAccount, { as: dev })
    const statusOn = async (node: TestServer) => (await node.refusal(listExperiences, { params })).status
    await expectAfterWrite(other, statusOn, 404)
  })

  test('a read that overlaps a write of the other process is not cached', async () => {
    const id = await buildOffer(one, rec, { position: 'Before' })
    const { get: cached } = createResponseCache(other, 'test')
    const before = other.changes.version(['offers'])
    const positionOf = async () =>
      (await other.db.selectFrom('offers').select('position').where('id', '=', id).executeTakeFirstOrThrow())
        .position
    const hasRead = Promise.withResolvers<void>()
    const makeAfter = (gate: Promise<unknown>) => async () => {
      const position = await positionOf()
      hasRead.resolve()
      await gate
      return createCachedResponse(position, { topics: new Set(['offers']) })
    }
    const gate = Promise.withResolvers<void>()
    const slow = cached('/a page', makeAfter(gate.promise))
    await hasRead.promise
    await rename(one, id, 'After')
    await until(() => other.changes.version(['offers']) !== before)
    // A request after the change does not share an earlier read.
    expect(String((await cached('/a page', makeAfter(Promise.resolve()))).plain)).toBe('After')
    gate.resolve()
    expect(String((await slow).plain)).toBe('Before')
    expect(String((await cached('/a page', makeAfter(Promise.resolve()))).plain)).toBe('After')
  })

  test('without Redis the writing process shows a change at once, the other one within seconds', async () => {
    const id = await buildOffer(one, rec, { position: 'With Redis' })
    await readAll(id)
    await redis.stop()
    await rename(one, id, 'Without Redis')
    expect(shows(await read(one, id), 'Without Redis')).toBe(true)
    await until(async () => shows(await read(other, id), 'Without Redis'), STALE_MS)
    await rename(other, id, 'Still without')
    await redis.start()
    await inReach()
    await until(async () => shows(await read(one, id), 'Still without'), STALE_MS)
    await rename(one, id, 'With Redis again')
    await expectAfterWrite(one, async (node) => shows(await read(node, id), 'With Redis again'), true)
  })
})
