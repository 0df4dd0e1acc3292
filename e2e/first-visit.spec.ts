import type { Page } from '@playwright/test'
import { ACCOUNTS, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf } from './steps/api.ts'
import { holdResponses } from './steps/hold-responses.ts'
import { layoutShiftOf } from './steps/layout-shift.ts'

/** All requests except pictures, before any interaction. */
const MOST_REQUESTS = 8

async function pathsOf(baseUrl: string) {
  const all = async (list: string) => [await (await fetch(`${baseUrl}/api/${list}`)).json()].flat()
  const first = async (list: string) => (await all(`${list}?limit=1`))[0]._id
  const listed = await all('projects')
  const projects = (await Promise.all(listed.map(({ _id }) => all(`projects/${_id}`)))).flat()
  return [
    '/',
    '/offers',
    `/offers/${await first('offers')}`,
    '/projects',
    `/projects/${projects.find(({ gallery, githubProjectLink }) => gallery.length > 1 && githubProjectLink)._id}`,
    `/projects/${projects.find(({ codeSections }) => codeSections.length > 0)._id}`,
    '/developers',
    `/profile/${await first('devs')}`,
    '/about',
    '/contact',
  ]
}

/** The newest one, who has no offers yet, and the one before. */
async function recruitersOf(baseUrl: string): Promise<string[]> {
  const recruiters = await (await fetch(`${baseUrl}/api/recruiters?limit=2`)).json()
  return recruiters.map(({ _id }: { _id: string }) => `/recruiter/${_id}`)
}

test('a first visit needs few requests and no API calls, without layout shift', { tag: '@deep' }, async ({
  browser,
  server,
}) => {
  const paths = [...(await pathsOf(server.baseUrl)), ...(await recruitersOf(server.baseUrl))]
  for (const path of paths) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
    const page = await context.newPage()
    const requested: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!/\.(svg|webp|png|webmanifest)$/.test(pathname)) requested.push(pathname)
    })
    await slowDown(page)
    await page.goto(server.baseUrl + path, { waitUntil: 'networkidle' })
    // A project's view is counted by a call of its own, after the page has loaded.
    const loaded = requested.filter((pathname) => !pathname.endsWith('/view'))
    expect(loaded.length, `${path}: ${loaded.join(' ')}`).toBeLessThanOrEqual(MOST_REQUESTS)
    // The styles load before the first paint.
    expect(requested[1], path).toMatch(/\.css$/)
    expect(await page.evaluate(codeBeforePaint), path).toEqual([])
    expect(loaded.filter((pathname) => pathname.startsWith('/api/'))).toEqual([])
    expect(await layoutShiftOf(page), path).toBeLessThan(0.001)
    await context.close()
  }
})

test('a background tab is hydrated, too', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined
  })
  await page.goto('/about')
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
})

test('a first visit loads the web fonts without blocking or shifting text', { tag: '@deep' }, async ({
  browser,
  server,
}) => {
  for (const path of await pathsOf(server.baseUrl)) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
    const page = await context.newPage()
    const letGo = await holdResponses(page, '**/*.woff2')
    await page.goto(server.baseUrl + path, { waitUntil: 'domcontentloaded' })
    await page.locator('html[data-hydrated]').waitFor()
    await expect.poll(() => paintsOf(page), path).toContain('first-contentful-paint')
    letGo()
    await expect.poll(() => fontsOf(page, 'h1')).toEqual([expect.stringContaining('Bricolage Grotesque')])
    await expect.poll(() => fontsOf(page, 'footer')).not.toContain('Liberation Sans')
    expect(await layoutShiftOf(page), path).toBeLessThan(0.001)
    await context.close()
  }
})

