import { describe, expect, test } from 'vitest'
import { createExperience, listExperiences } from '#contract/careers.ts'
import { deleteOffer, getOffer, listOffers, updateOffer } from '#contract/offers.ts'
import { feedPath } from '#contract/seo.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startRedis } from '../test/redis.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { makeDocument } from './cached-response.ts'
import { createPageCache } from './response-cache.ts'

/** While a node knows that it is out of reach it keeps answers for 2 s; it may take as long to find out. */
const STALE_MS = 5000

describe('what visitors are told by two processes', async () => {
  const redis = await startRedis()
  const settings = { PUBLIC_CACHE: 'on', REDIS_URL: redis.url, JWT_SECRET: 's3cret-'.repeat(6) }
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
  /** So often that every form of keeping has seen it. */
  const readAll = async (id: string) => {
    for (let time = 0; time < 3; time += 1) for (const node of nodes) await read(node, id)
  }
  const shows = (told: Awaited<ReturnType<typeof read>>, position: string) =>
    told.offer === position && told.list.includes(position) && told.feed.includes(position)
  const rename = (node: TestServer, id: string, position: string) =>
    node.call(updateOffer, { params: { id }, as: rec, body: { position } })

  test('an edit shows in the next read on both: the offer, the list, the feed', async () => {
    const id = await buildOffer(one, rec, { position: 'Ferry pilot' })
    for (const [writer, position] of [
      [one, 'Harbour master'],
      [other, 'Purser'],
    ] as const) {
      await readAll(id)
      await rename(writer, id, position)
      for (const node of nodes) expect(shows(await read(node, id), position)).toBe(true)
    }
  })

  test('what is deleted is gone from both', async () => {
    const id = await buildOffer(one, rec, { position: 'Stevedore' })
    await readAll(id)
    await one.call(deleteOffer, { params: { id }, as: rec })
    for (const node of nodes) {
      expect((await node.refusal(getOffer, { params: { id } })).status).toBe(404)
      const { body } = await node.call(listOffers)
      expect(JSON.stringify(body)).not.toContain('Stevedore')
      expect(await (await fetch(node.url + feedPath('offers'))).text()).not.toContain('Stevedore')
    }
  })

  test('who is deactivated is gone from both (decision 36)', async () => {
    const dev = await buildDeveloper(one)
    const body = { company: 'Naviera', position: 'Pilot', startDate: '2020-01', endDate: '2021-01' }
    await one.call(createExperience, { as: dev, body })
    const params = { id: dev.id }
    for (const node of nodes) expect((await node.call(listExperiences, { params })).body.total).toBe(1)
    await other.call(deactivateAccount, { as: dev })
    for (const node of nodes) expect((await node.refusal(listExperiences, { params })).status).toBe(404)
  })

  test('a read that began before a write elsewhere, and ended after it, is told to nobody later', async () => {
    const id = await buildOffer(one, rec, { position: 'Before' })
    const { get: cached } = createPageCache(other, 'test')
    const before = other.changes.version(['offers'])
    const positionOf = async () =>
      (await other.db.selectFrom('offers').select('position').where('id', '=', id).executeTakeFirstOrThrow())
        .position
    const makeAfter = (gate: Promise<unknown>) => async () => {
      const position = await positionOf()
      await gate
      return makeDocument(position, { topics: new Set(['offers']) })
    }
    const gate = Promise.withResolvers<void>()
    const slow = cached('/a page', makeAfter(gate.promise))
    await rename(one, id, 'After')
    await until(() => other.changes.version(['offers']) !== before)
    // Who asks after the change waits for no reading that began before it.
    expect(String((await cached('/a page', makeAfter(Promise.resolve()))).plain)).toBe('After')
    gate.resolve()
    expect(String((await slow).plain)).toBe('Before')
    expect(String((await cached('/a page', makeAfter(Promise.resolve()))).plain)).toBe('After')
  })

  test('without Redis the writer shows it at once, the other one within seconds; with Redis both at once again', async () => {
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
    for (const node of nodes) expect(shows(await read(node, id), 'With Redis again')).toBe(true)
  })
})
