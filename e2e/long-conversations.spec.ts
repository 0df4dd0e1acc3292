import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  bubble,
  LUCIA,
  MARTA,
  messagesOf,
  openChatWith,
  ownId,
  panelOf,
  sendText,
  unreadOn,
} from './steps/chat.ts'
import { addOlderMessages } from './steps/long-conversation.ts'

test('older messages load above without a scroll jump, and new ones below stay unread until visible', async ({
  as,
}) => {
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  await marta.goto('/about')
  await lucia.goto('/about')
  const unread = (await unreadOn(lucia).textContent()) ?? ''
  await openChatWith(lucia, MARTA)
  await sendMany(marta, await ownId(lucia), 110)
  await expect(bubble(lucia, 'Línea 110')).toBeInViewport()
  await expect(unreadOn(lucia)).toHaveText(unread, { timeout: 15_000 })
  await lucia.reload()
  await openChatWith(lucia, MARTA)
  await expect(bubble(lucia, 'Línea 61')).toHaveCount(1)
  await expect(bubble(lucia, 'Línea 60')).toHaveCount(0)

  const box = messagesOf(lucia)
  const topOf = async (text: string) => (await bubble(lucia, text).boundingBox())?.y ?? Number.NaN
  await box.evaluate((element) => {
    element.scrollTop = 150
  })
  const before = await topOf('Línea 63')
  await expect(bubble(lucia, 'Línea 11')).toHaveCount(1)
  expect(Math.abs((await topOf('Línea 63')) - before)).toBeLessThan(3)

  await sendMany(marta, await ownId(lucia), 2, 'Nueva')
  const pill = panelOf(lucia).getByRole('button', { name: '2 new messages' })
  await expect(pill).toBeVisible()
  expect(Math.abs((await topOf('Línea 63')) - before)).toBeLessThan(3)
  await pill.click()
  await expect(bubble(lucia, 'Nueva 2')).toBeInViewport()
  await expect(pill).toHaveCount(0)
})

test('with ten thousand messages, older ones load above, and a new one renders only itself', {
  tag: '@deep',
}, async ({ as, server }) => {
  test.slow()
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  await lucia.goto('/about')
  await marta.goto('/about')
  const ids = [await ownId(lucia), await ownId(marta)] as const
  addOlderMessages(server.dataDir, ids, 10_000)
  // All older ones in one page instead of 50 a page, which would take two hundred scrolls.
  await lucia.route(/\/api\/messages\/[\w-]{36}\?.*before=/, async (route) => {
    const older: { _id: string }[] = []
    for (let before = new URL(route.request().url()).searchParams.get('before'); before; ) {
      const url = `${server.baseUrl}/api/messages/${ids[1]}?limit=100&before=${before}`
      const headers = { authorization: String(await route.request().headerValue('authorization')) }
      const page: { _id: string }[] = await (await fetch(url, { headers })).json()
      older.unshift(...page)
      before = page[0]?._id ?? null
    }
    await route.fulfill({ json: older })
  })
  await openChatWith(lucia, MARTA)
  // By element, as a search by role among so many is slow.
  const items = lucia.locator('aside section li')
  await expect(items.last()).toBeInViewport()
  await messagesOf(lucia).evaluate((element) => {
    element.scrollTop = 150
  })
  // A hundred sequential calls.
  await expect.poll(() => items.count(), { timeout: 60_000 }).toBeGreaterThan(10_000)
  const drawn = await lucia.evaluateHandle(() => {
    const added: Node[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) added.push(...addedNodes)
    }).observe(document.querySelector('aside section') ?? document, { childList: true, subtree: true })
    return added
  })
  await sendText(lucia, 'Sigue yendo ligero')
  await expect(items.last()).toContainText(/^You: Sigue yendo ligero/)
  await openChatWith(marta, LUCIA)
  await sendText(marta, 'Como el primer día')
  await expect(items.last()).toContainText('Como el primer día')
  await expect(items.last()).toBeInViewport()
  // The bubbles of two messages, pending and stored, and their status lines.
  expect(await drawn.evaluate((added) => added.length)).toBeLessThan(20)
  // Rows far out of view are not rendered.
  const first = items.nth(1)
  const isDrawn = () =>
    first.evaluate((item) => item.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isDrawn()).toBe(false)
  await messagesOf(lucia).press('Home')
  await expect(first).toBeInViewport()
  await expect(first).toContainText('Renglón 1 de u')
  await expect(items.first()).toHaveText('01/01/2024')
  expect(await isDrawn()).toBe(true)
})

/** As fast as the API accepts them. */
const sendMany = (page: Page, receiverId: string, count: number, word = 'Línea') =>
  page.evaluate(
    async ({ receiverId, count, word }) => {
      for (let number = 1; number <= count; number += 1) {
        await fetch(`/api/messages/send/${receiverId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.token}` },
          body: JSON.stringify({ text: `${word} ${number}` }),
        })
      }
    },
    { receiverId, count, word },
  )