test('every public page can be read and navigated without JavaScript', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.baseUrl })
  const page = await context.newPage()
  for (const path of [...(await pathsOf(server.baseUrl)), '/legal/terms', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Offers' }), path).toBeVisible()
  }
  for (const list of ['/offers', '/projects', '/developers']) {
    await page.goto(list)
    const first = await page.locator('main').getByRole('article').first().textContent()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(`${list}?page=2`)
    await expect(page.locator('main').getByRole('article').first()).not.toHaveText(first ?? '')
    await page.locator('main').getByRole('article').first().getByRole('link').first().click()
    await expect(page).not.toHaveURL(`${list}?page=2`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await context.close()
})

test('a signed-in person never sees visitor buttons, not even before hydration', async ({ as }) => {
  const page = await as('developer')
  const letGo = await holdResponses(page, '**/assets/index-*.js')
  await page.goto('/offers', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const login = page.getByRole('banner').getByText('Login')
  await expect(login).toHaveCount(1)
  await expect(login).toBeHidden()
  letGo()
  await expect(page.getByRole('banner').getByRole('button', { name: /notifications/i })).toBeVisible()
  await expect(login).toHaveCount(0)
})

test('a session that ended meanwhile does not disturb hydration', async ({
  browser,
  server,
  browserErrors,
}) => {
  browserErrors.allow([/status of 401/])
  const token = await signIn(server.baseUrl, ACCOUNTS.developer)
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${server.baseUrl}/api/users/logout`, { method: 'POST', headers })
  for (const path of ['/', '/offers', '/projects', '/developers']) {
    const localStorage = [{ name: 'token', value: token }]
    const context = await browser.newContext({
      baseURL: server.baseUrl,
      storageState: { cookies: [], origins: [{ origin: server.baseUrl, localStorage }] },
    })
    browserErrors.watch(context)
    const page = await context.newPage()
    // It is known before the page is hydrated.
    const refused = page.waitForResponse('**/api/users/getUserProfile')
    const letGo = await holdResponses(page, '**/assets/*Page-*.js')
    await page.goto(path, { waitUntil: 'commit' })
    await refused
    letGo()
    await expect(page.getByText('You have been signed out. Please sign in again.')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    await context.close()
  }
})

test('Markdown of the server is not shown as typed while its code loads', { tag: '@FLOW-05' }, async ({
  page,
  server,
}) => {
  const recruiter = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  const { _id: id } = await recruiter.post<{ _id: string }>('/offers', {
    position: 'Lamplighter',
    contractType: ['Full-time'],
    description: 'You trim **wicks** *evenly*.',
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isAsTyped = document.querySelector('main')?.textContent?.includes('**wicks**')
      if (isAsTyped) document.documentElement.dataset.asTyped = ''
    }).observe(document, { childList: true, subtree: true })
  })
  const release = await holdResponses(page, '**/Markdown-*.js')
  await page.goto(`/offers/${id}`, { waitUntil: 'load' })
  const wicks = page.locator('main strong', { hasText: 'wicks' })
  await expect(wicks).toBeVisible()
  release()
  await page.locator('html[data-hydrated]').waitFor()
  await expect(wicks).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-as-typed')
  // The fonts have no italics: without synthesis they would look like any word.
  const evenly = page.locator('main em', { hasText: 'evenly' })
  await expect(evenly).toHaveCSS('font-style', 'italic')
  await expect(evenly).toHaveCSS('font-synthesis-style', 'auto')
})

test('a press on a tab or on Go Back before hydration takes effect after it', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404/)
  for (const [path, press, shown] of [
    ['/projects', page.getByRole('tab', { name: 'Backend' }), '/projects?category=Backend'],
    ['/nowhere', page.getByRole('button', { name: 'Go Back' }), '/projects?category=Backend'],
  ] as const) {
    const letGo = await holdResponses(page, '**/assets/index-*.js')
    await page.goto(path, { waitUntil: 'commit' })
    await press.click()
    await expect(page).toHaveURL(path)
    letGo()
    await expect(page).toHaveURL(shown)
    await page.unroute('**/assets/index-*.js')
  }
})

test('a dialog whose code cannot be loaded reports it, leaves the page intact and opens on retry', async ({
  as,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  const page = await as('recruiter')
  await page.goto('/private-rec/profile')
  const edit = page.getByRole('button', { name: 'Edit profile' })
  await expect(edit).toBeEnabled()
  await page.route(/EditRecruiterDialog/, (route) => route.abort())
  await edit.click()
  await expect(page.getByText('This could not be opened. Check your connection and try again.')).toBeVisible()
  await expect(edit).toBeVisible()
  await page.unroute(/EditRecruiterDialog/)
  await edit.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

const paintsOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('paint').map(({ name }) => name))

/** The font of the first such element. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    return fonts.map(({ familyName }) => familyName)
  } finally {
    await session.detach()
  }
}

/** A mobile connection, slow enough for fonts and pictures to arrive visibly late. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: 400_000,
    uploadThroughput: 100_000,
  })
}

/** Scripts of the application requested before the first contentful paint. */
function codeBeforePaint(): string[] {
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (painted?.startTime ?? 0))
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path !== '/theme.js')
}
