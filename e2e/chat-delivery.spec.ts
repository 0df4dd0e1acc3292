import { expect, test } from './fixtures.ts'
import { bubble, inputOf, LUCIA, MARTA, messagesOf, openChatWith, panelOf, sendText } from './steps/chat.ts'

test('offline, drafts and sent messages are stored, and delivered in order when the connection is back', async ({
  as,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  await lucia.goto('/')
  await marta.goto('/')
  await openChatWith(marta, LUCIA)
  await openChatWith(lucia, MARTA)
  await lucia.context().setOffline(true)
  await expect(panelOf(lucia).getByRole('status')).toHaveText(/You are offline/)
  for (const text of ['uno', 'dos', 'tres']) await sendText(lucia, `Sin línea: ${text}`)
  await inputOf(lucia).fill('Y esto queda escrito')
  await expect(bubble(lucia, 'Sin línea: tres')).toBeVisible()
  await sendText(marta, 'Mientras tanto, aquí seguimos')

  await lucia.context().setOffline(false)
  await expect(bubble(marta, 'Sin línea: tres')).toBeVisible({ timeout: 20_000 })
  await expect(bubble(lucia, 'Mientras tanto, aquí seguimos')).toBeVisible()
  await expect(inputOf(lucia)).toHaveValue('Y esto queda escrito')
  for (const page of [lucia, marta]) {
    const texts = (await messagesOf(page).getByRole('listitem').allInnerTexts()).filter((text) =>
      text.includes('Sin línea'),
    )
    expect(texts.map((text) => /Sin línea: (\w+)/.exec(text)?.[1])).toEqual(['uno', 'dos', 'tres'])
  }

  await test.step('a draft survives a reload, and belongs to its person', async () => {
    await lucia.reload()
    await openChatWith(lucia, MARTA)
    await expect(inputOf(lucia)).toHaveValue('Y esto queda escrito')
    await panelOf(lucia).getByRole('button', { name: 'Back to all conversations' }).click()
    await expect(
      panelOf(lucia)
        .getByRole('button', { name: new RegExp(MARTA) })
        .last(),
    ).toContainText('Draft:')
  })
})

test('a failed request for participants is retried', { tag: '@ERR-55' }, async ({
  as,
  server,
  allowErrors,
}) => {
  allowErrors(/500|503|ERR_|WebSocket|socket/)
  const lucia = await as('developer')
  await lucia.goto('/')
  await lucia.locator('html[data-hydrated]').waitFor()
  let failures = 0
  await lucia.route('**/api/messages/users', (route) => {
    failures += 1
    return route.fulfill({ status: 500 })
  })
  await lucia.getByRole('button', { name: 'Open chat' }).click()
  await expect(panelOf(lucia).getByText('Error getting users')).toBeVisible()
  expect(failures).toBe(1)

  await panelOf(lucia).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => failures).toBe(2)
  await expect(panelOf(lucia).getByText('Error getting users')).toBeVisible()

  await lucia.unrouteAll()
  await server.kill9()
  const failed = lucia.waitForEvent('requestfailed', (request) => request.url().endsWith('/messages/users'))
  await panelOf(lucia).getByRole('button', { name: 'Try again' }).click()
  await failed
  await expect(panelOf(lucia).getByText('Error getting users')).toBeVisible()
  // They arrive by themselves with the connection.
  await server.start()
  await expect(panelOf(lucia).getByRole('region', { name: 'Conversations' })).toContainText(MARTA)
})

test('a refused message stays with its text, is retried with its idempotency key, and is only logged to the console (decision 63)', {
  tag: ['@ERR-56', '@ERR-57'],
}, async ({ as, allowErrors }) => {
  allowErrors(/500|Error sending message/)
  const lucia = await as('developer')
  const errors: string[] = []
  lucia.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  await lucia.goto('/')
  await openChatWith(lucia, MARTA)
  const ids: string[] = []
  await lucia.route('**/api/messages/send/*', (route) => {
    ids.push(route.request().postDataJSON().clientId)
    return ids.length === 1 ? route.fulfill({ status: 500 }) : route.continue()
  })
  await sendText(lucia, 'Esto falla una vez')
  await expect(messagesOf(lucia).getByText('Not sent.')).toBeVisible()
  await expect(inputOf(lucia)).toHaveValue('Esto falla una vez')
  await expect.poll(() => errors.join()).toContain('Error sending message')
  await messagesOf(lucia).getByRole('button', { name: 'Retry' }).click()
  await expect(messagesOf(lucia).getByText('Not sent.')).toHaveCount(0)
  await expect(bubble(lucia, 'Esto falla una vez')).toHaveCount(1)
  await expect(inputOf(lucia)).toHaveValue('')
  expect(ids[1]).toBe(ids[0])
})

test('without a socket, messages arrive and are read by polling', async ({ as, allowErrors }) => {
  allowErrors(/WebSocket/)
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  await lucia.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await lucia.clock.install()
  await lucia.goto('/about')
  await marta.goto('/about')
  await openChatWith(lucia, MARTA)
  await lucia.clock.runFor(3000)
  await openChatWith(marta, LUCIA)
  await sendText(marta, '¿Me oyes sin enchufe?')
  await expect(bubble(marta, '¿Me oyes sin enchufe?')).toBeVisible()
  // The timer of the next poll starts after the response to the one before, which takes real time.
  await expect(async () => {
    await lucia.clock.runFor(16_000)
    await expect(bubble(lucia, '¿Me oyes sin enchufe?')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(messagesOf(marta).getByRole('listitem').last()).toContainText(/Read$/)
  await sendText(lucia, 'Perfectamente')
  await expect(bubble(marta, 'Perfectamente')).toBeVisible()
})
