import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody } from '#contract/errors.ts'
import { requirePostgresUrl } from '../database.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { ACCESS } from './access-table.ts'
import { hostileText } from './arbitraries.ts'
import { contractCalls, isWrite, nameOf } from './contract-calls.ts'
import { caseOf, encoded, type FuzzCase, segment, sendFuzzed } from './fuzz-cases.ts'
import { buildScene, CALLERS, JWT_SECRET, type Scene } from './scene.ts'
import { send } from './send.ts'

requirePostgresUrl()
const IS_LONG = process.env.LONG !== undefined
const RUNS = IS_LONG ? 300 : 6
const SEED = 20_711
/** Things get deleted: both engines get new ones at the same point of the run. */
const RUNS_PER_SCENE = 25
const IS_ENDING = /delete|logout|password|act$|withdraw|state$|blocks|request$/i
/** Texts that engines may read, compare or sort differently. */
const ODD = [
  'w\u0000x',
  '%_\\',
  'İß',
  '-w',
  '9999-12-31T23:59:59-12:00',
  ...(IS_LONG ? ['x'.repeat(6000), '\ufffd'] : []),
]

const host = await startRepositoryHost()
const common = { JWT_SECRET, GITHUB_API_URL: host.url, REDIS_URL: '' }
const servers = [
  await startServer({ ...common, DATABASE_URL: '' }, { alone: true }),
  await startServer(common, { alone: true }),
] as const
const calls = (await contractCalls()).filter(({ sends }) => sends !== 'multipart')

let scenes: readonly [Scene, Scene]
let runs = 0
await newScenes()

test('one server runs on each engine', () => {
  expect(servers.map(({ engine }) => engine)).toEqual(['sqlite', 'postgres'])
})

/** Its search includes ids, which are random; below it gets words that are in none. */
const SEARCH_OF_IDS = 'GET /admin/log'
const cases = calls
  .map((endpoint) => [nameOf(endpoint), endpoint] as const)
  .filter(([name]) => name !== SEARCH_OF_IDS)

describe.each(cases)('%s', (name, endpoint) => {
  test(
    'has the same response on both engines to any input (G1)',
    async () => {
      for (const given of fc.sample(caseOf(endpoint), { seed: SEED, numRuns: RUNS })) {
        if (runs++ % RUNS_PER_SCENE === 0) await newScenes()
        const responses = await onBoth(async ({ url }, scene) =>
          sendFuzzed(url, endpoint, given, { scene, token: tokenOf(scene, given.caller) }),
        )
        expectSame(given, responses)
      }
      if (isWrite(endpoint)) await settled()
    },
    RUNS * 2000,
  )

  test('has the same response on both engines to each caller (G1)', async () => {
    for (const caller of [...CALLERS, 'visitor' as const]) {
      const responses = await onBoth(async ({ url }, scene) =>
        send(url, name, ACCESS[name]?.sent(scene) ?? {}, tokenOf(scene, caller)),
      )
      expectSame(caller, responses)
    }
    if (IS_ENDING.test(name)) await newScenes()
  }, 60_000)
})

const searches = calls.flatMap((endpoint) =>
  endpoint.query instanceof z.ZodObject
    ? Object.keys(endpoint.query.shape).map((key) => [nameOf(endpoint), key] as const)
    : [],
)

test.each(searches)('%s with an odd %s has the same response on both engines (G1)', async (name, key) => {
  const index = (ACCESS[name]?.expected ?? []).findIndex((status = 400) => status < 300)
  const caller = ['visitor' as const, ...CALLERS][index] ?? 'visitor'
  for (const odd of ODD) {
    const responses = await onBoth(async ({ url }, scene) => {
      const sent = ACCESS[name]?.sent(scene) ?? {}
      const query = { ...sent.query, [key]: odd }
      return send(url, name, { ...sent, query }, tokenOf(scene, caller))
    })
    expectSame([caller, odd], responses)
  }
})

const OTHERS = [
  '/feeds/offers.atom',
  '/feeds/projects.atom',
  '/sitemaps/:word',
  '/previews/projects/:word',
  '/files/:word',
]

test.each(OTHERS)('%s has the same response on both engines (G1)', async (path) => {
  const names = ['skills', 'contractType', 'category', 'q', 'page']
  const given = fc.tuple(hostileText, fc.dictionary(fc.constantFrom(...names), hostileText, { maxKeys: 4 }))
  for (const [word, query] of fc.sample(given, { seed: SEED, numRuns: RUNS })) {
    const search = Object.entries(query).map(([key, value]) => `${key}=${encoded(value)}`)
    const address = `${path.replace(':word', segment(word))}?${search.join('&')}`
    expectSame(address, await onBoth(({ url }) => fetch(url + address, { redirect: 'manual' })))
  }
})

type ComparedResponse = { status: number; type: string | null; total: string | null; body: unknown }

async function newScenes() {
  scenes = await Promise.all([buildScene(servers[0], host), buildScene(servers[1], host)])
}

async function onBoth(act: (server: (typeof servers)[number], scene: Scene) => Promise<Response>) {
  const responseOf = async (index: 0 | 1): Promise<ComparedResponse> => {
    const response = await act(servers[index], scenes[index])
    const text = withoutOwn(await response.text(), servers[index].url)
    const type = response.headers.get('content-type')
    const isJson = type?.startsWith('application/json')
    const total = response.headers.get('x-total-count')
    // A PDF is compressed, and contains its date.
    const body = isJson ? JSON.parse(text, withoutSecrets) : type === 'application/pdf' ? 'pdf' : text
    return { status: response.status, type, total, body }
  }
  return Promise.all([responseOf(0), responseOf(1)])
}

function expectSame(given: unknown, [one, other]: ComparedResponse[]) {
  expect({ given, ...compared(other) }).toEqual({ given, ...compared(one) })
}

/** An error by its code and field names, whatever the language of its texts. */
function compared(response: ComparedResponse | undefined) {
  const refusal = ErrorBody.safeParse(response?.body)
  if (!refusal.success) return response
  const { code, fields = {} } = refusal.data
  return { ...response, body: { code, fields: Object.keys(fields) } }
}

async function settled() {
  for (const { jobs } of servers) await jobs.settled()
}

const tokenOf = (scene: Scene, caller: FuzzCase['caller']) =>
  caller === 'visitor' ? undefined : scene[caller].token

/** Replaces the differences between any two servers: addresses, ids and times. */
const OWN: [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'id'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'time'],
  [/(?<=(developer|recruiter)-\d+-)\w{6}(?=@)/g, 'id'],
  [/\b(dev|to)-[0-9a-f]{12}/g, 'handle'],
  [/hello\.world_\d+/g, 'repository'],
]

const withoutOwn = (text: string, url: string) =>
  OWN.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text.replaceAll(url, ''))

/** Keys of random texts, with their minimum lengths. */
const SECRET = /^(token|ticket|device|challenge|secret|uri|qr|key|publicKey|value|id)$/
const SECRET_LENGTH = 22

const withoutSecrets = (key: string, value: unknown) =>
  typeof value === 'string' && SECRET.test(key) && value.length >= SECRET_LENGTH ? 'secret' : value
