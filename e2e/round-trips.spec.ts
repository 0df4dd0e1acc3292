import type { Page, Request, Route } from '@playwright/test'
import { ACCOUNTS, type Role } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf } from './steps/api.ts'

/** A page waits for its own data, and at most once more for data that depends on it. */
const MOST = 2

/** Headings behind a dialog are hidden from screen readers. */
const OPENS_DIALOG = /^\/private-dev\/(profile|developers\/[^/]+)\/edit$/

/** Data loaded before the socket connects is fetched again afterwards. */
const FOLLOWS_SOCKET = /^GET \/api\/(messages|notifications|offers\/[^/]+\/candidates)/

type Thing = { _id: string; owner?: { _id: string } }

async function idsOf(baseUrl: string) {
  const developer = await apiOf(baseUrl, ACCOUNTS.developer)
  const recruiter = await apiOf(baseUrl, ACCOUNTS.recruiter)
  const first = async (path: string, isWanted = (_: Thing) => true) => {
    const found = (await developer.get<Thing[]>(path)).find(isWanted)
    if (!found) throw new Error(`The demo world has nothing of the kind in ${path}.`)
    return found._id
  }
  return {
    developer: developer.id,
    recruiter: recruiter.id,
    project: await first('/projects', ({ owner }) => owner?._id !== developer.id),
    ownProject: await first(`/projects/developer/${developer.id}`),
    ownOffer: await first(`/offers/profile/${recruiter.id}`),
    offer: await first('/offers?limit=100', ({ owner }) => owner?._id !== recruiter.id),
  }
}
type Ids = Awaited<ReturnType<typeof idsOf>>

const PAGES: Record<'visitor' | Role, (at: Ids) => string[]> = {
  visitor: (at) => [
    '/projects?category=Backend',
    `/projects/${at.project}`,
    '/developers?category=Backend',
    `/profile/${at.developer}`,
    '/offers?contractType=Full-time',
    `/offers/${at.offer}`,
    `/recruiter/${at.recruiter}`,
  ],
  developer: (at) => [
    '/projects',
    `/projects/${at.project}`,
    `/projects/${at.ownProject}`,
    '/developers',
    '/profile',
    `/profile/${at.developer}?tab=offers`,
    '/private-dev/profile',
    '/private-dev/projects',
    '/private-dev/profile/edit',
    `/private-dev/developers/${at.developer}/edit`,
    '/private-dev/projects/new',
    `/private-dev/projects/${at.ownProject}/edit`,
    '/offers',
    '/offers?tab=applied',
    '/offers?hideApplied=true',
    `/offers/${at.offer}`,
    `/recruiter/${at.recruiter}`,
  ],
  recruiter: (at) => [
    `/profile/${at.developer}`,
    '/offers',
    `/offers/${at.offer}`,
    `/offers/${at.ownOffer}`,
    `/recruiter/${at.recruiter}`,
    '/private-rec/profile',
    '/private-rec/offers',
    `/private-rec/dashboard/${at.ownOffer}`,
    `/private-rec/dashboard/${at.ownOffer}?view=list`,
  ],
}

for (const who of ['visitor', 'developer', 'recruiter'] as const) {
  test(`no page of a ${who} needs more than ${MOST} round trips or repeats a request`, {
    tag: '@deep',
  }, async ({ page, as, server }) => {
    // Up to seventeen pages in a row.
    test.slow()
    const tab = who === 'visitor' ? page : await as(who)
    // From here the browser renders a visitor's pages; a signed-in person reloads each of them.
    if (who === 'visitor') await tab.goto('/about', { waitUntil: 'networkidle' })
    const rounds = await watchRounds(tab)
    for (const path of PAGES[who](await idsOf(server.baseUrl))) {
      if (who === 'visitor') await walkTo(tab, path)
      else await tab.goto(path)
      const requested = await rounds()
      const message = `${path} requested ${JSON.stringify(requested, null, 1)}`
      expect(requested.length, message).toBeLessThanOrEqual(MOST)
      expect(requested.flat(), message).toEqual([...new Set(requested.flat())])
      await expect(tab.locator('main [aria-busy="true"]')).toHaveCount(0)
      const shown = OPENS_DIALOG.test(path) ? tab.getByRole('dialog') : tab.locator('main')
      await expect(shown.getByRole('heading').first()).toBeVisible()
      await expect(tab.locator('main').getByRole('button', { name: 'Try again' })).toHaveCount(0)
    }
  })
}

function nameOf(request: Request) {
  const { pathname, search } = new URL(request.url())
  return `${request.method()} ${pathname}${search}`
}

/** Navigates like a link, without one. */
const walkTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * Holds every call to the API until the page has nothing left to do without its response; those that wait together are
 * one round trip. Lazy parts and repeated socket events do not count.
 */
async function watchRounds(page: Page) {
  const held = new Set<Route>()
  let completed = new Set<string>()
  const running = new Set<Request>()
  let begun = 0
  page.on('request', (request) => {
    if (request.url().includes('/socket.io/')) return
    running.add(request)
    begun += 1
  })
  const end = (request: Request) => void running.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.route(
    (url) => url.pathname.startsWith('/api/') && !url.pathname.startsWith('/api/github/'),
    (route) => {
      const name = nameOf(route.request())
      if (completed.has(name) && FOLLOWS_SOCKET.test(name)) void route.continue()
      else held.add(route)
    },
  )

  const pending = () => {
    const waiting = new Set([...held].map((route) => route.request()))
    return [...running].filter((request) => !waiting.has(request)).map((request) => request.url())
  }
  const untilIdle = async () => {
    let seen: number
    do {
      await expect.poll(pending, { intervals: [5] }).toEqual([])
      seen = begun
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestAnimationFrame(idle))))
    } while (seen !== begun || pending().length > 0)
  }

  return async () => {
    const rounds: string[][] = []
    completed = new Set()
    await untilIdle()
    while (held.size > 0) {
      const round = [...held]
      rounds.push(round.map((route) => nameOf(route.request())))
      // Sequentially with their effects: a response may cancel or repeat other calls.
      for (const route of round) {
        held.delete(route)
        completed.add(nameOf(route.request()))
        await route.continue()
        await untilIdle()
      }
    }
    return rounds
  }
}
