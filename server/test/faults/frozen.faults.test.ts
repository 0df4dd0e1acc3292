import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOffer, listOffers } from '#contract/offers.ts'
import { createPostgres } from '../../../scripts/engines.mjs'
import { buildRecruiter } from '../builders.ts'
import { startServer, type TestServer } from '../server.ts'
import { until } from '../until.ts'

/** A statement that waits for a response, then the one that would roll it back. */
const SOON_MS = 12_000

describe('a PostgreSQL that is frozen (SIGSTOP)', async () => {
  const postgres = await createPostgres()
  let server: TestServer
  beforeAll(async () => {
    await postgres.start()
    const engine = { DATABASE_URL: postgres.url, JWT_SECRET: randomBytes(32).toString('hex') }
    server = await startServer({ ...engine, MAIL: 'outbox' }, { alone: true })
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
})
