import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getConfig } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
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

/** Names a request between `fetch` and the server. */
const REQUEST_ID = 'x-request-id'
/** More turns of the event loop than a response needs to be shown, with the requests that follow from it. */
const QUIET_TURNS = 20

/**
 * A fake API over real HTTP: `on` sets the response of a call, `calls` records the requests. Each test has
 * a separate address: late requests of the previous one are neither counted nor served.
 */
export function apiServer() {
  const rules = new Map<string, ResponseRule>()
  const calls: Call[] = []
  /** Requests without a response: on the way, or held by a rule that returned a promise. */
  const open = new Map<string, 'on the way' | 'held'>()
  const setOpen = (id: string, state: 'on the way' | 'held') => open.has(id) && open.set(id, state)
  let sent = 0
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
    const id = String(request.headers[REQUEST_ID])
    let given = typeof rule === 'function' ? rule(call) : rule
    if (given instanceof Promise) {
      setOpen(id, 'held')
      given = await given
      setOpen(id, 'on the way')
    }
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
    open.clear()
    current += 1
    Object.assign(browserApi, { base: api.base(), fetch: fetchDuring(current) })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const fetchDuring =
    (test: number): typeof fetch =>
    (input, init) =>
      new Promise((resolve, reject) => {
        sent += 1
        const id = String(sent)
        const headers = new Headers(init?.headers)
        headers.set(REQUEST_ID, id)
        open.set(id, 'on the way')
        fetch(input, { ...init, headers })
          .finally(() => open.delete(id))
          .then(
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
    /**
     * Until no request is on the way and no code is loading: before the expectation that something is not requested
     * or not shown. Requests held by their rule, and uploads (XMLHttpRequest), are not awaited.
     */
    settled: () =>
      getConfig().asyncWrapper(async () => {
        for (let quietTurns = 0; quietTurns < QUIET_TURNS; quietTurns += 1) {
          await vi.dynamicImportSettled()
          await nextTurn()
          if ([...open.values()].includes('on the way')) quietTurns = 0
        }
      }),
    /** From now on the server is unreachable. */
    goOffline: () => Object.assign(browserApi, { base: 'http://127.0.0.1:1/api' }),
    goOnline: () => Object.assign(browserApi, { base: api.base() }),
  }
  return api
}

const NOT_FOUND = { error: true, message: 'Not found', code: 'NOT_FOUND' }
