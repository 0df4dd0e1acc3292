import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { parseBody } from '../../http/parse-json.ts'
import { cpuMsOf, leastPauseMs, MAX_PAUSE_MS } from '../loop-pauses.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { ACCESS } from './access-table.ts'
import { contractCalls, isWrite, nameOf } from './contract-calls.ts'
import { buildScene, CALLERS, JWT_SECRET } from './scene.ts'
import { send } from './send.ts'

const IS_LONG = process.env.LONG !== undefined

/** Each near the 256 kB of a body; the first occupied a server for 27 s. */
const COSTLY: Record<string, string> = {
  'combining marks': `a${'\u0f73\u0f75'.repeat(42_500)}`,
  // Short enough for the length check of a long field.
  'marks of a long field': `a${'\u0f73\u0f75'.repeat(9900)}`,
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
const scene = await buildScene(server, host)
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

// With `senderId` beside it, `scope` would be an unknown key.
const validBody = (name: string, endpoint: Endpoint) =>
  name === 'POST /messages/read scope' ? {} : ACCESS[nameOf(endpoint)]?.sent(scene).body

const statusOf = (name: string, index: number) => ACCESS[name]?.expected[index + 1] ?? 400

/** A caller for whom it succeeds; if the scene has none, one that passes the access check. */
function admittedTo(name: string) {
  const caller =
    CALLERS.find((_, index) => statusOf(name, index) < 300) ??
    CALLERS.find((_, index) => ![401, 403].includes(statusOf(name, index)))
  return caller && { status: statusOf(name, CALLERS.indexOf(caller)), token: scene[caller].token }
}

describe.each(cases)('%s', (name, endpoint, path) => {
  const { sent } = ACCESS[nameOf(endpoint)] ?? {}
  const bodyWith = (text: string) => withLeaf(validBody(name, endpoint), path, text)

  test('parses any text at low cost (X1)', () => {
    for (const [what, text] of Object.entries(COSTLY)) {
      const body = bodyWith(text)
      expect([what, cpuMsOf(() => endpoint.body.safeParse(body)) <= MAX_PAUSE_MS]).toEqual([what, true])
    }
  })

  test('refuses a body of combining marks (X1)', async () => {
    const admitted = admittedTo(nameOf(endpoint))
    const body = bodyWith(COSTLY['combining marks'] ?? '')
    const response = await send(server.url, nameOf(endpoint), { ...sent?.(scene), body }, admitted?.token)
    // A missing thing may be detected before the body is parsed.
    const refusals = admitted ? [400, admitted.status] : [400]
    expect([name, refusals.includes(response.status), response.status >= 400]).toEqual([name, true, true])
    expect(await response.json()).toMatchObject({ error: true, message: expect.any(String) })
  })
})

/** Headers are 16 kB at most. */
const MAX_QUERY = 12_000
const searches = (await contractCalls()).flatMap((endpoint) =>
  leavesOf(endpoint.query).map(([key = '']) => [`${nameOf(endpoint)} ?${key}`, endpoint, key] as const),
)

describe.each(searches.filter(([, , key]) => key !== ''))('%s', (name, endpoint, key) => {
  test('parses any text at low cost (X1)', () => {
    for (const [what, text] of Object.entries(COSTLY)) {
      for (const query of [{ [key]: text }, { [key]: [text, text] }])
        expect([what, cpuMsOf(() => endpoint.query.safeParse(query)) <= MAX_PAUSE_MS]).toEqual([what, true])
    }
  })

  test('does not block others, whatever the address contains (X1)', async () => {
    const { sent } = ACCESS[nameOf(endpoint)] ?? {}
    const token = admittedTo(nameOf(endpoint))?.token
    for (const what of ['combining marks', 'unknown words', ...(IS_LONG ? Object.keys(COSTLY) : [])]) {
      const { params, query, body } = sent?.(scene) ?? {}
      const text = cutToBytes(COSTLY[what] ?? '')
      const ask = async () => {
        const given = { params, body, query: { ...query, [key]: text } }
        const response = await send(server.url, nameOf(endpoint), given, token)
        await response.arrayBuffer()
        expect([name, what, response.status < 500]).toEqual([name, what, true])
      }
      expect([name, what, (await leastPauseMs(ask)) <= MAX_PAUSE_MS]).toEqual([name, what, true])
    }
  })
})

/** The limit of an address, percent-encoded. */
function cutToBytes(text: string): string {
  const wellFormed = text.toWellFormed()
  for (let length = MAX_QUERY; ; length -= Math.ceil(length / 4)) {
    const part = wellFormed.slice(0, length).toWellFormed()
    if (encodeURIComponent(part).length <= MAX_QUERY) return part
  }
}

const uploads = (await contractCalls()).filter((call) => call.sends === 'multipart')

describe.each(uploads.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  const forms: Record<string, (text: string) => FormData> = {
    'a text beside the file': (text) => form((given) => given.append('name', text)),
    'a text in place of the file': (text) => form((given) => given.append('file', text)),
    'the name of a field': (text) => form((given) => given.append(text, 'a')),
    'the name of the file': (text) => form((given) => given.append('file', new Blob(['%PDF-1.7']), text)),
    'the type of the file': (text) => {
      const type = text.replaceAll(/[^ -~]/g, 'a')
      return form((given) => given.append('file', new Blob(['%PDF-1.7'], { type }), 'a.pdf'))
    },
    'the file': (text) => form((given) => given.append('file', new Blob([text]), 'a.pdf')),
  }

  test.each(Object.entries(forms))(
    '%s is processed at low cost, whatever its value (X1)',
    async (where, build) => {
      const headers = { authorization: `Bearer ${scene.dev.token}` }
      for (const [what, text] of Object.entries(COSTLY)) {
        const ask = async () => {
          const { method, path } = endpoint
          const body = await new Response(build(text.toWellFormed())).blob()
          const response = await fetch(`${server.url}/api${path}`, { method, headers, body })
          await response.arrayBuffer()
          expect([name, where, what, response.status < 500]).toEqual([name, where, what, true])
        }
        expect([name, where, what, (await leastPauseMs(ask)) <= MAX_PAUSE_MS]).toEqual([
          name,
          where,
          what,
          true,
        ])
      }
    },
  )
})

