import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, OUTAGE, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('offline, visited pages can be read; others show a notice, and load when the connection is back', async ({
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
  await expect(page.getByText('You are offline. You can still read pages you have opened')).toBeVisible()
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

test('a dialog whose code is missing waits for the connection, and the page stays usable', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/)
  await page.goto('/offers')
  await serviceWorkerReady(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByText('You are offline. You can still read pages you have opened')).toBeVisible()
  await expect(heading(page, 'Your Next Tech Career Starts Here')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Filters' }).getByLabel('Contract type')).toBeVisible()
})

test('the service worker responds to a failed navigation with the offline page, and caches nothing else', async ({
  page,
  server,
  allowErrors,
}) => {
  allowErrors(OUTAGE, /404.*no-such-page/)
  await page.goto('/about')
  await serviceWorkerReady(page)
  await server.stop()
  await page.goto('/es/offers')
  await expect(page).toHaveTitle('Sin conexión')
  await expect(heading(page, 'No hay conexión')).toBeVisible()
  await expect(heading(page, 'There is no connection')).toBeHidden()
  await page.goto('/offers?contractType=Freelance')
  await expect(heading(page, 'There is no connection')).toBeVisible()
  await expect(page.getByText('Pages that you have opened can still be read')).toBeVisible()
  await server.start()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading(page, 'Your Next Tech Career Starts Here')).toBeVisible()
  await expect(page).toHaveURL(/\/offers\?contractType=Freelance$/)
  // The next page comes from the server again.
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  expect(await cachedPaths(page)).toEqual(['/offline.html'])
})

test('the service worker can be unregistered, and clears the caches of older versions', async ({ page }) => {
  await page.goto('/about')
  await serviceWorkerReady(page)
  await page.evaluate(async () => {
    const old = await caches.open('offline-page-of-a-former-version')
    await old.put('/former', new Response('old'))
    await (await navigator.serviceWorker.ready).unregister()
  })
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.reload()
  await serviceWorkerReady(page)
  await expect.poll(() => cachedPaths(page)).toEqual(['/offline.html'])
})

test('a newer service worker takes over with the next page, with an offline page of its own', async ({
  page,
  server,
  allowErrors,
}) => {
  allowErrors(OUTAGE)
  const release = await serveReleases(server.baseUrl)
  await page.goto(`${release.url}/about`)
  await serviceWorkerReady(page)
  release.newer = true
  await page.reload()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([expect.stringContaining('newer')])
  release.isUp = false
  await page.goto(`${release.url}/offers`)
  await expect(heading(page, 'A newer page')).toBeVisible()
  expect(await cachedPaths(page)).toEqual(['/offline.html'])
  await release.close()
})

/** The server at another address, optionally with a newer worker and page. */
async function serveReleases(baseUrl: string) {
  const release = { url: '', newer: false, isUp: true, close: async () => {} }
  const proxy = createServer(async ({ url = '', socket }, response) => {
    if (!release.isUp) return void socket.destroy()
    const original = await fetch(baseUrl + url)
    const type = original.headers.get('content-type') ?? ''
    const body = Buffer.from(await original.arrayBuffer())
    const newer = () =>
      String(body)
        .replace('offline-page-', 'offline-page-newer-')
        .replaceAll('There is no connection', 'A newer page')
    const isNewer = release.newer && /^\/(service-worker\.js|offline\.html)$/.test(url)
    response.writeHead(original.status, { 'content-type': type }).end(isNewer ? newer() : body)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  release.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  release.close = async () => {
    proxy.closeAllConnections()
    proxy.close()
    await once(proxy, 'close')
  }
  return release
}

/** The worker is registered once the page has loaded. */
const serviceWorkerReady = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** The paths of all entries in the workers' caches. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
