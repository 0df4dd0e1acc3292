import { signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf, enterByApi } from './steps/api.ts'
import { lucia } from './steps/people.ts'

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

test('two stop signals, as npm and a terminal send them, lead to one graceful shutdown', async ({
  server,
}) => {
  await server.stop(['SIGTERM', 'SIGINT'])
  expect(server.isRunning).toBe(false)
})

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

  test('a visitor may open 60 profiles a minute, as pages too (P6)', async ({ server }) => {
    await enterByApi(server.baseUrl, lucia, 'developer')
    const { id } = await apiOf(server.baseUrl, lucia)
    const open = (address: string) =>
      fetch(`${server.baseUrl}/profile/${id}`, { headers: { 'x-forwarded-for': address } })
    for (let n = 0; n < 60; n += 1) expect(await (await open('203.0.113.7')).text()).toContain(lucia.surname)
    const refused = await open('203.0.113.7')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).not.toContain(lucia.surname)
    expect((await open('203.0.113.8')).status).toBe(200)
  })
})
