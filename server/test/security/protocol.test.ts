import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { LIMIT_RULES } from '../../lib/limits.ts'
import { buildDeveloper } from '../builders.ts'
import { startServer } from '../server.ts'
import { digestOf } from './digest.ts'

const ALLOWED = 'https://front.example'
const settings = { CORS_ORIGINS: ALLOWED, PUBLIC_URL: 'https://puente.example' }
const server = await startServer(settings, { alone: true })
const { port } = new URL(server.url)
const person = await buildDeveloper(server)

/** Sends these bytes, and returns the output until the server closes or pauses. */
function raw(bytes: string | Buffer): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    let text = ''
    const end = () => {
      socket.destroy()
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body })
    }
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      const body = text.split('\r\n\r\n')[1]
      if (length !== undefined && body !== undefined && Buffer.byteLength(body) >= Number(length)) end()
    })
    socket.once('close', end).once('error', reject).setTimeout(3000, end)
  })
}
const get = (path: string, headers = '') =>
  raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`)

/** G11, for a site with TLS and an allowed foreign origin. */
const ON_EVERY_RESPONSE = [
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'cross-origin-opener-policy: same-origin',
  'cross-origin-resource-policy: same-origin',
  'permissions-policy: accelerometer=(), camera=()',
  'strict-transport-security: max-age=31536000',
  "content-security-policy: default-src 'self';script-src 'self';",
]
const expectHeaders = (head: string) => {
  for (const line of ON_EVERY_RESPONSE) expect(head).toContain(line)
  expect(head).not.toMatch(/\r\nserver:|x-powered-by/)
}

describe('responses before any route runs', () => {
  test.each([
    ['an address that cannot be decoded', '/api/offers/%E0%A4%A', 404],
    ['a percent sign alone', '/%', 404],
    ['a name longer than any of ours', `/api/offers/${'x'.repeat(300)}`, 404],
    ['only slashes', '//', 404],
    ['a host that is none', '//[', 404],
    ['another host', '//evil.example/', 404],
    ['an address over 4 kB', `/api/offers?q=${'x'.repeat(5000)}`, 414],
    ['dots', '/api/../../etc/passwd', 404],
    ['dots in a file', '/files/..%2f..%2fpuente.db', 404],
    ['a folder', '/files/', 404],
    ['the database', '/puente.db', 404],
  ])('%s has the common error body, and repeats no input (G1, G8, G11, F4)', async (_what, path, status) => {
    const response = await get(path)
    expect(response.status).toBe(status)
    expect(JSON.parse(response.body)).toMatchObject({
      error: true,
      code: expect.any(String),
      message: expect.any(String),
    })
    expect(response.body).not.toMatch(/xxx|%E0|passwd|evil|FST_/)
    expectHeaders(response.head)
  })

  test.each([
    ['an unknown transport', '?EIO=4&transport=x', 400],
    ['an unknown session', '?EIO=4&transport=polling&sid=x', 400],
    ['a polling handshake', '?EIO=4&transport=polling', 200],
  ])(
    'the socket server sends the same headers as all responses: %s (G11, S1)',
    async (_what, query, status) => {
      const response = await get(`/socket.io/${query}`)
      expect(response.status).toBe(status)
      expectHeaders(response.head)
    },
  )

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a broken chunk',
      'POST /api/contact HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
      400,
    ],
    ['headers over 16 kB', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\nX-B b\r\n\r\n', 400],
  ])('%s is refused and the connection closed (G8, G11)', async (_what, bytes, status) => {
    const response = await raw(bytes)
    expect(response.status).toBe(status)
    expectHeaders(response.head)
    expect(JSON.parse(response.body)).toMatchObject({ error: true, code: 'BAD_REQUEST' })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

test.runIf(process.env.LONG)(
  'a body that never arrives is 408, and the connection ends; others are served meanwhile (G8)',
  async () => {
    const slow = new Promise<string>((resolve, reject) => {
      const head =
        'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{'
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head))
      let text = ''
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      socket.once('close', () => resolve(text)).once('error', reject)
    })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await slow).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"BAD_REQUEST"/)
  },
  30_000,
)

describe('methods', () => {
  test.each(['DELETE', 'PUT', 'PATCH', 'TRACE', 'PROPFIND', 'POST'])(
    '%s of a read-only address is 404 (G2)',
    async (method) => {
      const before = await digestOf(server)
      const response = await raw(
        `${method} /api/devs/${person.id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      expect([404, 400]).toContain(response.status)
      expect(await digestOf(server)).toBe(before)
    },
  )

  test('a method cannot be overridden by a header or the query (G2)', async () => {
    const headers = { authorization: `Bearer ${person.token}`, 'x-http-method-override': 'PUT' }
    const url = `${server.url}/api/settings/delete-account/soft-delete`
    for (const path of [url, `${url}?_method=PUT`]) {
      expect((await fetch(path, { method: 'POST', headers })).status).toBe(404)
    }
  })
})

describe('other origins', () => {
  const ask = (origin: string, method = 'GET') =>
    fetch(`${server.url}/api/offers`, { method, headers: { origin, 'access-control-request-method': 'PUT' } })

  test('only configured ones may read, none with credentials (G13)', async () => {
    const allowed = await ask(ALLOWED)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ALLOWED)
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    for (const origin of [
      'https://evil.example',
      'null',
      `${ALLOWED}.evil.example`,
      'https://xfront.example',
      'http://front.example',
    ]) {
      for (const method of ['GET', 'OPTIONS']) {
        expect((await ask(origin, method)).headers.get('access-control-allow-origin')).toBeNull()
      }
    }
  })

  test('nothing sets a cookie (G13)', async () => {
    for (const path of ['/api/offers', '/api/nowhere', '/healthz', '/files/x']) {
      expect((await fetch(server.url + path)).headers.getSetCookie()).toEqual([])
    }
  })
})

test('reads change nothing, and personal responses are not cacheable (G11, G13)', async () => {
  const before = await digestOf(server)
  const headers = { authorization: `Bearer ${person.token}` }
  for (const path of [
    '/settings',
    '/users/getUserProfile',
    '/messages/users',
    '/messages/sync',
    '/offers',
    '/devs',
    '/projects',
  ]) {
    const response = await fetch(`${server.url}/api${path}`, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect(await digestOf(server)).toBe(before)
})

test('every HTTP method counts against the limit, and is refused with the common body (X4)', async () => {
  const limited = await startServer(
    { ...settings, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
    { alone: true },
  )
  const address = '198.51.100.9'
  for (let n = 0; n < LIMIT_RULES.calls.points; n += 1) await limited.limits.take(LIMIT_RULES.calls, address)
  const preflight = { origin: ALLOWED, 'access-control-request-method': 'GET' }
  for (const [method, headers] of [
    ['GET', {}],
    ['OPTIONS', {}],
    ['OPTIONS', preflight],
    ['DELETE', {}],
  ] as const) {
    const refused = await fetch(`${limited.url}/api/offers`, {
      method,
      headers: { ...headers, 'x-forwarded-for': address },
    })
    expect([method, refused.status]).toEqual([method, 429])
    expect(await refused.json()).toEqual({ error: true, message: expect.any(String), code: 'RATE_LIMITED' })
  }
})
