import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('without a line what was opened can be read, the rest says so and comes by itself', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/)
  await page.goto('/offers')
  await page.locator('html[data-hydrated]').waitFor()
  const card = page.getByRole('article').first().getByRole('heading').getByRole('link')
  const position = (await card.textContent()) ?? ''
  await card.click()
  await expect(heading(page, position)).toBeVisible()
  await page.goBack()

  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you have opened can still be read')).toBeVisible()
  await card.click()
  await expect(heading(page, position)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
  await expect(heading(page, 'You are offline')).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(heading(page, position)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
  await expect(heading(page, 'You are offline')).toBeVisible()

  await context.setOffline(false)
  await expect(heading(page, 'About us')).toBeVisible()
  await expect(page.getByText('You are offline')).toHaveCount(0)
})

test('a page that cannot be fetched is answered by one of ours, and nothing else is kept', async ({
  page,
  server,
  allowErrors,
}) => {
  allowErrors(/ERR_CONNECTION_REFUSED|WebSocket/, /404.*no-such-page/)
  await page.goto('/about')
  await untilKept(page)
  await server.stop()
  await page.goto('/offers?contractType=Freelance')
  await expect(heading(page, 'There is no connection')).toBeVisible()
  await expect(page.getByText('Pages that you have opened can still be read')).toBeVisible()
  await server.start()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading(page, 'Your Next Tech Career Starts Here')).toBeVisible()
  await expect(page).toHaveURL(/\/offers\?contractType=Freelance$/)
  // The next page is the server's own again.
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  expect(await kept(page)).toEqual(['/offline.html'])
})

test('the worker that keeps it can be taken away, and clears what one before it left', async ({ page }) => {
  await page.goto('/about')
  await untilKept(page)
  await page.evaluate(async () => {
    const old = await caches.open('offline-page-of-a-former-version')
    await old.put('/former', new Response('old'))
    await (await navigator.serviceWorker.ready).unregister()
  })
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.reload()
  await untilKept(page)
  await expect.poll(() => kept(page)).toEqual(['/offline.html'])
})

/** The worker comes when the page has settled. */
const untilKept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** The paths of everything that workers keep. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
