import type { Page } from '@playwright/test'
import type { Role } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { signUpByApi } from './steps/api.ts'
import { expectNoSidewaysScroll, findingsInThemes } from './steps/axe.ts'
import { holdResponses } from './steps/hold-responses.ts'
import { layoutShiftOf } from './steps/layout-shift.ts'
import { waitUntilLoaded } from './steps/loaded.ts'

type Who = 'visitor' | Role
type Step = (page: Page) => Promise<unknown>
type Screen = { who: Who; path: string; name?: string; open?: Step }

const press =
  (role: 'button' | 'link' | 'tab', name: string | RegExp): Step =>
  (page) =>
    page.getByRole(role, { name }).first().click()
const dialog: Step = (page) => expect(page.getByRole('dialog')).toBeVisible()
const menu: Step = (page) => expect(page.getByRole('menu')).toBeVisible()
const each =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page)
  }

/** With LONG=1 only, as they consist of the same components as other screens. */
const MORE_SCREENS: Screen[] = [
  ...['/?q=go', '/offers?skills=nothing-has-it'].map((path) => ({ who: 'visitor', path }) as const),
  {
    who: 'recruiter',
    path: '/private-rec/offers',
    name: 'a menu',
    open: each(press('button', /^Options for/), menu),
  },
  {
    who: 'recruiter',
    path: '/private-rec/offers',
    name: 'a new offer',
    open: each(press('button', /create/i), dialog),
  },
]

/** Every kind of overlay; the pages themselves are in every-page.spec.ts. */
const SCREENS: Screen[] = [
  { who: 'visitor', path: '/', name: 'the drawer', open: each(press('button', 'Menu'), dialog) },
  {
    who: 'visitor',
    path: '/login',
    name: 'the forgotten password',
    open: each(press('button', /forgot/i), dialog),
  },
  {
    who: 'developer',
    path: '/profile',
    name: 'the profile form',
    open: each(press('button', 'Edit profile'), dialog),
  },
  {
    who: 'developer',
    path: '/offers',
    name: 'an application',
    open: each(press('button', /^Apply/), dialog),
  },
  { who: 'developer', path: '/', name: 'the bell', open: each(press('button', /notifications/i), dialog) },
  { who: 'developer', path: '/about', name: 'the chat', open: each(press('button', /chat/i), dialog) },
]

const TARGET_SIZES = { rules: { 'target-size': { enabled: true } } }
const LOOKED_AT = process.env.LONG === '1' ? [...SCREENS, ...MORE_SCREENS] : SCREENS

for (const { who, path, name, open } of LOOKED_AT) {
  test(`axe finds nothing at 320 px and in both themes: ${who}, ${path}${name ? `, ${name}` : ''}`, {
    tag: '@deep',
  }, async ({ page, as }) => {
    test.setTimeout(90_000)
    const tab = who === 'visitor' ? page : await as(who)
    await tab.setViewportSize({ width: 320, height: 700 })
    await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await tab.goto(path)
    await waitUntilLoaded(tab)
    await open?.(tab)
    await expectNoSidewaysScroll(tab)
    // If a dialog is open, only the dialog: pages are checked in every-page.spec.ts.
    const part = (await tab.getByRole('dialog').count()) > 0 ? '[role="dialog"]' : undefined
    expect(await findingsInThemes(tab, { part, ...TARGET_SIZES })).toEqual([])
  })
}

test.describe('moving between pages', () => {
  test('data is prefetched before the click, and going back restores position and filters', async ({
    page,
  }) => {
    await page.goto('/projects?category=Backend')
    await page.locator('html[data-hydrated]').waitFor()
    const card = page.locator('main li a[href^="/projects/"]').last()
    await card.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(100)
    const href = (await card.getAttribute('href')) ?? ''
    const id = href.split('/').pop()?.split('?')[0] ?? ''
    const fetched = page.waitForResponse((response) => response.url().endsWith(`/api/projects/${id}`))
    await card.hover()
    await fetched
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/projects/${id}`)) requested.push(request.url())
    })
    await card.click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(id))
    expect(requested).toEqual([])
    // The announcement of the list is not repeated for the project.
    await expect(page.locator('head [data-page]')).toHaveCount(0)

    await page.goBack()
    await expect(page).toHaveURL(/category=Backend/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  })

  test('a page that is opened by its address begins at its top', async ({ as }) => {
    const page = await as('developer')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/applications')
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    await page.goto('/private-dev/projects/new')
    await expect(page.getByLabel('Title')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })

  test('loading causes no layout shift for a signed-in person', async ({ as }) => {
    const page = await as('developer')
    for (const path of ['/', '/offers', '/about']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: /notifications/i })).toBeVisible()
      expect(await layoutShiftOf(page), path).toBeLessThan(0.001)
    }
  })

  test('nor for one whose address is not confirmed, on any width', async ({ as, server }) => {
    const account = { name: 'Eva', surname: 'Roldán', email: 'eva@example.com', password: 'Bridge-4711' }
    await signUpByApi(server.baseUrl, account, 'developer')
    const page = await as(account)
    const notice = page.getByText(/(we sent a link|enviado un enlace) .*eva@example.com/)
    // The browser remembers it from here.
    await page.goto('/about')
    await expect(notice).toBeVisible()
    for (const width of [1440, 640, 360]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['/about', '/es/offers']) {
        await page.goto(path)
        await expect(notice).toBeVisible()
        // On phones a button of the header moves by some pixels (0.001).
        expect(await layoutShiftOf(page), `${path} at ${width} px`).toBeLessThan(0.005)
      }
      const release = await holdResponses(page, '**/ConfirmNotice-*')
      await page.goto('/notifications')
      const title = page.getByRole('heading', { level: 1 })
      await expect(title).toBeVisible()
      const before = await title.boundingBox()
      release()
      await expect(notice).toBeVisible()
      expect(await title.boundingBox(), `notifications at ${width} px`).toEqual(before)
    }
  })
})

test('with reduced motion another theme applies immediately, down to the deepest element', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/offers')
  await page.locator('html[data-hydrated]').waitFor()
  const colours = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')].map((element) => getComputedStyle(element).color).join(),
    )
  const inLight = await colours()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const first = await colours()
  expect(first).not.toBe(inLight)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await colours()).toBe(first)
})

test('structured data describes the page, and the security policy blocks nothing on it', async ({ page }) => {
  await page.goto('/offers')
  const offer = page.locator('main li a[href^="/offers/"]').first()
  await page.goto((await offer.getAttribute('href')) ?? '')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(blocks[0] ?? '')['@graph'].map((thing: { '@type': string }) => thing['@type'])).toEqual([
    'JobPosting',
    'BreadcrumbList',
  ])
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(picture ?? '')).headers()['content-type']).toBe('image/jpeg')
  const manifest = await page.request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  for (const { src } of (await manifest.json()).icons)
    expect((await page.request.get(src)).status(), src).toBe(200)
})
