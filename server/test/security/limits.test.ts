import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { feedPath } from '#contract/seo.ts'
import { login } from '#contract/users.ts'
import { createApp } from '../../app.ts'
import { createCachedResponse } from '../../cache/cached-response.ts'
import { newId } from '../../lib/ids.ts'
import { LIMIT_RULES, type LimitRule } from '../../lib/limits.ts'
import { createMeters } from '../../operations/meters.ts'
import { createApiFetch, RENDERING, type Reads } from '../../pages/api-fetch.ts'
import { pageRoute } from '../../pages/serve-pages.ts'
import { allRoutes } from '../../routes.ts'
import {
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
  type Person,
} from '../builders.ts'
import { mailsTo } from '../outbox.ts'
import { startServer } from '../server.ts'
import { contractCalls, isWrite, nameOf } from './contract-calls.ts'
import { freshEmail, send } from './send.ts'

const IS_LONG = process.env.LONG !== undefined
const limited = await startServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }, { alone: true })
const person = await buildDeveloper(limited)
const recruiter = await buildRecruiter(limited)
const offer = await buildOffer(limited, recruiter)

/** A call through a trusted proxy from this address. */
const from = (address: string, path: string, init: RequestInit = {}) => outside(address, `/api${path}`, init)
const outside = (address: string, path: string, init: RequestInit = {}) =>
  fetch(limited.url + path, {
    ...init,
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
  }).then(async (response) => {
    await response.arrayBuffer()
    return response
  })
const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
const put = (body: object) => ({ method: 'PUT', body: JSON.stringify(body) })

type Row = [what: string, allowed: number, call: (address: string) => Promise<Response>]
const ROWS: Row[] = [
  ['searches', 120, (address) => from(address, '/offers/search?q=x')],
  ['profiles (P6)', 60, (address) => from(address, `/devs/${person.id}`)],
  ['profiles by another spelling (X4)', 60, (address) => from(address, `/%64evs/${person.id}`)],
  ['lists (X1)', 600, (address) => from(address, '/recruiters')],
  ['skills in use (X1)', 120, (address) => from(address, '/offers/allskills?scope=offers')],
  ['offers with contact data (X4)', 60, (address) => from(address, `/offers/${offer}`)],
  ['recruiters with contact data (X4)', 60, (address) => from(address, `/recruiters/${recruiter.id}`)],
  ['registrations', 30, (address) => from(address, '/users/register', post({}))],
  [
    'asking for reset links',
    20,
    (address) => from(address, '/users/forgot-password', post({ email: freshEmail() })),
  ],
  [
    'using reset links',
    20,
    (address) => from(address, '/users/reset-password/x', put({ password: PASSWORD })),
  ],
  // Of an unknown project: rendering one is slow on a busy machine.
  ['previews', 120, (address) => outside(address, `/previews/developers/${newId()}.jpg`)],
  ['tickets', 10, (address) => from(address, '/contact', post({}))],
  ['reports of visitors', 10, (address) => from(address, '/reports', post({}))],
  ...(IS_LONG ? [['all calls', 3000, (address: string) => from(address, '/nothing')] as Row] : []),
]

describe.each(ROWS)('%s: %d from one address', (_what, allowed, call) => {
  test('the next one is refused with 429 and Retry-After, whatever it contains; other addresses are not (K2, G1, G14)', async () => {
    const index = ROWS.findIndex(([name]) => name === _what)
    const network = `2001:db8:${index}:1`
    for (let n = 0; n < allowed; n += 1) {
      // IPv6 clients are counted per /64.
      expect((await call(`${network}::${n.toString(16)}`)).status).not.toBe(429)
    }
    const refused = await call(`${network}::ffff`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(`2001:db8:${index}:2::1`)).status).not.toBe(429)
    // A forged address in front of the real one has no effect.
    expect((await call(`203.0.113.9, ${network}::1`)).status).toBe(429)
  })
})

test('cached lists count as calls only (X1)', async () => {
  const cached = await startServer(
    { RATE_LIMITS: 'on', PUBLIC_CACHE: 'on', TRUST_PROXY: '127.0.0.1' },
    { alone: true },
  )
  const read = (query: string) =>
    fetch(`${cached.url}/api/recruiters?${query}`, { headers: { 'x-forwarded-for': '203.0.113.7' } }).then(
      ({ status }) => status,
    )
  expect(await read('page=1')).toBe(200)
  for (let n = 1; n < LIMIT_RULES.lists.points; n += 1)
    await cached.limits.take(LIMIT_RULES.lists, '203.0.113.7')
  expect(await read('page=2')).toBe(429)
  expect(await read('page=1')).toBe(200)
})

