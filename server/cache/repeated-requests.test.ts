import { describe, expect, test, vi } from 'vitest'
import { createOffer, listOffers, searchOffers } from '#contract/offers.ts'
import { feedPath } from '#contract/seo.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

/** Waits for Redis, if used: a new connection invalidates all caches. */
async function startSettled(settings: Record<string, string>) {
  const started = await startServer({ PUBLIC_CACHE: 'on', ...settings }, { alone: true })
  await until(() => started.bus.reach() !== 'disconnected')
  return started
}

const server = await startSettled({ CORS_ORIGINS: 'https://other.example' })
const rec = await buildRecruiter(server)
await buildOffer(server, rec, { position: 'Ferry pilot' })

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'accept-encoding': 'br', ...headers } })
const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))
const LIST = '/api/offers?limit=5'

describe('a cached response', () => {
  test('has the body and the headers of the first one, and a request ID of its own', async () => {
    for (const path of [LIST, feedPath('offers')]) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const [first, second, third] = [
          await ask(path, { 'accept-encoding': encoding }),
          await ask(path, { 'accept-encoding': encoding }),
          await ask(path, { 'accept-encoding': encoding }),
        ]
        expect(headersOf(second)).toEqual(headersOf(first))
        expect(headersOf(third)).toEqual(headersOf(first))
        expect(await third.text()).toBe(await first.text())
        expect(third.headers.get('content-security-policy')).toContain("default-src 'self'")
        expect(third.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
      }
    }
  })

  test('is 304 for a known ETag, with no more headers than a cache needs', async () => {
    const whole = await ask(LIST)
    const known = { 'if-none-match': whole.headers.get('etag') ?? '' }
    const [first, second] = [await ask(LIST, known), await ask(LIST, known)]
    expect([first.status, second.status, await second.text()]).toEqual([304, 304, ''])
    expect(headersOf(second)).toEqual(headersOf(first))
    const names = ['access-control-expose-headers', 'cache-control', 'etag', 'vary']
    names.push('x-total-count', 'x-total-hires')
    const { connection: _, 'keep-alive': __, ...headers } = headersOf(second)
    expect(headers).toEqual(Object.fromEntries(names.map((name) => [name, whole.headers.get(name)])))
    expect((await ask(LIST, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('carries the trace ID of a trusted proxy, and not that of a stranger', async () => {
    const behind = await startSettled({ TRUST_PROXY: '127.0.0.1' })
    const trace = 'a'.repeat(32)
    const idFrom = async ({ url }: { url: string }) => {
      const headers = { traceparent: `00-${trace}-${'b'.repeat(16)}-01` }
      return (await fetch(url + LIST, { headers })).headers.get('x-request-id')
    }
    for (let time = 0; time < 2; time += 1) {
      expect(await idFrom(behind)).toBe(trace)
      expect(await idFrom(server)).not.toBe(trace)
    }
  })

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', null],
    ['gzip;q=0.5, br;q=0.1', 'gzip'],
    ['deflate, gzip, br', 'br'],
    ['brotli', null],
  ])('is encoded as the client accepts it: %s', async (accepted, encoding) => {
    const settings = { 'accept-encoding': accepted }
    for (const path of [LIST, feedPath('offers')]) {
      for (let time = 0; time < 2; time += 1) {
        expect((await ask(path, settings)).headers.get('content-encoding')).toBe(encoding)
      }
    }
  })

  test('is not sent to requests with a token; CORS headers follow the origin', async () => {
    await ask(LIST)
    const own = await ask(LIST, { authorization: `Bearer ${rec.token}` })
    expect(own.headers.get('cache-control')).toBe('no-store')
    const other = await ask(LIST, { origin: 'https://other.example' })
    expect(other.headers.get('access-control-allow-origin')).toBe('https://other.example')
    expect((await ask(LIST)).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('is no longer sent after a change', async () => {
    for (const position of ['Harbour master', 'Purser']) {
      await ask(LIST)
      await ask(LIST)
      await server.call(createOffer, { as: rec, body: { position } })
      const [newest] = await (await ask(LIST)).json()
      expect(newest.position).toBe(position)
    }
  })

  test('counts for the limit of calls, and is not used for calls with a limit of their own', async () => {
    const take = vi.spyOn(server.limits, 'take')
    await ask(LIST)
    await ask(LIST)
    expect(take.mock.calls.map(([rule]) => rule)).toEqual([LIMIT_RULES.calls, LIMIT_RULES.calls])
    take.mockClear()
    for (let time = 0; time < 3; time += 1) await server.call(searchOffers, { query: { q: 'ferry' } })
    const searches = take.mock.calls.filter(([rule]) => rule === LIMIT_RULES.search)
    expect(searches).toHaveLength(3)
    take.mockRejectedValueOnce(Object.assign(new Error('too many'), { statusCode: 400 }))
    expect((await ask(LIST)).status).toBe(400)
    take.mockRestore()
  })

  test('counts for the client behind a trusted proxy, and for an untrusted proxy itself', async () => {
    const behind = await startSettled({ TRUST_PROXY: '127.0.0.1' })
    const forwarded = { 'x-forwarded-for': '192.0.2.66, 203.0.113.9' }
    for (const { node, found } of [
      { node: behind, found: '203.0.113.9' },
      { node: server, found: '127.0.0.1' },
    ]) {
      const take = vi.spyOn(node.limits, 'take')
      const read = () => fetch(node.url + LIST, { headers: forwarded })
      await read()
      take.mockClear()
      await read()
      expect(take.mock.calls).toEqual([[LIMIT_RULES.calls, found]])
      take.mockRestore()
    }
  })

  test('is measured like every response', async () => {
    const counted = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      const of = (pattern: RegExp) => Number(pattern.exec(text)?.[1])
      return [
        of(/^http_request_duration_seconds_count\{method="GET",route="\/api\/offers",status="200"\} (\d+)/m),
        of(/^cache_requests_total\{cache="api",result="hit"\} (\d+)/m),
      ]
    }
    await server.call(listOffers)
    await ask(LIST)
    const [responses = 0, hits = 0] = await counted()
    for (let time = 0; time < 5; time += 1) await ask(LIST)
    expect(await counted()).toEqual([responses + 5, hits + 5])
  })
})
