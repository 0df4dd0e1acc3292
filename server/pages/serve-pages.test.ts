import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { CallLimit } from '#contract/call-limits.ts'
import type { Locale } from '#contract/locale.ts'
import { createCachedResponse } from '../cache/cached-response.ts'
import { sendCacheHits } from '../cache/send-cached-response.ts'
import { startServer } from '../test/server.ts'
import type { Renderer } from './render-pages.ts'
import { pageRoute } from './serve-pages.ts'

const server = await startServer({ RATE_LIMITS: 'on' }, { alone: true })

function startPages(
  params: readonly string[],
  limits: readonly CallLimit[] = [],
  bareLocale: Locale = 'en-quoted',
) {
  const rendered: string[] = []
  const renderer: Renderer = {
    pageOf: async () => ({ file: 'offers/OffersPage.tsx', isPrivate: false, params }),
    page: async (address) => {
      rendered.push(address)
      return createCachedResponse(`Rendered ${address}`, { topics: new Set(), limits: new Set(limits) })
    },
    shell: async () => createCachedResponse('Shell', { topics: new Set() }),
  }
  const app = Fastify()
  app.decorateRequest('address', '')
  app.addHook('onRequest', async (request) => {
    request.address = String(request.headers['x-client'])
  })
  sendCacheHits(app, {})
  const config = { ...server.config, locale: bareLocale }
  app.get('/*', pageRoute({ ...server, config }, renderer))
  const ask = (url: string, client = '203.0.113.1') => app.inject({ url, headers: { 'x-client': client } })
  const read = async (url: string) => (await ask(url)).body
  return { ask, read, rendered }
}

test('unknown query parameters neither cause another rendering nor appear in the page', async () => {
  const { read, rendered } = startPages(['page'])
  for (let x = 1; x <= 50; x += 1) expect(await read(`/offers?x=${x}`)).toBe('Rendered /offers')
  expect(rendered).toEqual(['/offers'])
})

test('each combination of known query parameters is rendered once, in any order', async () => {
  const { read, rendered } = startPages(['skills', 'page'])
  expect(await read('/offers?page=2&skills=go%2Cc%2B%2B&x=1')).toBe(
    'Rendered /offers?skills=go%2Cc%2B%2B&page=2',
  )
  expect(await read('/offers?skills=go,c%2B%2B&page=2')).toBe('Rendered /offers?skills=go%2Cc%2B%2B&page=2')
  expect(await read('/offers?page=3')).toBe('Rendered /offers?page=3')
  expect(await read('/offers?page=')).toBe('Rendered /offers')
  expect(rendered).toHaveLength(3)
})

const statuses = async (responses: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(responses)).map(({ statusCode }) => statusCode)
const times = (count: number) => Array.from({ length: count }, (_, n) => n)

test('pages with contact data have the limit of that data, however their address is written (P6, X4)', async () => {
  const { ask } = startPages([], ['contacts'])
  const client = '203.0.113.2'
  const paths = ['/profile/1', '/%70rofile/1', '/offers/1', '/recruiter/%31']
  const reads = times(60).map((n) => ask(paths[n % paths.length] ?? '', client))
  expect(new Set(await statuses(reads))).toEqual(new Set([200]))
  for (const path of paths) {
    const refused = await ask(path, client)
    expect([refused.statusCode, refused.body]).toEqual([429, 'Shell'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await ask('/profile/1', '203.0.113.3')).statusCode).toBe(200)
})

test('the renderings of one address are limited, and cached pages stay available (X4)', async () => {
  const { ask, rendered } = startPages(['page'])
  const client = '203.0.113.4'
  await statuses(times(200).map((n) => ask(`/offers?page=${n + 1}`, client)))
  expect(rendered).toHaveLength(120)
  expect((await ask('/offers?page=999', client)).statusCode).toBe(429)
  expect((await ask('/offers?page=1', client)).statusCode).toBe(200)
  expect((await ask('/offers?page=1&x=1', client)).statusCode).toBe(200)
  expect((await ask('/offers?page=999', '203.0.113.5')).statusCode).toBe(200)
})

test('pages of moderators are 404 with the shell, excluded from indexes, in every language', {
  tags: ['MOD-01'],
}, async () => {
  const { ask, rendered } = startPages([])
  for (const address of ['/admin', '/admin/reports/1', '/es/admin', '/es/admin/log']) {
    const { statusCode, headers, body } = await ask(address)
    expect([address, statusCode, headers['x-robots-tag'], body]).toEqual([address, 404, 'noindex', 'Shell'])
  }
  const other = await ask('/administration')
  expect([other.headers['x-robots-tag'], rendered]).toEqual([undefined, ['/administration']])
})

test('a short address has one spelling', { tags: ['FLOW-03'] }, async () => {
  const { ask, read } = startPages([])
  expect(await read('/@ana')).toBe('Rendered /@ana')
  for (const [requested, plain] of [
    ['/@Ana', '/@ana'],
    ['/%40ana', '/@ana'],
    ['/@ana/', '/@ana'],
    ['/es/%40Ana?tab=projects', '/es/@ana?tab=projects'],
  ] as const) {
    const { statusCode, headers } = await ask(requested)
    expect([requested, statusCode, headers.location]).toEqual([requested, 301, plain])
  }
})

describe('addresses in a language', { tags: ['LANG-01', 'LANG-02'] }, () => {
  test('are rendered separately, each with its own cache entry', async () => {
    const { read, rendered } = startPages(['page'])
    const addresses = ['/offers', '/en/offers', '/es/offers', '/es/offers?page=2', '/es']
    for (const round of [1, 2]) {
      for (const address of addresses)
        expect([round, await read(`${address}`)]).toEqual([round, `Rendered ${address}`])
    }
    expect(await read('/es/offers?x=1')).toBe('Rendered /es/offers')
    expect(rendered).toEqual(addresses)
  })

  test.each([
    ['/es/Offers/?page=2', '/es/offers?page=2'],
    ['/es/', '/es'],
    ['/en/Reset-Password/AbC', '/en/reset-password/AbC'],
    ['/es//offers', '/es/offers'],
  ])('%s redirects to %s, below the language', async (typed, address) => {
    const { statusCode, headers } = await startPages([]).ask(typed)
    expect([statusCode, headers.location]).toEqual([301, address])
  })

  test('in another spelling are not redirected', async () => {
    for (const typed of ['/ES', '/Es/offers', '/EN']) {
      expect(await startPages([]).read(typed)).toBe(`Rendered ${typed}`)
    }
  })

  test.each([
    ['/es', '/'],
    ['/es/offers?page=2', '/offers?page=2'],
    ['/es//evil.example/', '/evil.example/'],
  ])('%s redirects to %s where that language is the bare one', async (typed, address) => {
    const { statusCode, headers } = await startPages(['page'], [], 'es').ask(typed)
    expect([statusCode, headers.location]).toEqual([308, address])
    expect(await startPages([], [], 'es').read('/en/offers')).toBe('Rendered /en/offers')
  })
})
