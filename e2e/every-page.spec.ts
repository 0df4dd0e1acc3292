import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LANGUAGES } from '#contract/locale.ts'
import type { Project } from '#contract/projects.ts'
import { catalogueText } from '../server/test/foreign-words.ts'
import { ACCOUNTS, type Role } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf, send } from './steps/api.ts'
import { axeOf, expectNoSidewaysScroll, namesOf, setColorScheme } from './steps/axe.ts'
import { waitUntilLoaded } from './steps/loaded.ts'
import { Overlays } from './steps/overlays.ts'
import { lucia } from './steps/people.ts'
import { Reader } from './steps/reading.ts'
import { completeWizard } from './steps/wizard.ts'

type Who = 'visitor' | Role
type Seen = { path: string; by: readonly Who[] }

/** Pages independent of the role: a recruiter sees the visitor's page. */
const alike = (path: string): Seen => ({ path, by: ['visitor', 'developer'] })
const everybody = (path: string): Seen => ({ path, by: ['visitor', 'developer', 'recruiter'] })
const only = (who: Who, path: string): Seen => ({ path, by: [who] })
const signedIn = (path: string): Seen => ({ path, by: ['developer', 'recruiter'] })

/** Every page of web/routes.tsx with its path and its readers; parametersOf fills in `{offer}` etc. */
const PAGES: Record<string, Seen> = {
  'home/HomePage.tsx': everybody('/'),
  'offers/OffersPage.tsx': everybody('/offers'),
  'offers/OfferPage.tsx': everybody('/offers/{offer}'),
  'projects/ProjectsPage.tsx': everybody('/projects'),
  'projects/ProjectPage.tsx': everybody('/projects/{project}'),
  'devs/DevelopersPage.tsx': everybody('/developers'),
  'devs/ProfilePage.tsx': everybody('/profile/{developer}'),
  'recruiters/RecruiterPage.tsx': everybody('/recruiter/{recruiter}'),
  'handles/HandlePage.tsx': only('visitor', '/@lucia'),
  'legal/AboutPage.tsx': alike('/about'),
  'legal/SafetyPage.tsx': alike('/about/safety'),
  'legal/TermsPage.tsx': alike('/legal/terms'),
  'legal/PrivacyPage.tsx': alike('/legal/privacy'),
  'legal/CookiesPage.tsx': alike('/legal/cookies'),
  'contact/ContactPage.tsx': alike('/contact'),
  'users/ResetPasswordPage.tsx': alike('/reset-password/x'),
  'users/LoginPage.tsx': only('visitor', '/login'),
  'users/RegisterPage.tsx': only('visitor', '/register'),
  'onboarding/OnboardingPage.tsx': signedIn('/onboarding'),
  'settings/SettingsPage.tsx': signedIn('/settings'),
  'settings/PrivacyPage.tsx': signedIn('/settings/privacy'),
  'handles/AddressPage.tsx': signedIn('/settings/address'),
  'security/SecurityPage.tsx': signedIn('/settings/security'),
  'security/ConfirmPage.tsx': alike('/confirm/x'),
  'security/UndoEmailPage.tsx': alike('/email-change/undo/x'),
  'notifications/UnsubscribePage.tsx': alike('/unsubscribe/x'),
  'moderation/AppealPage.tsx': alike('/appeal/x'),
  // Without providers it shows the 404 page.
  'openid/OpenIdPage.tsx': alike('/login/oidc/github'),
  // These people see the 404 page.
  'moderation/AdminPage.tsx': alike('/admin'),
  'messages/MessagesPage.tsx': signedIn('/messages'),
  'notifications/NotificationsPage.tsx': signedIn('/notifications'),
  'verification/CompanyPage.tsx': { path: '/settings/company', by: ['recruiter'] },
  'notifications/NotificationSettingsPage.tsx': signedIn('/settings/notifications'),
  'devs/OwnProfilePage.tsx': only('developer', '/private-dev/profile'),
  'devs/EditOwnProfilePage.tsx': only('developer', '/private-dev/profile/edit'),
  'devs/OwnProjectsPage.tsx': only('developer', '/private-dev/projects'),
  'projects/NewProjectPage.tsx': only('developer', '/private-dev/projects/new'),
  'projects/EditProjectPage.tsx': only('developer', '/private-dev/projects/{ownProject}/edit'),
  'devs/EditDeveloperPage.tsx': only('developer', '/private-dev/developers/{self}/edit'),
  'applications/ApplicationsPage.tsx': only('developer', '/applications'),
  'applications/ApplicationPage.tsx': only('developer', '/applications/{ownApplication}'),
  'applications/BoardPage.tsx': only('recruiter', '/private-rec/dashboard/{ownOffer}'),
  'recruiters/OwnRecruiterPage.tsx': only('recruiter', '/private-rec/profile'),
  'offers/DashboardPage.tsx': only('recruiter', '/private-rec/offers'),
  'layout/NotFoundPage.tsx': alike('/nowhere'),
}

