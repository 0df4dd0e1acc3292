import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createOffer, listOffers } from '#contract/offers.ts'
import { createPostgres } from '../../../scripts/engines.mjs'
import { buildRecruiter } from '../builders.ts'
import { startServer, type TestServer } from '../server.ts'
import { until } from '../until.ts'

/** The timeout of a statement, then of its rollback. */
const SOON_MS = 12_000

describe('a PostgreSQL that is frozen (SIGSTOP)', async () => {
  const postgres = await createPostgres()
  let server: TestServer
  let caching: TestServer
  beforeAll(async () => {
    await postgres.start()
    const engine = { DATABASE_URL: postgres.url, JWT_SECRET: randomBytes(32).toString('hex') }
    server = await startServer({ ...engine, MAIL: 'outbox' }, { alone: true })
    caching = await startServer({ ...engine, MAIL: 'outbox', PUBLIC_CACHE: 'on' }, { alone: true })
  })
  afterAll(async () => {
    postgres.resume()
    await postgres.remove()
  })

  test('gives 503 with Retry-After, also to many requests at once, and recovers when it resumes', async () => {
    const rec = await buildRecruiter(server)
    const write = (position: string) => server.refusal(createOffer, { as: rec, body: { position } })
    expect((await write('before')).status).toBe(201)

    postgres.pause()
    const started = performance.now()
    const calls = Array.from({ length: 12 }, (_, n) =>
      n % 2 ? write(`frozen ${n}`) : server.refusal(listOffers),
    )
    for (const { status, body, headers } of await Promise.all(calls)) {
      expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(performance.now() - started).toBeLessThan(SOON_MS)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)

    postgres.resume()
    await until(async () => (await write('after')).status === 201)
    const { body } = await server.call(listOffers)
    const positions = body.items.map(({ position }) => position)
    expect(positions).toEqual(expect.arrayContaining(['before', 'after']))
    // No refused write has partial effects: the list and its total agree.
    expect(body.total).toBe(positions.length)
  }, 60_000)

  test('leaves cached public responses readable and the server ready, long after they expired (X9)', async () => {
    const read = async (path: string) => {
      const response = await fetch(caching.url + path)
      return [response.status, await response.json()]
    }
    expect((await read('/readyz'))[1]).toMatchObject({ status: 'ok', database: true })
    const before = await read('/api/offers')
    expect(before[0]).toBe(200)

    postgres.pause()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
    onTestFinished(() => clock.mockRestore())
    expect(await read('/api/offers')).toEqual(before)
    expect(await read('/readyz')).toEqual([
      200,
      expect.objectContaining({ status: 'degraded', database: false }),
    ])
    expect((await read('/api/projects'))[0]).toBe(503)

    postgres.resume()
    await until(async () => (await read('/api/projects'))[0] === 200)
    expect((await read('/readyz'))[1]).toMatchObject({ status: 'ok' })
  }, 60_000)
})
