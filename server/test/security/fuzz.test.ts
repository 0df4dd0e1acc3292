import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { buildDeveloper, buildRecruiter } from '../builders.ts'
import { recordStatements } from '../full-scans.ts'
import { watchLoop } from '../loop-pauses.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { hostileText } from './arbitraries.ts'
import { contractCalls, nameOf } from './contract-calls.ts'
import { caseOf, encoded, type FuzzCase, segment, sendFuzzed } from './fuzz-cases.ts'
import { liveBytes } from './memory.ts'
import { buildScene, JWT_SECRET } from './scene.ts'

const IS_LONG = process.env.LONG !== undefined
const RUNS = IS_LONG ? 500 : 12
/** Of processor time. */
const MAX_CPU_MS = 2000
/** Calls per scene, whose things get deleted. */
const RUNS_PER_SCENE = 25
/** X1. */
const MAX_PAUSE_MS = 100
const MAY_GROW_BYTES = 100 * 1024 * 1024

const host = await startRepositoryHost()
// Some requests do not pass a proxy.
const server = await startServer({ JWT_SECRET, GITHUB_API_URL: host.url }, { alone: true })
const statements = recordStatements()
const calls = (await contractCalls()).filter(({ sends }) => sends !== 'multipart')

let scene = await buildScene(server, host)
let runs = 0
const startBytes = await liveBytes()
let costliest = { ms: 0, name: '' }
/** Per call, while it is under way: generating inputs and comparing responses takes longer than many calls. */
const pausesMs = new Map<string, number[]>()

describe.each(calls.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test(
    'responds by its contract to any input (G1, G5, G8, G10)',
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
  '%s responds to any address (G1, G8)',
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

test('the server is still ready, cheap to call, and its memory has not grown (G8, G18, X1)', async () => {
  // The second longest of each call: the longest may include the loading of a library.
  const [longest = ['', 0] as const] = [...pausesMs]
    .map(([name, all]) => [name, all.toSorted((one, other) => other - one)[1] ?? 0] as const)
    .toSorted(([, one], [, other]) => other - one)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect([costliest.name, costliest.ms < MAX_CPU_MS]).toEqual([costliest.name, true])
  const grownBytes = (await liveBytes()) - startBytes
  if (IS_LONG) {
    console.log(
      `${runs} cases; most processor time ${costliest.ms} ms (${costliest.name}); longest pause ${longest[1].toFixed(0)} ms (${longest[0]}); ` +
        `grown by ${grownBytes} bytes`,
    )
  }
  expect([...longest, longest[1] <= MAX_PAUSE_MS]).toEqual([...longest, true])
  expect(grownBytes).toBeLessThan(MAY_GROW_BYTES)
})

test.runIf(server.engine === 'sqlite')('no statement read the rows of all people (X1)', () => {
  expect(statements.fullScans(server)).toEqual([])
})

async function sendCase(name: string, endpoint: Endpoint, given: FuzzCase): Promise<void> {
  if (runs % RUNS_PER_SCENE === 0) scene = await buildScene(server, host)
  runs += 1
  const token = await tokenOf(name, given.caller)
  const before = process.cpuUsage()
  const loop = watchLoop()
  const response = await sendFuzzed(server.url, endpoint, given, { scene, token })
  const text = await response.text()
  const pauseMs = loop.stop()
  const { user, system } = process.cpuUsage(before)
  const ms = Math.round((user + system) / 1000)
  pausesMs.set(name, [...(pausesMs.get(name) ?? []), pauseMs])
  if (ms > costliest.ms) costliest = { ms, name }
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

/** Only keys of the contract. */
function expectSuccess(endpoint: Endpoint, status: number, text: string): void {
  expect([endpoint.status, ...(endpoint.status === 201 ? [200] : [])]).toContain(status)
  if (endpoint.download) return
  const body: unknown = status === 204 ? {} : JSON.parse(text)
  if (status === 204) expect(text).toBe('')
  expect(endpoint.response.parse(body)).toEqual(body)
}

/** Calls that end an account or a session get a separate one. */
async function tokenOf(name: string, caller: FuzzCase['caller']): Promise<string | undefined> {
  if (caller === 'visitor') return undefined
  const isEnding = /logout|soft-delete$|change-password/.test(name) && !name.includes(':id')
  if (!isEnding) return scene[caller].token
  const build = caller === 'rec' || caller === 'otherRec' ? buildRecruiter : buildDeveloper
  return (await build(server)).token
}
