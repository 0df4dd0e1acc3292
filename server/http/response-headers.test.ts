import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SECURITY_TXT_PATH } from '#contract/seo.ts'
import { uploadImage, uploadPdf } from '#contract/uploads.ts'
import {
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
  type Person,
} from '../test/builders.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { upload } from '../test/uploads.ts'

const server = await startServer(
  { PUBLIC_CACHE: 'on', CORS_ORIGINS: 'https://front.example', SUPPORT_EMAIL: 'help@puente.example' },
  { alone: true },
)
const dev = await buildDeveloper(server)
const post = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const bearer = { authorization: `Bearer ${dev.token}` }

describe('Cache-Control', () => {
  test('is no-store on everything that is not a public cached response (G11)', async () => {
    const responses = [
      await post('/api/users/login', { email: dev.email, password: PASSWORD }),
      await post('/api/users/forgot-password', { email: dev.email }),
      await get(`/api/devs/${dev.id}`),
      await get('/api/settings', bearer),
      await get('/api/offers', bearer),
      await get('/healthz'),
      await get('/metrics'),
    ]
    for (const { url, status, headers } of responses) {
      expect([url, status, headers.get('cache-control')]).toEqual([url, 200, 'no-store'])
    }
  })

  test('lets caches store public responses', async () => {
    for (const path of ['/api/offers', '/api/openapi.json', '/api/docs', '/sitemap.xml', '/robots.txt']) {
      const { status, headers } = await get(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('cache-control')).toMatch(/^(public|no-cache)/)
    }
  })
})

describe('Cross-Origin-Resource-Policy', () => {
  const policyOf = async (url: string) =>
    (await fetch(url, { headers: bearer })).headers.get('cross-origin-resource-policy')
  const storePicture = async (at: TestServer, as: Person) => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    const bytes = new Uint8Array(await picture.png().toBuffer())
    return (await upload(at, uploadImage, bytes, { as })).body.secure_urls[0] ?? ''
  }

  test('lets other origins embed only pictures, where some may read the API (G11)', async () => {
    expect(await policyOf(await storePicture(server, dev))).toBe('cross-origin')
    const { body } = await upload(server, uploadPdf, Buffer.from('%PDF-1.7'), { as: dev })
    const paths = ['/api/offers', '/api/settings', '/files/nothing.webp']
    for (const url of [...body.secure_urls, ...paths.map((path) => server.url + path)])
      expect([url, await policyOf(url)]).toEqual([url, 'same-origin'])
  })

  test('lets other origins embed nothing where none may read the API (G11)', async () => {
    const own = await startServer()
    expect(await policyOf(await storePicture(own, await buildDeveloper(own)))).toBe('same-origin')
  })
})

test('cached responses, errors and early refusals have the headers of every response (G12)', async () => {
  const limited = await startServer({ RATE_LIMITS: 'on', PUBLIC_CACHE: 'on', TRUST_PROXY: '127.0.0.1' })
  const responses: Response[] = []
  const visitor = { headers: { 'x-forwarded-for': '203.0.113.1' } }
  const read = async (path: string) => responses.push(await fetch(limited.url + path, visitor))
  for (const path of [
    '/api/offers',
    '/api/offers',
    '/api/nowhere',
    '/api/settings',
    `/api/offers?q=${'a'.repeat(9000)}`,
  ])
    await read(path)
  // The limit of an address, checked before the cache.
  while (responses.at(-1)?.status !== 429) {
    await read('/api/offers/search?q=a')
    expect(responses.length).toBeLessThan(200)
  }
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 404, 401, 414, 429]))
  for (const { status, headers } of responses) {
    expect([status, headers.get('x-content-type-options')]).toEqual([status, 'nosniff'])
    expect([status, headers.get('content-security-policy')]).toEqual([
      status,
      expect.stringContaining("default-src 'self'"),
    ])
  }
})

test('a page may use no camera, microphone, position or payment', async () => {
  const policy = (await get('/api/offers')).headers.get('permissions-policy')
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment']) {
    expect(policy).toContain(`${feature}=()`)
  }
})

describe('security.txt (RFC 9116)', () => {
  test('names a contact, and expires within a year', async () => {
    const response = await get(SECURITY_TXT_PATH)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('Contact: mailto:help@puente.example\n')
    expect(text).toContain(`Canonical: ${server.url}/.well-known/security.txt\n`)
    const daysLeft = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(90)
    expect(daysLeft).toBeLessThan(366)
  })

  test('has the contact of the settings', async () => {
    const contact = 'https://puente.example/security'
    const other = await startServer({ SECURITY_CONTACT: contact }, { alone: true })
    expect(await (await fetch(other.url + SECURITY_TXT_PATH)).text()).toContain(`Contact: ${contact}\n`)
  })
})

test('likes and views that change nothing do not invalidate caches', async () => {
  const limited = await startServer({ RATE_LIMITS: 'on' }, { alone: true })
  // Its connection to Redis counts as a change.
  await until(() => limited.bus.reach() !== 'disconnected')
  const [owner, fan] = [await buildDeveloper(limited), await buildRecruiter(limited)]
  const project = await buildProject(limited, owner)
  const send = async (path: string, method: string, body?: object) => {
    const before = limited.changes.count()
    const response = await fetch(`${limited.url}/api/projects/${project}/${path}`, {
      method,
      headers: { authorization: `Bearer ${fan.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    return limited.changes.count() - before
  }
  expect(await send('like', 'POST', { liked: true })).toBe(1)
  expect(await send('like', 'POST', { liked: true })).toBe(0)
  expect(await send('like', 'POST', { liked: false })).toBe(1)
  expect(await send('like', 'POST', { liked: false })).toBe(0)
  for (let view = 0; view < 10; view += 1) expect(await send('view', 'PUT')).toBe(1)
  expect(await send('view', 'PUT')).toBe(0)
})

test('a new password and the edit of a draft leave the caches as they are (X1)', async () => {
  const recruiter = await buildRecruiter(server)
  const [draft, open] = [
    await buildOffer(server, recruiter, { state: 'draft' }),
    await buildOffer(server, recruiter),
  ]
  const change = async (path: string, body: object, { token }: { token: string }) => {
    const before = server.changes.count()
    const { status } = await fetch(`${server.url}/api/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(status).toBe(200)
    return server.changes.count() - before
  }
  expect(await change(`offers/${draft}`, { position: 'Purser' }, recruiter)).toBe(0)
  expect(await change(`offers/${open}`, { position: 'Purser' }, recruiter)).toBe(1)
  const passwords = { oldPassword: PASSWORD, newPassword: 'Other-22' }
  expect(await change('settings/change-password', passwords, recruiter)).toBe(0)
})
