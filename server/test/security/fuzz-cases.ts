import fc from 'fast-check'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ACCESS } from './access-table.ts'
import { hostileText, inputOf } from './arbitraries.ts'
import { isWrite, nameOf } from './contract-calls.ts'
import { CALLERS, type Scene } from './scene.ts'

export type FuzzCase = {
  caller: (typeof CALLERS)[number] | 'visitor'
  /** Undefined is the valid target. */
  params: Record<string, string | undefined>
  query: [string, string][]
  body: string | undefined
  contentType: string
}

/** Requests mostly of the contract's form, and sometimes not. */
export function caseOf(endpoint: Endpoint): fc.Arbitrary<FuzzCase> {
  const keys = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key = '']) => key)
  const { expected } = rowOf(nameOf(endpoint))
  const admitted = CALLERS.filter((_, index) => (expected[index + 1] ?? 400) < 400)
  return fc.record({
    // Mostly an authorised caller.
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
          fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: hostileText }),
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

/** One field with the text that is slowest to normalize (X1). */
function withCostlyText(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return COSTLY_TEXT
  const key = Object.keys(body).find((name) => typeof (body as Record<string, unknown>)[name] === 'string')
  return key === undefined ? body : { ...body, [key]: COSTLY_TEXT }
}

/** Fills in the targets of this scene, and sends the request. */
export function sendFuzzed(
  url: string,
  endpoint: Endpoint,
  { params, query, body, contentType }: FuzzCase,
  { scene, token }: { scene: Scene; token: string | undefined },
): Promise<Response> {
  const targets = rowOf(nameOf(endpoint)).sent(scene).params
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) =>
    segment(params[key] ?? targets?.[key] ?? ''),
  )
  const search = query.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')
  return fetch(`${url}/api${path}${search && `?${search}`}`, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && contentType && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body }),
  })
}

function rowOf(name: string) {
  const row = ACCESS[name]
  if (!row) throw new Error(`${name} has no row in the access table`)
  return row
}

/** Neither empty nor dots, which would change the path. */
export const segment = (text: string) => (/^\.{0,2}$/.test(text) ? '-' : encoded(text))

/** Without lone surrogates, which a URL cannot contain. */
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
