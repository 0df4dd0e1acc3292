import { once } from 'node:events'
import { connect } from 'node:net'
import { signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf, signUpByApi } from './steps/api.ts'
import { lucia, marta } from './steps/people.ts'

test.use({ demo: false })

const account = { email: 'ana@example.com', password: 'Str0ng!pass' }

test('an account survives a restart and a kill of the server', async ({ server }) => {
  const registered = await fetch(`${server.baseUrl}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...account,
      name: 'Ana',
      surname: 'Ruiz',
      'confirm-password': account.password,
      role: 'developer',
    }),
  })
  expect(registered.status).toBe(201)

  await server.restart()
  expect(await signIn(server.baseUrl, account)).toBeTruthy()

  await server.kill9()
  await server.start()
  expect(await signIn(server.baseUrl, account)).toBeTruthy()
})

for (const signals of [['SIGTERM', 'SIGINT'], ['SIGHUP']] as const) {
  test(`${signals.join(' with ')}, as npm and a terminal send them, lead to one graceful shutdown`, async ({
    server,
  }) => {
    await server.stop([...signals])
    expect(server.isRunning).toBe(false)
  })
}

test('a requested page is counted by its route, and every log line names the version', async ({ server }) => {
  const ask = async (path: string) => (await fetch(server.baseUrl + path)).text()
  await ask('/en/offers?page=2')
  await ask('/en/offers/0190b5d2-6f3c-7000-8000-000000000001')
  const metrics = await ask('/metrics')
  expect(metrics).toMatch(/duration_seconds_count\{method="GET",route="page \/en\/offers",status="200"\} 1$/m)
  expect(metrics).toMatch(/duration_seconds_count\{method="GET",route="page none",status="404"\} 1$/m)
  const lines = server.log.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(JSON.parse(line).version).toMatch(/^\d+\.\d+\.\d+/)
})

test.describe('with a misspelled setting', () => {
  test.use({ serverEnv: { SMPT_URL: 'smtp://mail.example.com', PUBLIC_URL: 'https://puente.example' } })

  test('the log of a start and a stop is JSON: the migration, warnings, the address, the signal and the end', async ({
    server,
  }) => {
    await server.stop()
    const lines = server.log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toEqual([
      'the database was migrated',
      'SMPT_URL is no setting: do you mean SMTP_URL?',
      expect.stringContaining('HOME_STATS_FACTOR'),
      expect.stringMatching(/^Puente listens on https:\/\/puente\.example \(http:\/\/127\.0\.0\.1:\d+\)$/),
      'stopping',
      'stopped',
    ])
    expect(lines[0]).toMatchObject({ to: expect.stringMatching(/^\d{4}_/), level: 30 })
    expect(lines[4]).toMatchObject({ signal: 'SIGTERM' })
  })
})

test.describe('started by sudo or systemd, which set MAIL and LANGUAGE', () => {
  test.use({ serverEnv: { MAIL: '/var/mail/root', LANGUAGE: 'en_US:en' } })

  test('these variables are not read as settings', async ({ server }) => {
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200)
  })
})

test('a preconnected socket of a browser does not delay the shutdown', async ({ server }) => {
  const { hostname, port } = new URL(server.baseUrl)
  const silent = connect(Number(port), hostname)
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  // Its first request follows the connection, so the server knows both.
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
  // Fails if the server does not exit in time.
  await server.stop()
  await closed
})

for (const signal of ['SIGSEGV', 'SIGBUS', 'SIGABRT'] as const) {
  test(`a crash by ${signal} ends the process by that signal, not with the status of a stop`, async ({
    server,
  }) => {
    expect(await server.kill(signal)).toBe(signal)
  })
}

test('hashed assets are cached as immutable, other files are revalidated', async ({ server }) => {
  const ask = async (path: string) => {
    const { status, headers } = await fetch(server.baseUrl + path, {
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    })
    return [status, headers.get('cache-control'), headers.get('content-encoding')]
  }
  const script = /\/assets\/[\w-]+\.js/.exec(await (await fetch(server.baseUrl)).text())?.[0] ?? ''
  expect(await ask(script)).toEqual([200, 'public, max-age=31536000, immutable', 'br'])
  expect(await ask('/theme.js')).toEqual([200, 'no-cache', 'br'])
  expect(await ask('/service-worker.js')).toEqual([200, 'no-cache', 'br'])
  expect(await ask('/assets/gone.js')).toEqual([404, 'no-store', null])
  // Source files of pages are not served.
  expect((await ask('/index.html'))[0]).toBe(404)
})

test.describe('with limits, behind a proxy', () => {
  test.use({ serverEnv: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })

  test('a visitor may open 60 pages with contact data a minute in total (P6, X4)', async ({ server }) => {
    const iris = { ...lucia, surname: 'Ferrer', email: 'iris.ferrer@example.com' }
    await signUpByApi(server.baseUrl, lucia, 'developer')
    await signUpByApi(server.baseUrl, marta, 'recruiter')
    await signUpByApi(server.baseUrl, iris, 'developer')
    const [developer, recruiter] = [await apiOf(server.baseUrl, lucia), await apiOf(server.baseUrl, marta)]
    const offer = await recruiter.post<{ _id: string }>('/offers', { position: 'Keeper of lighthouses' })
    await (await apiOf(server.baseUrl, iris)).put('/users/handle', { handle: 'iris-ferrer' })
    const pages = [
      [`/profile/${developer.id}`, lucia.surname],
      [`/recruiter/${recruiter.id}`, marta.surname],
      [`/offers/${offer._id}`, 'Keeper of lighthouses'],
      ['/@iris-ferrer', iris.surname],
    ] as const
    const open = (address: string, page: string) =>
      fetch(server.baseUrl + page, { headers: { 'x-forwarded-for': address } })
    for (let n = 0; n < 60 / pages.length; n += 1)
      for (const [page, text] of pages) expect(await (await open('203.0.113.7', page)).text()).toContain(text)
    for (const [page, text] of pages) {
      const refused = await open('203.0.113.7', page)
      expect([page, refused.status]).toEqual([page, 429])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.text()).not.toContain(text)
      expect((await open('203.0.113.8', page)).status).toBe(200)
    }
  })
})