describe('the reads of a rendering', () => {
  /** Beyond the limits of one address in the renderings of both visitors together, not in those of one. */
  const READ = [
    ...[1, 2, 3, 4, 5].map((page) => `/api/recruiters?page=${page}`),
    '/api/offers/allskills?scope=offers',
    '/api/offers/search?q=x',
  ]
  const PAGES = 70
  const [visitor, other] = ['203.0.113.20', '203.0.113.21']

  /** The statuses of its reads, as the page. */
  async function startPages() {
    const app = await createApp({ ...limited, meters: createMeters() }, undefined)
    onTestFinished(() => app.close())
    const readApi = createApiFetch(
      app,
      allRoutes(limited).map(({ endpoint }) => endpoint),
    )
    const render = async () => {
      const reads: Reads = { topics: new Set(), limits: new Set() }
      const responses = await Promise.all(READ.map((address) => readApi(reads)(address)))
      return createCachedResponse(responses.map(({ status }) => status).join(' '), reads)
    }
    const pageOf = async () => ({ file: 'offers/OffersPage.tsx', isPrivate: false, params: ['page'] })
    const shell = async () => createCachedResponse('Shell', { topics: new Set() })
    app.get('/*', pageRoute(limited, { page: render, pageOf, shell }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    return (address: string, page: number) =>
      fetch(`http://127.0.0.1:${port}/offers?page=${address}-${page}`, {
        headers: { 'x-forwarded-for': address },
      }).then((response) => response.text())
  }

  test('are not refused by the limits of lists, and use up nothing of the visitor’s (X1, X4)', async () => {
    const open = await startPages()
    for (const address of [visitor, other]) {
      for (let page = 1; page <= PAGES; page += 1)
        expect([page, await open(address, page)]).toEqual([page, READ.map(() => 200).join(' ')])
    }
    for (let n = 1; n < LIMIT_RULES.lists.points; n += 1)
      await limited.limits.take(LIMIT_RULES.lists, visitor)
    expect((await from(visitor, '/recruiters')).status).toBe(200)
    expect((await from(visitor, '/recruiters')).status).toBe(429)
    expect(await open(visitor, PAGES + 1)).toBe(READ.map(() => 200).join(' '))
  })

  test('cannot be claimed by a request (G14, X4)', async () => {
    const client = '203.0.113.22'
    for (const address of [client, 'unknown']) {
      for (const rule of [LIMIT_RULES.lists, LIMIT_RULES.search])
        for (let n = 0; n < rule.points; n += 1) await limited.limits.take(rule, address)
    }
    const claims = [
      ...[RENDERING, `${RENDERING}:80`, `[${RENDERING}]`, `${client}, ${RENDERING}`].map((forwarded) => ({
        'x-forwarded-for': forwarded,
      })),
      ...['forwarded', 'x-real-ip', 'x-client-ip', 'via', 'from', 'user-agent', 'referer'].map((name) => ({
        [name]: name === 'forwarded' ? `for=${RENDERING}` : RENDERING,
        'x-forwarded-for': client,
      })),
    ]
    for (const headers of claims) {
      for (const path of ['/recruiters', '/offers/search?q=x']) {
        const { status } = await fetch(`${limited.url}/api${path}`, { headers })
        expect([headers, path, status]).toEqual([headers, path, 429])
      }
    }
  })
})

/** A call that must always be possible. */
const UNLIMITED_WRITES = ['POST /users/logout', 'POST /users/login', 'PUT /users/reset-password/:token']

test('every write has a limit beside that of all calls; one of all writes without their own is shared (K2)', async () => {
  const writes = (await contractCalls()).filter(isWrite)
  const open = writes.filter(({ limits }) => limits.length === 0).map(nameOf)
  expect(open.filter((name) => !UNLIMITED_WRITES.includes(name))).toEqual([])

  const busy = await buildRecruiter(limited)
  for (let n = 1; n < LIMIT_RULES.write.points; n += 1) await limited.limits.take(LIMIT_RULES.write, busy.id)
  const edit = (as: Person) =>
    send(limited.url, 'PUT /settings/language', { body: { language: 'en' } }, as.token)
  expect((await edit(busy)).status).toBe(200)
  expect((await edit(busy)).status).toBe(429)
  for (const name of ['POST /offers', 'PUT /recruiters/profile', 'POST /messages/read']) {
    expect([name, (await send(limited.url, name, {}, busy.token)).status]).toEqual([name, 429])
  }
  expect((await edit(recruiter)).status).toBe(200)
  expect((await send(limited.url, 'GET /settings', {}, busy.token)).status).toBe(200)
  expect((await send(limited.url, 'POST /users/logout', {}, busy.token)).status).toBe(204)
})

test('a signed-in reader has the same limit of contact data, by any call and any address (X4)', async () => {
  const reader = await buildDeveloper(limited)
  const paths = [
    `/devs/${person.id}`,
    `/%64evs/${person.id}`,
    `/offers/${offer}`,
    `/recruiters/${recruiter.id}`,
  ]
  const read = (n: number) =>
    fetch(`${limited.url}/api${paths[n % paths.length]}`, {
      headers: { authorization: `Bearer ${reader.token}`, 'x-forwarded-for': `203.0.113.${n}` },
    }).then(({ status }) => status)
  for (let n = 0; n < 60; n += 1) expect(await read(n)).toBe(200)
  for (let n = 60; n < 64; n += 1) expect(await read(n)).toBe(429)
  expect((await from('203.0.113.1', `/devs/${person.id}`)).status).toBe(200)
})

/** For the caller only, for applicants to an own offer, or for moderators. */
const OWN_CONTACTS = [
  'GET /users/getUserProfile',
  'GET /settings',
  'GET /users/identities',
  'GET /applications/last',
  'GET /offers/:id/candidates',
  'GET /admin/people',
  'GET /admin/tickets',
]

test('every read of somebody else’s contact data has the limit of that data (X4)', async () => {
  const reads = (await contractCalls()).filter(
    (call) => !isWrite(call) && !OWN_CONTACTS.includes(nameOf(call)),
  )
  const showing = reads.filter(({ response }) => fieldsOf(response).some((field) => CONTACTS.includes(field)))
  expect(showing.map(nameOf).sort()).toEqual(['GET /devs/:id', 'GET /offers/:id', 'GET /recruiters/:id'])
  expect(showing.filter(({ limits }) => !limits.includes('contacts'))).toEqual([])
})

const CONTACTS = ['email', 'phone', 'contact', 'contactEmail', 'contactPhone', 'resume', 'linkedin', 'github']

/** The names of all fields of a shape. */
function fieldsOf(shape: z.ZodType): string[] {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(shape, { unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') names.push(...Object.keys(value))
    return value
  })
  return names
}

describe('an address is counted as one', () => {
  test.each([
    ['198.51.100.77', '198.51.100.77:4711', '::ffff:198.51.100.77', '[::FFFF:c633:644d]:80'],
    ['2001:db8:77:1::1', '2001:DB8:77:1:0:0:0:2', '[2001:0db8:0077:0001::3]:443', '2001:db8:77:1::4%eth0'],
  ])('%s, however a proxy writes it', async (...spellings) => {
    const register = (n: number) =>
      from(spellings[n % spellings.length] ?? '', '/users/register', post({})).then(({ status }) => status)
    for (let n = 0; n < 30; n += 1) expect(await register(n)).toBe(400)
    for (let n = 0; n < spellings.length; n += 1) expect(await register(n)).toBe(429)
  })
})

test('documents, feeds, site maps and unknown addresses count like calls; monitoring does not (X4)', async () => {
  const client = '198.51.100.78'
  const { points } = LIMIT_RULES.calls
  for (let n = 0; n < points; n += 1) await limited.limits.take(LIMIT_RULES.calls, client)
  const paths = [
    '/api/docs',
    '/api/openapi.json',
    '/sitemap.xml',
    '/robots.txt',
    feedPath('offers'),
    '/nothing',
  ]
  for (const path of paths) expect((await outside(client, path)).status).toBe(429)
  for (const path of ['/healthz', '/readyz']) expect((await outside(client, path)).status).toBe(200)
})

describe('sign-ins', () => {
  type Attempt = { address: string; email: string; password?: string; device?: string | undefined }
  const tryToSignIn = async ({ address, email, password = PASSWORD, device }: Attempt) => {
    const response = await fetch(`${limited.url}/api/users/login`, {
      ...post({ email, password, device }),
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
    })
    return { response, body: (await response.json()) as { device?: string } }
  }
  const signIn = (address: string, email: string, password: string, device?: string) =>
    tryToSignIn({ address, email, password, device }).then(({ response }) => response.status)
  const resetBy = async (address: string, email: string, password: string) => {
    await from(address, '/users/forgot-password', post({ email }))
    const mail = (await mailsTo(limited, email)).findLast(({ subject }) => subject === 'Reset your password')
    const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
    return (await from(address, `/users/reset-password/${token}`, put({ password }))).status
  }
  const exhaust = async (rule: LimitRule, key: string, times: number = rule.points) => {
    for (let n = 0; n < times; n += 1) await limited.limits.consume(rule, key)
  }

  test('ten failures from one address block it for a while; the owner can sign in, however many others guess (K2, X7)', async () => {
    const { email } = await buildDeveloper(limited)
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push(await signIn('198.51.100.1', email, 'Wrong-11'))
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    const { response } = await tryToSignIn({ address: '198.51.100.1', email })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    // The right password from another address opens the account …
    expect(await signIn('198.51.100.2', email, PASSWORD)).toBe(200)
    for (let n = 0; n < 10; n += 1) await signIn(`198.51.100.${n + 3}`, email, 'Wrong-11')
    // … also after many addresses have tried, …
    expect(await signIn('198.51.100.99', email, PASSWORD)).toBe(200)
    // … each of which has two guesses from then on.
    const guesses: number[] = []
    for (let n = 0; n < 3; n += 1) guesses.push(await signIn('198.51.100.98', email, 'Wrong-11'))
    expect(guesses).toEqual([401, 401, 429])
    expect(await signIn('198.51.100.3', email, 'Wrong-11')).toBe(401)
    expect(await signIn('198.51.100.3', email, 'Wrong-11')).toBe(429)
  })

  test('the addresses of one IPv6 network have one budget (G14)', async () => {
    const { email } = await buildDeveloper(limited)
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push(await signIn(`2001:db8:77:1::${n}`, email, 'Wrong-11'))
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect(await signIn('2001:db8:77:2::1', email, PASSWORD)).toBe(200)
  })

  test('after a reset by mail the owner can sign in at once, also from an address where others guessed (X7)', async () => {
    const { email } = await buildDeveloper(limited)
    const address = '198.51.100.20'
    for (let n = 0; n < 10; n += 1) await signIn(address, email, 'Wrong-11')
    for (const rule of [LIMIT_RULES.failedLoginAddress, LIMIT_RULES.signInAddress, LIMIT_RULES.reset]) {
      await exhaust(rule, address)
    }
    expect(await signIn(address, email, PASSWORD)).toBe(429)
    expect(await resetBy(address, email, 'Other-22')).toBe(200)
    expect(await signIn(address, email, 'Other-22')).toBe(200)
    // For this account only.
    expect(await signIn(address, person.email, PASSWORD)).toBe(429)
  })

  test('a known device can sign in while others guess from the same address, with a budget of its own (X7)', async () => {
    const { email } = await buildDeveloper(limited)
    const address = '198.51.100.30'
    const { device = '' } = (await tryToSignIn({ address, email })).body
    for (let n = 0; n < 10; n += 1) await signIn(address, email, 'Wrong-11')
    await exhaust(LIMIT_RULES.failedLoginAddress, address)
    await exhaust(LIMIT_RULES.signInAddress, address)
    expect(await signIn(address, email, PASSWORD)).toBe(429)
    expect(await signIn(address, email, PASSWORD, device)).toBe(200)

    const stranger = await buildDeveloper(limited)
    const theirs = (await tryToSignIn({ address: '198.51.100.31', email: stranger.email })).body.device
    for (const forged of [theirs, `${device.slice(0, -4)}AAAA`, 'x', '']) {
      expect(await signIn(address, email, PASSWORD, forged)).toBe(429)
    }

    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push(await signIn(`192.0.2.${n}`, email, 'Wrong-11', device))
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect(await signIn('198.51.100.32', email, PASSWORD)).toBe(200)
  })

  test('that succeed are limited too, and do not count as failures (K2, X7)', async () => {
    const { id, email } = await buildDeveloper(limited)
    const statuses: number[] = []
    for (let n = 0; n < 31; n += 1) statuses.push(await signIn('198.51.100.40', email, PASSWORD))
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    expect(await signIn('198.51.100.41', email, PASSWORD)).toBe(200)

    // Sixty from all addresses together, of which 31 are used.
    await exhaust(LIMIT_RULES.signedIn, `${id} 1`, 28)
    expect(await signIn('198.51.100.43', email, PASSWORD)).toBe(200)
    expect(await signIn('198.51.100.44', email, PASSWORD)).toBe(429)
  })

  test('are limited to three hundred in 15 minutes from one address (K2)', async () => {
    const { email } = await buildDeveloper(limited)
    await exhaust(LIMIT_RULES.signInAddress, '198.51.100.42', 299)
    expect(await signIn('198.51.100.42', email, PASSWORD)).toBe(200)
    expect(await signIn('198.51.100.42', email, PASSWORD)).toBe(429)
  })

  test('concurrent guesses have the same limit as sequential ones (K2, A8)', async () => {
    const guesser = await buildDeveloper(limited)
    const many = async (guess: (n: number) => Promise<number>) => {
      const statuses = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)))
      return Object.groupBy(statuses, String)
    }
    const byAddress = await many((n) => signIn('198.51.100.60', guesser.email, `Wrong-${n}1`))
    expect([byAddress[401]?.length, byAddress[429]?.length]).toEqual([10, 30])
    // Two at each of 13 addresses, as too many have guessed before.
    await exhaust(LIMIT_RULES.failedLoginEmail, `${guesser.id} 1`)
    const byMany = await many((n) => signIn(`192.0.2.${n % 13}`, guesser.email.toUpperCase(), `Wrong-${n}1`))
    expect([byMany[401]?.length, byMany[429]?.length]).toEqual([26, 14])
    const change = (n: number) => {
      const body = { oldPassword: `Wrong-${n}1`, newPassword: 'Another-1' }
      return send(limited.url, 'PUT /settings/change-password', { body }, guesser.token)
    }
    const byOwn = await many((n) => change(n).then(({ status }) => status))
    expect([byOwn[400]?.length, byOwn[429]?.length]).toEqual([5, 35])
  })

  test.runIf(IS_LONG)(
    'a hundred failures from one address block it for a while, whatever the e-mails (K2)',
    async () => {
      for (let n = 0; n < 100; n += 1) await signIn('198.51.100.200', freshEmail(), 'Wrong-11')
      expect(await signIn('198.51.100.200', person.email, PASSWORD)).toBe(429)
    },
    60_000,
  )
})

