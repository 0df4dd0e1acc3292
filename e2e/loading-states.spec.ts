import type { Page } from '@playwright/test'
import { ACCOUNTS, type Role } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf } from './steps/api.ts'
import { holdResponses } from './steps/hold-responses.ts'

/** Faster responses show no placeholder. */
const MOMENT_MS = 100

const CALLS = '**/api/**'

type Thing = { _id: string }

async function pathsOf(baseUrl: string): Promise<Record<'visitor' | Role, string[]>> {
  const developer = await apiOf(baseUrl, ACCOUNTS.developer)
  const recruiter = await apiOf(baseUrl, ACCOUNTS.recruiter)
  const first = async (list: string) => (await developer.get<Thing[]>(list))[0]?._id
  const ownOffer = await first(`/offers/profile/${recruiter.id}`)
  return {
    visitor: [
      '/',
      '/offers',
      `/offers/${await first('/offers?limit=1')}`,
      '/projects',
      `/projects/${await first('/projects')}`,
      '/developers',
      `/profile/${developer.id}`,
      `/recruiter/${recruiter.id}`,
    ],
    developer: ['/profile', '/private-dev/projects', '/offers?tab=applied', '/settings/privacy'],
    recruiter: ['/private-rec/offers', `/private-rec/dashboard/${ownOffer}`, '/private-rec/profile'],
  }
}

for (const who of ['visitor', 'developer', 'recruiter'] as const) {
  test(`no placeholder is visible before ${MOMENT_MS} ms on any page, and after that it is: ${who}`, {
    tag: '@deep',
  }, async ({ page, as, server }) => {
    const tab = who === 'visitor' ? page : await as(who)
    await tab.addInitScript(watchPlaceHolders)
    for (const [index, path] of (await pathsOf(server.baseUrl))[who].entries()) {
      await test.step(path, async () => {
        await tab.emulateMedia({ reducedMotion: index % 2 === 0 ? 'no-preference' : 'reduce' })
        await startAfresh(tab)
        const letGo = await holdResponses(tab, CALLS)
        await walkTo(tab, path)
        await expect.poll(() => youngestOf(tab), path).toBeLessThan(Number.POSITIVE_INFINITY)
        letGo()
        await expect(tab.locator('main [aria-busy="true"]')).toHaveCount(0)
        expect(await youngestOf(tab), path).toBeGreaterThanOrEqual(MOMENT_MS)
        await tab.unrouteAll({ behavior: 'wait' })
      })
    }
  })
}

test('a list stays unchanged until another filter has taken 100 ms', { tag: '@OFF-08' }, async ({ page }) => {
  await startAfresh(page)
  await walkTo(page, '/offers')
  const cards = page.locator('main').getByRole('article')
  await expect(cards.first()).toBeVisible()
  const letGo = await holdResponses(page, '**/api/offers?*')
  const keptMs = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        const list = document.querySelector('main ul:has(article)')
        new MutationObserver(() => list?.isConnected || resolve(performance.now() - began)).observe(
          document.body,
          { childList: true, subtree: true },
        )
      }),
  )
  await walkTo(page, '/offers?contractType=Full-time')
  expect(await keptMs).toBeGreaterThanOrEqual(MOMENT_MS)
  await expect(page.locator('main [aria-busy="true"]')).toBeVisible()
  letGo()
  await expect(cards.first()).toBeVisible()
})

/** Starts on a page without requests and cached data, so that the browser renders the next one. */
async function startAfresh(page: Page) {
  await page.goto('/about')
  await page.locator('html[data-hydrated]').waitFor()
}

/** Navigates like a link, without one. */
const walkTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Age of the first visible placeholder (ms); infinite if there was none. */
const youngestOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { youngest: number }).youngest)

/** Runs in the page: records each visible placeholder per frame, and when it was inserted. */
function watchPlaceHolders() {
  const world = globalThis as unknown as { youngest: number }
  world.youngest = Number.POSITIVE_INFINITY
  const born = new Map<Element, number>()
  const PLACEHOLDER = '.animate-shimmer, .animate-spin, .show-delayed, [role="progressbar"]'
  const find = () => {
    for (const element of document.querySelectorAll(PLACEHOLDER)) {
      if (!born.has(element)) born.set(element, Number(document.timeline.currentTime))
    }
  }
  new MutationObserver(find).observe(document, { childList: true, subtree: true })
  const look = (now: number) => {
    for (const [element, since] of born) {
      const { width, height } = element.getBoundingClientRect()
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (isSeen && width > 0 && height > 0) world.youngest = Math.min(world.youngest, now - since)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
