import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ACCOUNTS, type Role } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf, send } from './steps/api.ts'
import { expectNoSidewaysScroll } from './steps/axe.ts'
import { untilLoaded } from './steps/loaded.ts'
import { lucia } from './steps/people.ts'

type Who = 'visitor' | Role
type Seen = { path: string; by: readonly Who[] }

const everybody = (path: string): Seen => ({ path, by: ['visitor', 'developer', 'recruiter'] })
const only = (who: Who, path: string): Seen => ({ path, by: [who] })
const signedIn = (path: string): Seen => ({ path, by: ['developer', 'recruiter'] })

/** Every page of web/routes.tsx: where it is, and who sees it; `{offer}` is the first of its list. */
const PAGES: Record<string, Seen> = {
  'home/HomePage.tsx': everybody('/'),
  'offers/OffersPage.tsx': everybody('/offers'),
  'offers/OfferPage.tsx': everybody('/offers/{offer}'),
  'projects/ProjectsPage.tsx': everybody('/projects'),
  'projects/ProjectPage.tsx': everybody('/projects/{project}'),
  'devs/DevelopersPage.tsx': everybody('/developers'),
  'devs/ProfilePage.tsx': everybody('/profile/{developer}'),
  'recruiters/RecruiterPage.tsx': everybody('/recruiter/{recruiter}'),
  'legal/AboutPage.tsx': everybody('/about'),
  'legal/TermsPage.tsx': everybody('/legal/terms'),
  'legal/PrivacyPage.tsx': everybody('/legal/privacy'),
  'legal/CookiesPage.tsx': everybody('/legal/cookies'),
  'contact/ContactPage.tsx': everybody('/contact'),
  'users/ResetPasswordPage.tsx': everybody('/reset-password/x'),
  'users/LoginPage.tsx': only('visitor', '/login'),
  'users/RegisterPage.tsx': only('visitor', '/register'),
  'onboarding/OnboardingPage.tsx': signedIn('/onboarding'),
  'settings/SettingsPage.tsx': signedIn('/settings'),
  'devs/OwnProfilePage.tsx': only('developer', '/private-dev/profile'),
  'devs/EditOwnProfilePage.tsx': only('developer', '/private-dev/profile/edit'),
  'devs/OwnProjectsPage.tsx': only('developer', '/private-dev/projects'),
  'projects/NewProjectPage.tsx': only('developer', '/private-dev/projects/new'),
  'projects/EditProjectPage.tsx': only('developer', '/private-dev/projects/{ownProject}/edit'),
  'devs/EditDeveloperPage.tsx': only('developer', '/private-dev/developers/{self}/edit'),
  'applications/BoardPage.tsx': only('recruiter', '/private-rec/dashboard/{ownOffer}'),
  'recruiters/OwnRecruiterPage.tsx': only('recruiter', '/private-rec/profile'),
  'offers/DashboardPage.tsx': only('recruiter', '/private-rec/offers'),
  'layout/NotFoundPage.tsx': everybody('/nowhere'),
}

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
const SMALLEST = { width: 320, height: 640 }

test('every page of the application is covered below', () => {
  const routes = readFileSync(new URL('../web/routes.tsx', import.meta.url), 'utf8')
  const files = [...routes.matchAll(/'([a-z]+\/\w+\.tsx)'/g)].map(([, file]) => file)
  expect(Object.keys(PAGES).sort()).toEqual([...new Set(files)].sort())
})

for (const who of ['visitor', 'developer', 'recruiter'] as const) {
  test(`axe finds nothing on any page, on desktop and phone, in both themes: ${who}`, {
    tag: '@deep',
  }, async ({ page, as, server, allowErrors }) => {
    test.setTimeout(300_000)
    allowErrors(/status of 404.*\/nowhere/)
    const tab = who === 'visitor' ? page : await as(who)
    const places = await placesOf(server.baseUrl, who)
    for (const { path, by } of Object.values(PAGES)) {
      if (!by.includes(who) || path === '/onboarding') continue
      const address = path.replace(/\{(\w+)\}/, (_, name) => places[name] ?? '')
      await test.step(address, () => look(tab, address, who))
    }
    if (who === 'visitor') return
    const newcomer = { ...lucia, email: `new-${who}@example.com` }
    const body = { ...newcomer, 'confirm-password': newcomer.password, role: who }
    await send(server.baseUrl, 'POST', '/users/register', body)
    const wizard = await as(newcomer)
    await test.step('/onboarding', () => look(wizard, '/onboarding', who))
  })
}

async function look(page: Page, address: string, who: Who) {
  // A page that several see is looked at in the light at a desk by one, on a phone by the next.
  const [first, second] = who === 'developer' ? [PHONE, DESK] : [DESK, PHONE]
  await page.setViewportSize(first)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(address)
  await untilLoaded(page)
  expect(new URL(page.url()).pathname).not.toMatch(address === '/login' ? /^$/ : /^\/login/)

  const found = await findingsOf(page, 'all')
  await drawnAs(page, second, 'dark')
  found.push(...(await findingsOf(page, process.env.LONG === '1' ? 'all' : 'seen')))
  if (process.env.LONG === '1') {
    await drawnAs(page, first, 'dark')
    found.push(...(await findingsOf(page, 'all')))
    await drawnAs(page, second, 'light')
    found.push(...(await findingsOf(page, 'all')))
  }
  expect.soft(found, address).toEqual([])
  for (const size of [DESK, PHONE, SMALLEST]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
  }
}

async function drawnAs(page: Page, size: typeof DESK, colorScheme: 'light' | 'dark') {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // The colours follow with the next picture.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** The rules that depend on size and theme, or all rules of axe. */
async function findingsOf(page: Page, what: 'all' | 'seen'): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const asked =
    what === 'all'
      ? axe.options({ rules: { 'target-size': { enabled: true } } })
      : axe.withRules(['color-contrast', 'target-size', 'scrollable-region-focusable', 'heading-order'])
  return (await asked.analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** Ids for the paths: the first of each list, and the person's own. */
async function placesOf(baseUrl: string, who: Who): Promise<Record<string, string>> {
  const first = async (list: string) => [await (await fetch(`${baseUrl}/api${list}`)).json()].flat()[0]._id
  const places = {
    offer: await first('/offers?limit=1'),
    project: await first('/projects?limit=1'),
    developer: await first('/devs?limit=1'),
    recruiter: await first('/recruiters?limit=1'),
  }
  if (who === 'visitor') return places
  const { id } = await apiOf(baseUrl, ACCOUNTS[who])
  return who === 'developer'
    ? { ...places, self: id, ownProject: await first(`/projects/developer/${id}`) }
    : { ...places, ownOffer: await first(`/offers/profile/${id}`) }
}