/** Pages of moderators; the last one is a report. */
const MODERATION = [
  '',
  '/people',
  '/offers',
  '/tickets',
  '/log',
  '/numbers',
  '/jobs',
  '/announcements',
  '/reports/{report}',
].map((path) => `/admin${path}`)

test.use({ serverEnv: { MODERATOR_EMAILS: ACCOUNTS.recruiter.email } })

/** The buttons that open the dialogs of the settings. */
const SETTINGS = ['settings_account', 'settings_change_password_title', 'settings_remove_account_title']
const SECURITY = ['security_change_email', 'security_set_up', 'security_add_passkey']

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
const SMALLEST = { width: 320, height: 640 }
/** The viewport of a window of 1280 × 800 at 200 %. */
const ENLARGED = { width: 640, height: 400 }

test('every page of the application is covered below', () => {
  const routes = readFileSync(new URL('../web/routes.tsx', import.meta.url), 'utf8')
  const files = [...routes.matchAll(/'([a-z]+\/\w+\.tsx)'/g)].map(([, file]) => file)
  expect(Object.keys(PAGES).sort()).toEqual([...new Set(files)].sort())
})

for (const who of ['visitor', 'developer', 'recruiter'] as const) {
  test(`axe finds nothing on any page, on desktop and phone, in both themes: ${who}`, {
    tag: '@deep',
  }, async ({ page, as, server, allowErrors }) => {
    test.setTimeout(process.env.LONG === '1' ? 900_000 : 300_000)
    allowErrors(/status of 404.*\/(nowhere|admin)/)
    const tab = who === 'visitor' ? page : await as(who)
    const parameters = await parametersOf(server.baseUrl, who)
    for (const { path, by } of Object.values(PAGES)) {
      if (!by.includes(who) || path === '/onboarding') continue
      const address = path.replace(/\{(\w+)\}/, (_, name) => parameters[name] ?? '')
      await test.step(address, () => look(tab, address, who))
    }
    const rows = '/offers?view=list'
    if (who === 'visitor') return void (await test.step(rows, () => look(tab, rows, who)))
    if (who === 'recruiter') {
      const cards = '/private-rec/offers?view=grid'
      await test.step(cards, () => look(tab, cards, who))
    }
    const wizard = await as(await newcomerOf(server.baseUrl, who))
    await test.step('/onboarding', () => look(wizard, '/onboarding', who))
  })
}

for (const language of LANGUAGES) {
  for (const who of ['visitor', 'developer', 'recruiter'] as const) {
    test(`no page, menu, dialog or error shows truncated text, or text in another language than ${language}: ${who}`, {
      tag: ['@deep', '@LANG-01'],
    }, async ({ page: visited, as, server, allowErrors }) => {
      // A minute each: without --long only the role with most pages, in the longer language.
      test.skip(!process.env.LONG && (language !== 'es' || who !== 'developer'), 'walked with --long')
      test.setTimeout(process.env.LONG === '1' ? 900_000 : 480_000)
      allowErrors(/status of 4\d\d/)
      const tab = who === 'visitor' ? visited : await as(who)
      await tab.emulateMedia({ reducedMotion: 'reduce' })
      const reader = new Reader(language, await writtenNames(server.baseUrl))
      let found = new Set<string>()
      const expectNothing = (where: string) => {
        expect.soft([...found], where).toEqual([])
        found = new Set()
      }
      const read = async (page: Page, where: string, sizes: (typeof DESK)[]) => {
        for (const text of await reader.foreignTexts(page)) found.add(`${where}: ${text}`)
        for (const size of sizes) {
          await page.setViewportSize(size)
          for (const text of await reader.cutTexts(page))
            found.add(`${where}, cut at ${size.width} px: ${text}`)
        }
        if (language === 'es') return
        for (const text of await reader.cutTexts(page, true)) found.add(`${where}, cut when longer: ${text}`)
      }
      // Spanish unchanged; English lengthened to stand for a longer language.
      const sizes = language === 'es' ? [ENLARGED, SMALLEST] : [SMALLEST]
      const small = (opened: string) => read(tab, opened, sizes)
      const settings = [...SETTINGS, ...SECURITY].map((key) => catalogueText(language, key))
      const overlays = new Overlays(tab, language, small, settings)
      const [first = '', ...others] = await addressesOf(server.baseUrl, who)
      for (const address of [first, ...others]) {
        await test.step(address, async () => {
          await tab.setViewportSize(DESK)
          await tab.goto(`/${language}${address}`.replace(/\/$/, ''))
          await waitUntilLoaded(tab)
          await read(tab, address, [DESK])
          if (address === first) await overlays.openAll('header')
          await small(address)
          await overlays.openAll()
          expectNothing(address)
        })
      }
      if (who !== 'visitor') {
        await tab.getByRole('button', { name: catalogueText(language, 'messages_open_chat') }).click()
        const chat = tab.getByRole('dialog')
        await chat.getByRole('region').getByRole('button').first().click()
        await chat.getByRole('textbox').waitFor()
        await small('a conversation')
        await overlays.openAll('[role="dialog"]')
        const wizard = await as(await newcomerOf(server.baseUrl, who, language))
        await wizard.goto(`/${language}/onboarding`)
        await read(wizard, 'the wizard', sizes)
        await completeWizard(wizard, language, who, () => read(wizard, 'the wizard', sizes))
      }
      expectNothing('chat and wizard')
      expect(overlays.opened.length).toBeGreaterThan(who === 'visitor' ? 3 : 10)
      if (who !== 'developer') return
      expect(overlays.opened).toEqual(expect.arrayContaining(settings))
    })
  }
}

