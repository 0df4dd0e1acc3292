import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { buildDeveloper, buildRecruiter } from '../builders.ts'
import { watchLoop } from '../loop-pauses.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { ACCESS } from './access-table.ts'
import { hostileText, inputOf } from './arbitraries.ts'
import { contractCalls, isWrite, nameOf } from './contract-calls.ts'
import { liveBytes } from './memory.ts'
import { CALLERS, JWT_SECRET, setScene } from './scene.ts'

const IS_LONG = process.env.LONG !== undefined
const RUNS = IS_LONG ? 500 : 12
const SLOWEST_MS = 2000
/** A scene is used up: its things get deleted. */
const RUNS_PER_SCENE = 25
/** X1. */
const MAX_PAUSE_MS = 100
const MAY_GROW_BYTES = 100 * 1024 * 1024

const host = await startRepositoryHost()
// Some of it does not pass a proxy.
const server = await startServer({ JWT_SECRET, GITHUB_API_URL: host.url }, { alone: true })
const calls = (await contractCalls()).filter(({ sends }) => sends !== 'multipart')

let scene = await setScene(server, host)
let runs = 0
const startBytes = await liveBytes()
let slowest = { ms: 0, name: '' }
/** While a call is under way, by its name: making inputs and comparing responses takes longer than many calls. */
const pausesMs = new Map<string, number[]>()

describe.each(calls.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test(
    'responds as its contract says, whatever it is sent (G1, G5, G8, G10)',
    async () => {
      await fc.assert(
        fc.asyncProperty(caseOf(endpoint), (given) => sendCase(name, endpoint, given)),
        { numRuns: RUNS },
      )
    },
    RUNS * 2000,
  )
})

/** Other entry points for untrusted input. */
const OTHERS = [
  '/feeds/offers.atom',
  '/feeds/projects.atom',
  '/sitemaps/:word',
  '/previews/projects/:word',
  '/previews/:word/x.jpg',
  '/files/:word',
  '/api/docs/:word',
  '/api/:word',
  '/:word',
  '/metrics',
]

test.each(OTHERS)(
  '%s responds whatever it is asked (G1, G8)',
  async (path) => {
    const names = ['skills', 'contractType', 'category', 'w', 'e', 's', 'q', '__proto__', 'page']
    const query = fc.dictionary(fc.constantFrom(...names), hostileText, { maxKeys: 4 })
    await fc.assert(
      fc.asyncProperty(hostileText, query, async (word, given) => {
        const search = Object.entries(given).map(([key, value]) => `${key}=${encoded(value)}`)
        const address = `${server.url}${path.replace(':word', segment(word))}?${search.join('&')}`
        const response = await fetch(address, { redirect: 'manual' })
        expect(response.status).toBeLessThan(500)
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        const text = await response.text()
        if (response.headers.get('content-type')?.includes('xml'))
          expect(text).not.toMatch(/<script|<svg|<img/)
        if (response.status >= 400) expectRefusal(text)
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 2000,
)

test('the server is alive, was fast, and its memory has not grown (G8, G18, X1)', async () => {
  // Of each call the second longest: the longest may be that in which a library was loaded.
  const [longest = ['', 0] as const] = [...pausesMs]
    .map(([name, all]) => [name, all.toSorted((one, other) => other - one)[1] ?? 0] as const)
    .toSorted(([, one], [, other]) => other - one)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect([slowest.name, slowest.ms < SLOWEST_MS]).toEqual([slowest.name, true])
  const grownBytes = (await liveBytes()) - startBytes
  if (IS_LONG) {
    console.log(
      `${runs} cases; slowest ${slowest.ms} ms (${slowest.name}); longest pause ${longest[1].toFixed(0)} ms (${longest[0]}); ` +
        `grown by ${grownBytes} bytes`,
    )
  }
  expect([...longest, longest[1] <= MAX_PAUSE_MS]).toEqual([...longest, true])
  expect(grownBytes).toBeLessThan(MAY_GROW_BYTES)
})

type Case = {
  caller: (typeof CALLERS)[number] | 'visitor'
  params: Record<string, string>
  query: [string, string][]
  body: string | undefined
  contentType: string
}

function caseOf(endpoint: Endpoint): fc.Arbitrary<Case> {
  const keys = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key = '']) => key)
  const { sent, expected } = rowOf(nameOf(endpoint))
  const admitted = CALLERS.filter((_, place) => (expected[place + 1] ?? 400) < 400)
  return fc.record({
    // Mostly somebody who may.
    caller: fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom(...admitted, ...(admitted.length > 0 ? [] : ['visitor' as const])),
      },
      { weight: 1, arbitrary: fc.constantFrom(...CALLERS, 'visitor' as const) },
    ),
    params: fc.record(
      Object.fromEntries(
        keys.map((key) => [
          key,
          fc.oneof(
            // The valid target; its id depends on the scene of this run.
            { weight: 8, arbitrary: fc.constant('').map(() => sent(scene).params?.[key] ?? '') },
            { weight: 1, arbitrary: hostileText },
          ),
        ]),
      ),
    ),
    query: queryOf(endpoint.query),
    body: isWrite(endpoint) ? bodyOf(endpoint.body) : fc.constant(undefined),
    contentType: fc.oneof(
      { weight: 30, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data',
          '',
        ),
      },
    ),
  })
}

