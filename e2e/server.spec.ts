import { signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'

test.use({ demo: false })

const account = { email: 'ana@example.com', password: 'Str0ng!pass' }

test('an account outlives a restart and a kill of the server', async ({ server }) => {
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

test('two wishes to stop at once, as npm and a terminal send them, end in good order', async ({ server }) => {
  await server.stop(['SIGTERM', 'SIGINT'])
  expect(server.isRunning).toBe(false)
})