/** Has only registered. */
async function newcomerOf(baseUrl: string, role: Role, kind = 'new') {
  const newcomer = { ...lucia, email: `${kind}-${role}@example.com` }
  const body = { ...newcomer, 'confirm-password': newcomer.password, role }
  await send(baseUrl, 'POST', '/users/register', body)
  return newcomer
}

/** Skills, locations and subjects of tickets are user content in any language. */
async function writtenNames(baseUrl: string): Promise<Set<string>> {
  const all = async <Item>(path: string) => (await (await fetch(`${baseUrl}/api${path}`)).json()) as Item[]
  const skills = await all<{ name: string }>('/offers/allskills')
  const projects = await all<{ skills: string[] }>('/projects?limit=100')
  const offers = await all<{ location?: string }>('/offers?limit=50')
  const moderator = await apiOf(baseUrl, ACCOUNTS.recruiter)
  const tickets = await moderator.get<{ subject: string }[]>('/admin/tickets')
  return new Set([
    ...skills.map(({ name }) => name),
    ...projects.flatMap(({ skills: used }) => used),
    ...offers.flatMap(({ location }) => location ?? []),
    ...tickets.map(({ subject }) => subject),
  ])
}

/** Pages that look the same for everybody are checked as a visitor; a recruiter also checks those of moderators. */
async function addressesOf(baseUrl: string, who: Who): Promise<string[]> {
  const parameters = await parametersOf(baseUrl, who)
  const seen = Object.values(PAGES).filter(
    ({ path, by }) =>
      by.includes(who) && path !== '/onboarding' && (who === 'visitor' || by.join() !== 'visitor,developer'),
  )
  const paths = seen.map(({ path }) => path)
  if (who === 'recruiter') {
    const [developer, moderator] = [
      await apiOf(baseUrl, ACCOUNTS.developer),
      await apiOf(baseUrl, ACCOUNTS.recruiter),
    ]
    const report = { kind: 'offer', id: parameters.offer, reason: 'scam' }
    // A person reports a thing once: the report of the former language is still open.
    const [open] = await moderator.get<{ _id: string }[]>('/admin/reports?limit=1')
    parameters.report = (open ?? (await developer.post<{ _id: string }>('/reports', report)))._id
    paths.push(...MODERATION)
  }
  return paths.map((path) => path.replace(/\{(\w+)\}/, (_, name) => parameters[name] ?? ''))
}

async function look(page: Page, address: string, who: Who) {
  // A page for several people is checked in the light theme on a desktop by one, on a phone by the next.
  const [first, second] = who === 'developer' ? [PHONE, DESK] : [DESK, PHONE]
  await page.setViewportSize(first)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(address)
  await waitUntilLoaded(page)
  // It is not replaced by the login.
  if (!address.startsWith('/login')) expect(new URL(page.url()).pathname).not.toMatch(/^\/login/)

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
  await setColorScheme(page, colorScheme)
}

/** The rules that depend on size and theme, or all rules of axe. */
async function findingsOf(page: Page, what: 'all' | 'seen'): Promise<string[]> {
  const axe =
    what === 'all'
      ? axeOf(page, { rules: { 'target-size': { enabled: true } } })
      : axeOf(page).withRules([
          'color-contrast',
          'target-size',
          'scrollable-region-focusable',
          'heading-order',
        ])
  return namesOf(await axe.analyze())
}

/** Ids for the paths: an offer of the demo's recruiter, a project of its developer that has code, and these two. */
async function parametersOf(baseUrl: string, who: Who): Promise<Record<string, string>> {
  const developer = await apiOf(baseUrl, ACCOUNTS.developer)
  const recruiter = await apiOf(baseUrl, ACCOUNTS.recruiter)
  const [offer] = await recruiter.get<{ _id: string }[]>(`/offers/profile/${recruiter.id}?limit=1`)
  const listed = await developer.get<{ _id: string }[]>(`/projects/developer/${developer.id}`)
  const projects = await Promise.all(listed.map(({ _id }) => developer.get<Project>(`/projects/${_id}`)))
  const project = projects.find(({ codeSections }) => codeSections.length > 0)
  const parameters = {
    offer: offer?._id ?? '',
    project: project?._id ?? '',
    developer: developer.id,
    recruiter: recruiter.id,
  }
  if (who === 'visitor') return parameters
  const [application] = await developer.get<{ _id: string }[]>('/applications?limit=1')
  return who === 'developer'
    ? {
        ...parameters,
        self: developer.id,
        ownProject: parameters.project,
        ownApplication: application?._id ?? '',
      }
    : { ...parameters, ownOffer: parameters.offer }
}