const queryOf = (shape: z.ZodType): fc.Arbitrary<[string, string][]> =>
  inputOf(shape).map((given) =>
    typeof given === 'object' && given !== null
      ? Object.entries(given).flatMap(([key, value]): [string, string][] =>
          (Array.isArray(value) ? value : [value]).slice(0, 5).map((one) => [key, textOf(one)]),
        )
      : [],
  )

const textOf = (value: unknown) =>
  String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 300)

const bodyOf = (shape: z.ZodType): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 12, arbitrary: inputOf(shape).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: inputOf(shape).map((body) => JSON.stringify(withCostlyText(body))) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 30 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        '',
        '{',
        '[]',
        'null',
        '"x"',
        '{"a":1}}',
        '{"__proto__":{"a":1}}',
        '{"role":null}',
        '{"role":{"developer":null,"recruiter":null}}',
        '{"role":{"developer":[],"recruiter":"x"}}',
        `{"a":${'['.repeat(3000)}`,
        '\u0000',
        '{"text":"\\ud800"}',
        `{"text":"${'x'.repeat(300_000)}"}`,
      ),
    },
  )

const COSTLY_TEXT = `a${'\u0f73\u0f75'.repeat(42_000)}`

/** In one field the text that takes longest to normalize (X1). */
function withCostlyText(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return COSTLY_TEXT
  const key = Object.keys(body).find((name) => typeof (body as Record<string, unknown>)[name] === 'string')
  return key === undefined ? body : { ...body, [key]: COSTLY_TEXT }
}

async function sendCase(name: string, endpoint: Endpoint, given: Case): Promise<void> {
  if (runs % RUNS_PER_SCENE === 0) scene = await setScene(server, host)
  runs += 1
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => segment(given.params[key] ?? ''))
  const query = given.query.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')
  const token = await tokenOf(name, given.caller)
  const startedAt = performance.now()
  const loop = watchLoop()
  const response = await fetch(`${server.url}/api${path}${query && `?${query}`}`, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(given.body !== undefined && given.contentType && { 'content-type': given.contentType }),
    },
    ...(given.body !== undefined && { body: given.body }),
  })
  const text = await response.text()
  const pauseMs = loop.stop()
  const ms = Math.round(performance.now() - startedAt)
  pausesMs.set(name, [...(pausesMs.get(name) ?? []), pauseMs])
  if (ms > slowest.ms) slowest = { ms, name }
  expect(response.status).toBeLessThan(500)
  if (response.status >= 400) expectRefusal(text)
  else expectSuccess(endpoint, response.status, text)
}

const Refusal = ErrorBody.strict()

function expectRefusal(text: string): void {
  const body = Refusal.parse(JSON.parse(text))
  expect(body.fields !== undefined).toBe(['VALIDATION', 'WRONG_PASSWORD', 'WRONG_CODE'].includes(body.code))
  if (body.fields) expect(Object.values(body.fields)).toContain(body.message)
}

/** The keys of the contract, and no others. */
function expectSuccess(endpoint: Endpoint, status: number, text: string): void {
  expect([endpoint.status, ...(endpoint.status === 201 ? [200] : [])]).toContain(status)
  if (endpoint.download) return
  const body: unknown = status === 204 ? {} : JSON.parse(text)
  if (status === 204) expect(text).toBe('')
  expect(endpoint.response.parse(body)).toEqual(body)
}

function rowOf(name: string) {
  const row = ACCESS[name]
  if (!row) throw new Error(`${name} has no row in the access table`)
  return row
}

/** Neither nothing nor dots, which would make another address of it. */
const segment = (text: string) => (/^\.{0,2}$/.test(text) ? '-' : encoded(text))

/** An address may hold no half characters. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** Calls that end an account or a session get one of their own. */
async function tokenOf(name: string, caller: Case['caller']): Promise<string | undefined> {
  if (caller === 'visitor') return undefined
  const isEnding = /logout|soft-delete$|change-password/.test(name) && !name.includes(':id')
  if (!isEnding) return scene[caller].token
  const build = caller === 'rec' || caller === 'otherRec' ? buildRecruiter : buildDeveloper
  return (await build(server)).token
}