function form(fill: (given: FormData) => void): FormData {
  const given = new FormData()
  fill(given)
  return given
}

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
    expect(cpuMs).toBeLessThanOrEqual(MAX_PAUSE_MS)
  })
})

test('lists have 100 entries at most, and those of ids 500 (G8)', () => {
  const read = (body: object) => parseBody(Buffer.from(JSON.stringify(body)))
  const texts = (count: number) => Array.from({ length: count }, String)
  expect(read({ names: texts(100), ids: texts(500) })).toBeDefined()
  for (const body of [{ names: texts(101) }, { ids: texts(501) }, { ids: texts(101).map((id) => [id]) }])
    expect(() => read(body)).toThrow()
})

/** Truncated to the limit of the field, so that the handler stores, indexes and shows it. */
const TAKEN = ['runs of 30 marks', 'expanding letters']
const takenAt = (index: number) => (IS_LONG ? Object.keys(COSTLY) : [TAKEN[index % 2] ?? ''])
const LENGTHS = [5000, 2000, 1000, 500, 250, 150, 120, 100, 60, 40, 30, 20]

/** Calls that end sessions come last. */
const lastly = cases.toSorted(
  ([one], [other]) => Number(one.includes('password')) - Number(other.includes('password')),
)

test('the longest accepted texts do not block others for long (X1)', async () => {
  let taken = 0
  let longestMs = 0
  for (const [index, [name, endpoint, path]] of lastly.entries()) {
    const { sent } = ACCESS[nameOf(endpoint)] ?? {}
    const { token } = admittedTo(nameOf(endpoint)) ?? {}
    const valid = validBody(name, endpoint)
    for (const what of takenAt(index)) {
      const bodies = LENGTHS.map((length) => withLeaf(valid, path, COSTLY[what]?.slice(0, length) ?? ''))
      const body = bodies.find((given) => endpoint.body.safeParse(given).success)
      if (body === undefined) continue
      const leastMs = await leastPauseMs(async () => {
        const response = await send(server.url, nameOf(endpoint), { ...sent?.(scene), body }, token)
        await response.arrayBuffer()
        if (response.status < 300) taken += 1
      })
      longestMs = Math.max(longestMs, leastMs)
      expect([name, what, leastMs <= MAX_PAUSE_MS]).toEqual([name, what, true])
    }
  }
  if (IS_LONG) console.log(`${taken} texts taken, longest pause ${longestMs.toFixed(0)} ms`)
  expect(taken).toBeGreaterThan(30)
}, 120_000)

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

/** A copy with this text at the path. */
function withLeaf(body: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  if (key === '0') return [withLeaf(undefined, rest, text)]
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return { ...fields, [key]: withLeaf(fields[key], rest, text) }
}
