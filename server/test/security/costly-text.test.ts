import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseBody } from '../../http/parse-json.ts'
import { watchLoop } from '../loop-pauses.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { ACCESS } from './access-table.ts'
import { contractCalls, isWrite, nameOf } from './contract-calls.ts'
import { CALLERS, JWT_SECRET, setScene } from './scene.ts'
import { send } from './send.ts'

const IS_LONG = process.env.LONG !== undefined
/** X1. */
const MAX_CPU_MS = 50
const MAX_PAUSE_MS = 100

/** Each near the 256 kB of a body; the first kept a server busy for 27 s. */
const COSTLY: Record<string, string> = {
  'combining marks': `a${'\u0f73\u0f75'.repeat(42_500)}`,
  'one combining mark': '\u0301'.repeat(125_000),
  'runs of 30 marks': `a${'\u0301'.repeat(30)}`.repeat(4000),
  'unknown words': 'x,'.repeat(125_000),
  commas: ','.repeat(250_000),
  blanks: `a${' '.repeat(250_000)}b`,
  'line ends': '\r\n'.repeat(62_500),
  'expanding letters': '\ufdfa'.repeat(80_000),
  'half characters': '\ud800'.repeat(40_000),
  digits: '1'.repeat(250_000),
  dots: `a@${'a.'.repeat(125_000)}`,
}

const host = await startRepositoryHost()
const server = await startServer({ JWT_SECRET, GITHUB_API_URL: host.url }, { alone: true })
const scene = await setScene(server, host)
const writes = (await contractCalls()).filter((call) => isWrite(call) && call.sends !== 'multipart')

type Path = string[]
const cases = writes.flatMap((endpoint) =>
  leavesOf(endpoint.body).map((path) => [`${nameOf(endpoint)} ${path.join('.')}`, endpoint, path] as const),
)

test('the fields of the contract are found (X1)', () => {
  const names = cases.map(([name]) => name)
  for (const name of [
    'POST /users/register name',
    'POST /contact message',
    'POST /messages/send/:id text',
    'POST /projects codeSections.0',
    'POST /offers skills',
    'PUT /devs/profile role.developer.languages.0.language',
    'PUT /recruiters/profile role.recruiter.companyName',
  ]) {
    expect(names).toContain(name)
  }
})

describe.each(cases)('%s', (name, endpoint, path) => {
  const { sent, expected } = ACCESS[nameOf(endpoint)] ?? {}
  // With `senderId` beside it, `scope` would be an unknown key.
  const valid = () => (name === 'POST /messages/read scope' ? {} : sent?.(scene).body)
  const bodyWith = (text: string) => withLeaf(valid(), path, text)

  test('costs little, whatever text it is sent (X1)', () => {
    for (const [what, text] of Object.entries(COSTLY)) {
      const body = bodyWith(text)
      expect([what, cpuMsOf(() => endpoint.body.safeParse(body)) <= MAX_CPU_MS]).toEqual([what, true])
    }
  })

  test('refuses a body of combining marks (X1)', async () => {
    const admitted = CALLERS.find((_, place) => (expected?.[place + 1] ?? 400) < 300)
    const body = bodyWith(COSTLY['combining marks'] ?? '')
    const response = await send(
      server.url,
      nameOf(endpoint),
      { ...sent?.(scene), body },
      admitted && scene[admitted].token,
    )
    expect([name, response.status]).toEqual([name, 400])
    expect(await response.json()).toMatchObject({ error: true, message: expect.any(String) })
  })
})

describe('a body of the largest size', () => {
  const SIZE = 2 * 1024 * 1024
  const repeated = (part: string, end = '') => part.repeat(Math.floor(SIZE / part.length)) + end
  test.each([
    ['brackets', repeated('[')],
    ['lists in lists', `${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}`],
    ['lists in a list', `[${repeated('[],')}[]]`],
    ['objects in a list', `[${repeated('{},')}{}]`],
    ['keys', `{${Array.from({ length: 190_000 }, (_, key) => `"${key.toString(36)}":1`).join(',')}}`],
    ['quotes', repeated('"')],
    ['escaped quotes', `"${repeated('\\"')}"`],
    ['blanks', repeated(' ')],
  ])('of %s is read or refused at once (X1, G8)', (_what, text) => {
    const bytes = Buffer.from(text)
    const cpuMs = cpuMsOf(() => {
      try {
        parseBody(bytes)
      } catch {}
    })
    expect(cpuMs).toBeLessThanOrEqual(MAX_CPU_MS)
  })
})

test('nobody waits long for such bodies (X1)', async () => {
  const loop = watchLoop()
  for (const [, endpoint, path] of cases) {
    const { sent } = ACCESS[nameOf(endpoint)] ?? {}
    for (const text of IS_LONG ? Object.values(COSTLY) : [COSTLY['combining marks'] ?? '']) {
      for (const { token } of [scene.dev, scene.rec]) {
        await send(server.url, nameOf(endpoint), { ...sent?.(scene), body: withLeaf({}, path, text) }, token)
      }
    }
  }
  const longestMs = loop.stop()
  if (IS_LONG) console.log(`longest pause ${longestMs.toFixed(0)} ms`)
  expect(longestMs).toBeLessThanOrEqual(MAX_PAUSE_MS)
}, 120_000)

/** The least of three, as a compiler or a collector may be at work in one. */
function cpuMsOf(act: () => unknown): number {
  const once = () => {
    const start = process.threadCpuUsage()
    act()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
  return Math.min(once(), once(), once())
}

/** The paths of all inputs of a shape that are no objects or lists themselves. */
function leavesOf(shape: z.ZodType): Path[] {
  if (shape instanceof z.ZodObject) {
    return Object.entries(shape.shape).flatMap(([key, field]) =>
      leavesOf(field as z.ZodType).map((path) => [key, ...path]),
    )
  }
  if (shape instanceof z.ZodArray) return leavesOf(shape.element as z.ZodType).map((path) => ['0', ...path])
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault || shape instanceof z.ZodNullable) {
    return leavesOf(shape.unwrap() as z.ZodType)
  }
  // A preprocessed shape reads what its inner one reads; a transformed one what comes before.
  if (shape instanceof z.ZodPipe) {
    return leavesOf((shape.in instanceof z.ZodTransform ? shape.out : shape.in) as z.ZodType)
  }
  if (shape instanceof z.ZodUnion) {
    const paths = shape.options.flatMap((option) => leavesOf(option as z.ZodType))
    return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
  }
  return [[]]
}

/** A copy in which this text stands at the path. */
function withLeaf(body: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  if (key === '0') return [withLeaf(undefined, rest, text)]
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return { ...fields, [key]: withLeaf(fields[key], rest, text) }
}
