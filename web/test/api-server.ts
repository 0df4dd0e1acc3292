import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { browserApi } from '../lib/api.ts'

type Call = {
  name: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  text: string
  body: unknown
}
type TestResponse = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }
type ResponseRule = TestResponse | ((call: Call) => TestResponse | Promise<TestResponse>)

/**
 * A fake API over real HTTP: `on` sets the response of a call, `calls` records the requests. Each test has
 * a separate address: late requests of the previous one are neither counted nor served.
 */
export function apiServer() {
  const rules = new Map<string, ResponseRule>()
  const calls: Call[] = []
  let current = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server')
    const test = Number(pathname.split('/')[1])
    const text = Buffer.concat(chunks).toString()
    const call: Call = {
      name: `${request.method} ${pathname.replace(`/${test}/api`, '')}`,
      query: searchParams,
      headers: request.headers,
      text,
      body: request.headers['content-type']?.includes('json') ? JSON.parse(text) : undefined,
    }
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end()
      return
    }
    if (test !== current) return
    calls.push(call)
    const rule = rules.get(call.name) ?? { status: 404, body: NOT_FOUND }
    const given = typeof rule === 'function' ? await rule(call) : rule
    if (test !== current) return
    const { status = 200, body, text: raw, headers } = given
    response.writeHead(status, {
      ...cors,
      'access-control-expose-headers': '*',
      ...(raw === undefined && { 'content-type': 'application/json' }),
      ...headers,
    })
    response.end(raw ?? (body === undefined ? '' : JSON.stringify(body)))
  })

  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  })
  beforeEach(() => {
    rules.clear()
    calls.length = 0
    current += 1
    Object.assign(browserApi, { base: api.base(), fetch: fetchDuring(current) })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const fetchDuring =
    (test: number): typeof fetch =>
    (...given) =>
      new Promise((resolve, reject) => {
        fetch(...given).then(
          (response) => test === current && resolve(response),
          (error: unknown) => test === current && reject(error),
        )
      })

  const api = {
    base: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${current}/api`,
    on: (name: string, rule: ResponseRule) => rules.set(name, rule),
    /** For `render`, whose requests have no host. */
    fetch: ((path: string, init) =>
      browserApi.fetch(path.replace(/^\/api/, api.base()), init)) as typeof fetch,
    calls,
    callsOf: (name: string) => calls.filter((call) => call.name === name),
    /** From now on the server is unreachable. */
    goOffline: () => Object.assign(browserApi, { base: 'http://127.0.0.1:1/api' }),
    goOnline: () => Object.assign(browserApi, { base: api.base() }),
  }
  return api
}

const NOT_FOUND = { error: true, message: 'Not found', code: 'NOT_FOUND' }
