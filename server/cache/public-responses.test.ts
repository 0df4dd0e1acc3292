import { describe, expect, test } from 'vitest'
import { applyToOffer } from '#contract/apply.ts'
import { createExperience, listExperiences } from '#contract/careers.ts'
import { createOffer, getOffer, listOffers, searchOffers } from '#contract/offers.ts'
import { updateRecruiterProfile } from '#contract/recruiters.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer({ PUBLIC_CACHE: 'on' })
const { db } = server
const [rec, dev] = [await buildRecruiter(server), await buildDeveloper(server)]
const offer = await buildOffer(server, rec, { position: 'Ferry pilot' })
const read = (as?: { token: string }) => server.call(getOffer, { params: { id: offer }, ...(as && { as }) })
/** Written past the routes, so that no cache is invalidated. */
const rename = (position: string) =>
  db.updateTable('offers').set({ position }).where('id', '=', offer).execute()
/** Once per process. Polled after a write, because another process drops its cached response a moment later. */
const readTwice = async () => [await read(), await read()]

describe('a public response', () => {
  test('is cached, with a strong ETag, 304, and the headers for shared caches', async () => {
    const [first, second] = await readTwice()
    await rename('Somebody else')
    const third = await read()
    expect(third.body).toEqual(first?.body)
    expect(second?.headers.get('etag')).toBe(third.headers.get('etag'))
    expect(third.headers.get('etag')).toMatch(/^"[\w-]{22}(-gzip|-br)?"$/)
    expect(third.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(third.headers.get('vary')).toMatch(/accept-encoding, authorization/)
    await rename('Ferry pilot')
    for (const encoding of ['br', 'gzip', 'identity']) {
      const ask = (headers: Record<string, string>, method = 'GET') =>
        fetch(`${server.url}/api/offers/${offer}`, {
          method,
          headers: { 'accept-encoding': encoding, ...headers },
        })
      const response = await ask({})
      const etag = response.headers.get('etag') ?? ''
      expect(await response.json()).toEqual(first?.body)
      const again = await ask({ 'if-none-match': etag })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      const head = await ask({ 'if-none-match': etag }, 'HEAD')
      expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
        304,
        etag,
        null,
      ])
      expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  test('reflects a change, on every process', async () => {
    await readTwice()
    expect((await server.call(createOffer, { as: rec, body: { position: 'Harbour master' } })).status).toBe(
      201,
    )
    for (const { body, headers } of [await server.call(listOffers), await server.call(listOffers)]) {
      expect(body.items[0]?.position).toBe('Harbour master')
      expect(headers.get('x-total-count')).toBe(String(body.total))
    }
    const application = { phone: '+34 600 000 000', coverLetter: '', gdprAccepted: true }
    await server.call(applyToOffer, { params: { id: offer }, as: dev, body: application })
    const counts = async () => (await readTwice()).map(({ body }) => body.applicantsCount)
    await expect.poll(counts).toEqual([1, 1])
    await server.call(updateRecruiterProfile, { as: rec, body: { companyName: 'Faro' } })
    const companies = async () =>
      (await readTwice()).map(({ body }) => body.owner?.role.recruiter.companyName)
    await expect.poll(companies).toEqual(['Faro', 'Faro'])
  })

  test('disappears with the account: careers of a deactivated account are 404 (decision 36)', async () => {
    const gone = await buildDeveloper(server)
    const experience = { company: 'Naviera', position: 'Pilot', startDate: '2020-01', endDate: '2021-01' }
    await server.call(createExperience, { as: gone, body: experience })
    const params = { id: gone.id }
    for (let time = 0; time < 2; time += 1) {
      expect((await server.call(listExperiences, { params })).body.total).toBe(1)
    }
    await server.call(deactivateAccount, { as: gone })
    const statusOf = async () => (await server.refusal(listExperiences, { params })).status
    await expect.poll(async () => [await statusOf(), await statusOf()]).toEqual([404, 404])
  })

  test('is never shared with requests that have a token, nor the other way round', async () => {
    await readTwice()
    await rename('Seen by who signs in')
    const own = await read(dev)
    expect(own.body.position).toBe('Seen by who signs in')
    expect(own.headers.get('cache-control')).toBe('no-store')
    for (const { body } of await readTwice()) expect(body.position).toBe('Ferry pilot')
    const broken = await server.call(getOffer, { params: { id: offer }, as: 'no-token' })
    expect(broken.body.position).toBe('Seen by who signs in')
    await rename('Ferry pilot')
  })

  test('is not cached if it is an error', async () => {
    const id = '01900000-0000-7000-8000-000000000000'
    for (let time = 0; time < 2; time += 1) {
      const refused = await server.refusal(getOffer, { params: { id } })
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store'])
    }
    const wrong = await server.refusal(searchOffers, { query: {} })
    expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([400, 'no-store'])
  })

  test('is shared by addresses that differ in parameters which the endpoint does not read', async () => {
    const list = async (query: string) => (await fetch(`${server.url}/api/offers${query}`)).text()
    const first = await list('')
    // Once per process, as above.
    expect(await list('')).toBe(first)
    await rename('Past the cache')
    for (let x = 1; x <= 50; x += 1) expect(await list(`?x=${x}`)).toBe(first)
    expect(await list('?limit=99')).not.toBe(first)
    await rename('Ferry pilot')
  })

  test('is compressed once for all requests', async () => {
    const response = await server.call(listOffers)
    expect(response.headers.get('content-encoding')).toMatch(/br|gzip/)
  })
})