describe('reset links', () => {
  const ask = (address: string, email: string, device?: string) =>
    from(address, '/users/forgot-password', post({ email, device })).then(({ status }) => status)
  const newestLink = async (email: string) =>
    /reset-password\/([\w-]+)/.exec((await mailsTo(limited, email)).at(-1)?.text ?? '')?.[1]

  test('requested by strangers do not use up those of the owner (X7)', async () => {
    const { email } = await buildDeveloper(limited)
    for (const address of ['198.51.100.70', '198.51.100.71', '198.51.100.72']) {
      const statuses: number[] = []
      for (let n = 0; n < 6; n += 1) statuses.push(await ask(address, email))
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    // Ten mails an hour; from then on the newest of them is the one that works.
    expect(await mailsTo(limited, email)).toHaveLength(10)
    expect(await ask('198.51.100.73', email)).toBe(200)
    const reset = await from(
      '198.51.100.73',
      `/users/reset-password/${await newestLink(email)}`,
      put({ password: 'Other-22' }),
    )
    expect(reset.status).toBe(200)
  })

  test('reach a known device also when strangers have used up all mails (X7)', async () => {
    const { email } = await buildDeveloper(limited)
    const signedIn = await limited.call(login, { body: { email, password: PASSWORD } })
    for (let n = 0; n < 10; n += 1) await ask(`198.51.100.${n + 80}`, email)
    const before = await mailsTo(limited, email)
    expect(await ask('198.51.100.80', email, signedIn.body.device)).toBe(200)
    expect(await mailsTo(limited, email)).toHaveLength(before.length + 1)
  })

  test('that are invalid do not use up the attempts of the valid one (K2, X7)', async () => {
    const { email } = await buildDeveloper(limited)
    await ask('198.51.100.74', email)
    const use = async (token: string | undefined) =>
      (await from('198.51.100.74', `/users/reset-password/${token}`, put({ password: 'Other-22' }))).status
    for (let n = 0; n < 20; n += 1) expect(await use(`guess-${n}`)).toBe(400)
    expect(await use('guess')).toBe(429)
    expect(await use(await newestLink(email))).toBe(200)
  })
})

const CREDENTIALS = [
  'PUT /settings/change-password',
  'POST /users/second-factor/totp/confirm',
  'DELETE /users/second-factor/totp',
  'POST /users/second-factor/recovery-codes',
  'POST /users/passkeys',
  'DELETE /users/passkeys/:id',
  'DELETE /users/identities/:id',
]

test('twenty changes of sign-in methods an hour are mailed, and ten sign-ins from new devices (X8)', async () => {
  const limitedCalls = (await contractCalls()).filter(({ limits }) => limits.includes('credentials'))
  expect(limitedCalls.map(nameOf).sort()).toEqual(CREDENTIALS.toSorted())

  const { id, email, token } = await buildDeveloper(limited)
  const change = (as: string, newPassword: string) =>
    send(limited.url, 'PUT /settings/change-password', { body: { oldPassword: PASSWORD, newPassword } }, as)
  for (let n = 1; n < LIMIT_RULES.credentials.points; n += 1)
    await limited.limits.take(LIMIT_RULES.credentials, id)
  const changed = await change(token, 'Other-22')
  expect(changed.status).toBe(200)
  const refused = await change(((await changed.json()) as { token: string }).token, 'Third-33')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  const signIn = (n: number) =>
    fetch(`${limited.url}/api/users/login`, {
      ...post({ email, password: 'Other-22' }),
      headers: { 'x-forwarded-for': `192.0.2.${n + 100}`, 'content-type': 'application/json' },
    }).then(({ status }) => status)
  for (let n = 0; n < 14; n += 1) expect(await signIn(n)).toBe(200)
  const mails = await mailsTo(limited, email)
  // The first sign-in of an account is from no new device.
  expect(mails).toHaveLength(1 + LIMIT_RULES.deviceMails.points)
})

test('a person may request the mail that confirms the address five times an hour', {
  tags: ['ACCT-01'],
}, async () => {
  const { token } = await buildDeveloper(limited)
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) {
    statuses.push((await send(limited.url, 'POST /users/confirm/again', {}, token)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

describe('a forwarded address', () => {
  const views = (url: string, project: string, address: string) =>
    fetch(`${url}/api/projects/${project}/view`, { method: 'PUT', headers: { 'x-forwarded-for': address } })
      .then((response) => response.json() as Promise<{ views: number }>)
      .then((body) => body.views)

  test('counts only from a trusted proxy; the first untrusted proxy is logged for the operator (G14, K2, P5)', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const direct = await startServer({ RATE_LIMITS: 'on' }, { log, alone: true })
    const project = await buildProject(direct, await buildDeveloper(direct))
    for (let n = 1; n <= 15; n += 1) await views(direct.url, project, `203.0.113.${n}`)
    expect(await views(direct.url, project, '203.0.113.99')).toBe(10)
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)

    const proxied = await buildProject(limited, person)
    for (let n = 1; n <= 15; n += 1) await views(limited.url, proxied, `203.0.113.${n}`)
    expect(await views(limited.url, proxied, '203.0.113.99')).toBe(16)
  })
})

test('all calls of a person have one limit, wherever they come from (K2)', async () => {
  const busy: Person = await buildDeveloper(limited)
  const { points } = LIMIT_RULES.userCalls
  expect(points).toBe(1200)
  for (let n = 1; n < points; n += 1) await limited.limits.take(LIMIT_RULES.userCalls, busy.id)
  expect((await send(limited.url, 'GET /settings', {}, busy.token)).status).toBe(200)
  const { status } = await send(limited.url, 'GET /offers', {}, busy.token)
  expect(status).toBe(429)
  const refused = await limited.refusal(login, {
    body: { email: busy.email, password: 'Wrong-11' },
    as: busy,
  })
  expect(refused.body.code).toBe('RATE_LIMITED')
})
