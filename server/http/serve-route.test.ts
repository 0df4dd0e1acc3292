import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { applyToOffer } from '#contract/apply.ts'
import { createOffer, getOffer, listOffers } from '#contract/offers.ts'
import { checkResetLink, login, logout } from '#contract/users.ts'
import { createApp } from '../app.ts'
import { networkOf } from '../lib/limits.ts'
import { createMeters } from '../operations/meters.ts'
import { buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { replaceResetToken } from '../users/reset.queries.ts'

const server = await startServer()

describe('every call', () => {
  test('responds under /api with and without a trailing slash, and nowhere else', {
    tags: 'API-01',
  }, async () => {
    for (const path of ['/api/offers', '/api/offers/']) {
      expect((await fetch(server.url + path)).status).toBe(200)
    }
    const elsewhere = await fetch(`${server.url}/offers`)
    expect(elsewhere.status).toBe(404)
    expect(await elsewhere.json()).toEqual({ error: true, message: 'Not found', code: 'NOT_FOUND' })
  })

  test('has the headers of G11 and G12, and does not name the server', async () => {
    const { headers } = await fetch(`${server.url}/api/offers`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  })
})

describe('the body of a call', () => {
  const send = async (body: string | Buffer<ArrayBuffer>, contentType: string) => {
    const recruiter = await buildRecruiter(server)
    const response = await fetch(`${server.url}/api/offers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${recruiter.token}`, 'content-type': contentType },
      body,
    })
    return { status: response.status, body: await response.json() }
  }

  test.each([
    ['malformed JSON', '{"position":', 'application/json', 400, 'BAD_REQUEST'],
    ['a prototype key (G8)', '{"position":"x","__proto__":{"a":1}}', 'application/json', 400, 'BAD_REQUEST'],
    [
      'a constructor key (G8)',
      '{"constructor":{"prototype":{"a":1}}}',
      'application/json',
      400,
      'BAD_REQUEST',
    ],
    [
      'endless nesting (G8)',
      `{"position":${'['.repeat(30)}${']'.repeat(30)}}`,
      'application/json',
      400,
      'BAD_REQUEST',
    ],
    [
      'a long list (G8)',
      `{"skills":${JSON.stringify(Array(101).fill('a'))}}`,
      'application/json',
      400,
      'BAD_REQUEST',
    ],
    [
      'what is not UTF-8 (RFC 8259)',
      Buffer.from('{"position":"Caf\xe9"}', 'latin1'),
      'application/json',
      400,
      'BAD_REQUEST',
    ],
    ['a list instead of an object', '[]', 'application/json', 400, 'VALIDATION'],
    ['nothing', '', 'application/json', 400, 'VALIDATION'],
    ['a form (G5)', 'position=x', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text (G5)', '{"position":"x"}', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'more than 256 kB',
      JSON.stringify({ position: 'x'.repeat(300_000) }),
      'application/json',
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ])('%s is refused', async (_name, body, contentType, status, code) => {
    const response = await send(body, contentType)
    expect(response).toMatchObject({ status, body: { error: true, code } })
    expect(response.body.message).toBeTruthy()
  })

  test('a password that is not UTF-8 is refused, as different bytes would become one password', async () => {
    const person = await buildDeveloper(server)
    const [mail, secret] = [`"email":"${person.email}"`, '"Secret-1\xff"']
    const names = '"name":"Ana","surname":"Ruiz","email":"ana@example.com"'
    const token = await server.db.transaction().execute((tx) => replaceResetToken(tx, person.id))
    const bodies: [string, string][] = [
      ['POST /users/login', `{${mail},"password":${secret}}`],
      ['POST /users/register', `{${names},"password":${secret},"confirm-password":${secret}}`],
      ['PUT /settings/change-password', `{"oldPassword":"Secret-1","newPassword":${secret}}`],
      ['PUT /settings/change-password', `{"oldPassword":${secret},"newPassword":"Other-22"}`],
      [`PUT /users/reset-password/${token}`, `{"password":${secret}}`],
    ]
    for (const [name, body] of bodies) {
      const [method = '', path] = name.split(' ')
      const response = await fetch(`${server.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: Buffer.from(body, 'latin1'),
      })
      expect([name, response.status, (await response.json()).code]).toEqual([name, 400, 'BAD_REQUEST'])
    }
    const { email, password } = person
    expect((await server.call(login, { body: { email, password } })).status).toBe(200)
    expect((await server.call(checkResetLink, { params: { token } })).body).toMatchObject({ valid: true })
  })

  test('numbers and lists are not converted to texts (G5)', async () => {
    const recruiter = await buildRecruiter(server)
    for (const position of [5, ['5'], { a: 1 }, true]) {
      expect((await server.refusal(createOffer, { as: recruiter, body: { position } })).status).toBe(400)
    }
  })
})

describe('the token of a call', () => {
  test('an invalid token is treated as a visitor where no token is needed, else 401 (decision 26)', async () => {
    const id = await buildOffer(server, await buildRecruiter(server))
    expect((await server.call(getOffer, { as: 'a.b.c', params: { id } })).status).toBe(200)
    expect((await server.refusal(createOffer, { as: 'a.b.c', body: {} })).status).toBe(401)
  })
})

describe('Idempotency-Key', () => {
  test('replays the first response instead of acting twice, for the same person only (G19)', async () => {
    const recruiter = await buildRecruiter(server)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { position: `Once ${recruiter.id}` }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => server.call(createOffer, { as: recruiter, body, headers })),
    )
    const made = responses.filter((response) => response.status === 201).map((response) => response.body._id)
    expect(new Set(made).size).toBe(1)
    const again = await server.call(createOffer, { as: recruiter, body, headers })
    expect([again.status, again.body._id]).toEqual([201, made[0]])
    const other = await server.call(createOffer, { as: await buildRecruiter(server), body, headers })
    expect(other.body._id).not.toBe(made[0])
    const all = await server.call(listOffers)
    expect(all.body.items.filter((offer) => offer.position === body.position)).toHaveLength(2)
  })

  test('a refused call can be retried, and an invalid key is refused (G19)', async () => {
    const recruiter = await buildRecruiter(server)
    const headers = { 'idempotency-key': randomUUID() }
    expect((await server.refusal(createOffer, { as: recruiter, body: {}, headers })).status).toBe(400)
    expect(
      (await server.call(createOffer, { as: recruiter, body: { position: 'Now' }, headers })).status,
    ).toBe(201)
    const strange = await server.refusal(createOffer, {
      as: recruiter,
      body: { position: 'X' },
      headers: { 'idempotency-key': 'again' },
    })
    expect(strange.status).toBe(400)
  })
})

describe('a call whose transaction conflicts with another one', async () => {
  const alone = await startServer({}, { alone: true })
  const recruiter = await buildRecruiter(alone)
  const begin = vi.spyOn(alone.db, 'transaction')
  const losing = (times: number) => {
    for (let time = 0; time < times; time += 1) {
      begin.mockImplementationOnce(() => {
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      })
    }
  }

  test('is retried and done once', async () => {
    losing(3)
    const response = await alone.call(createOffer, { as: recruiter, body: { position: 'In the end' } })
    expect(response.status).toBe(201)
    expect((await alone.call(listOffers)).body.total).toBe(1)
  })

  test('fails after four attempts, and leaves nothing', async () => {
    losing(4)
    const refused = await alone.refusal(createOffer, { as: recruiter, body: { position: 'Never' } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await alone.call(listOffers)).body.total).toBe(1)
  })
})

describe('a call without an access rule', () => {
  test('prevents the start (G2)', async () => {
    const app = await createApp({ ...server, meters: createMeters() }, undefined)
    expect(() => app.get('/api/rogue', () => 'secret')).toThrow('GET /api/rogue has no access rule')
    await app.close()
  })
})

test('a body that arrives slowly is refused when its session ends meanwhile (A6)', async () => {
  const dev = await buildDeveloper(server)
  const body = JSON.stringify({ language: 'es' })
  const sent = httpRequest(`${server.url}/api/settings/language`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${dev.token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const response = once(sent, 'response')
  await new Promise<void>((resolve) => sent.write(body.slice(0, 5), () => resolve()))
  const begun = performance.now()
  // Shorter ones are not checked again.
  await until(() => performance.now() - begun > 700)
  await server.call(logout, { as: dev })
  sent.end(body.slice(5))
  const [{ statusCode }] = (await response) as [IncomingMessage]
  expect(statusCode).toBe(401)
})

describe('limits', () => {
  test('come first, are counted per person, and respond with Retry-After (K2, decision 32)', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' })
    const [first, second] = [await buildDeveloper(limited), await buildDeveloper(limited)]
    const unknown = { params: { id: '00000000-0000-7000-8000-000000000000' }, body: {} }
    for (let n = 0; n < 30; n += 1) {
      expect((await limited.refusal(applyToOffer, { as: first, ...unknown })).status).toBe(404)
    }
    const refused = await limited.refusal(applyToOffer, { as: first, ...unknown })
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      error: true,
      message: 'Too many requests. Please try again later.',
      code: 'RATE_LIMITED',
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await limited.refusal(applyToOffer, { as: second, ...unknown })).status).toBe(404)
  })

  test('IPv6 addresses are counted per /64 (G14)', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0')
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  })
})

describe('operations', () => {
  test('health, readiness, metrics and the API description respond', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'ok' })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('http_request_duration_seconds_bucket')
    const forwarded = await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '8.8.8.8' } })
    expect(forwarded.status).toBe(404)
    const openApi = await (await fetch(`${server.url}/api/openapi.json`)).json()
    expect(openApi.openapi).toBe('3.1.0')
    expect(Object.keys(openApi.paths)).toContain('/offers/{id}/apply')
    const docs = await fetch(`${server.url}/api/docs/`)
    expect(docs.status).toBe(200)
    expect(docs.headers.get('content-security-policy')).toContain("default-src 'self'")
    const missing = await fetch(`${server.url}/api/docs/nothing`)
    expect({ status: missing.status, body: await missing.json() }).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })
})
