// `npm run screens`: pictures of the main screens of a running demo, for review.
// `npm run screens -- offers dark` takes only those whose file name contains every given word.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { STATES } from '../contract/applications.ts'
import { ACCOUNTS, type Role, signIn } from '../e2e/accounts.ts'
import { CHROMIUM_ARGS, requireBrowser } from './browser.mjs'

const BASE_URL = process.env.BASE_URL ?? 'http://localhost:3000'
const FOLDER = 'screens'
const SETTLE_MS = 15_000

const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
]
const THEMES = ['light', 'dark'] as const

type Viewer = 'visitor' | Role

/**
 * Placeholders in a path: `{offer}` is the id of the first offer of the list, with `mostOf` of the one whose count
 * is highest.
 */
const PLACEHOLDERS: Record<string, { list: string; as?: Role; mostOf?: string }> = {
  '{offer}': { list: '/offers?limit=1' },
  '{project}': { list: '/projects?limit=1' },
  '{developer}': { list: '/devs?limit=1' },
  '{recruiter}': { list: '/recruiters?limit=1' },
  '{ownOffer}': { list: '/offers/profile/{me}', as: 'recruiter', mostOf: 'applicantsCount' },
  '{ownProject}': { list: '/projects/developer/{me}?limit=1', as: 'developer' },
  '{self}': { list: '/users/getUserProfile', as: 'developer' },
  '{partner}': { list: '/messages/users', as: 'developer' },
  '{closedOffer}': { list: '/offers/mine?state=closed&limit=1', as: 'recruiter' },
  ...Object.fromEntries(
    STATES.map((state) => [
      `{${state}}`,
      { list: `/applications?state=${state}&limit=1`, as: 'developer' as const },
    ]),
  ),
}

/** The steps on a page before its picture is taken. */
type Act = (page: Page) => Promise<void>

const openBell: Act = async (page) => {
  await page.getByRole('button', { name: /^(Notifications|Notificaciones)/ }).click()
  await page.getByRole('dialog').waitFor()
}

/** Makes an unsent decision; that of an earlier run is undone first. */
const reject: Act = async (page) => {
  // Without a board each status is a tab.
  const open = async (name: RegExp) => {
    const tab = page.getByRole('tab', { name })
    if (await tab.isVisible()) await tab.click()
  }
  const undo = page.getByRole('button', { name: /^(Undo the decision|Deshacer)/ }).first()
  await open(/^(Rejected|Descartada)/)
  if (await undo.isVisible()) await undo.click()
  await open(/^(Pending|Pendiente)/)
  const status = page.getByRole('combobox', { name: /^(Status of|Estado de)/ }).first()
  await status.selectOption('rejected')
  await open(/^(Rejected|Descartada)/)
  await undo.waitFor()
}

type Screen = [viewer: Viewer, name: string, path: string, act?: Act]

const SCREENS: Screen[] = [
  ['visitor', 'home', '/'],
  ['visitor', 'offers', '/offers'],
  ['visitor', 'offer', '/offers/{offer}'],
  ['visitor', 'closed-offer', '/offers/{closedOffer}'],
  ['visitor', 'projects', '/projects'],
  ['visitor', 'project', '/projects/{project}'],
  ['visitor', 'developers', '/developers'],
  ['visitor', 'profile', '/profile/{developer}'],
  ['visitor', 'recruiter', '/recruiter/{recruiter}'],
  ['visitor', 'short-address', '/@lucia'],
  ['visitor', 'short-address-recruiter', '/@marta'],
  ['visitor', 'login', '/login'],
  ['visitor', 'register', '/register'],
  ['visitor', 'reset-password', '/reset-password/no-such-token'],
  ['visitor', 'about', '/about'],
  ['visitor', 'contact', '/contact'],
  ['visitor', 'terms', '/legal/terms'],
  ['visitor', 'privacy', '/legal/privacy'],
  ['visitor', 'cookies', '/legal/cookies'],
  ['visitor', 'not-found', '/no-such-page'],
  ['developer', 'home', '/'],
  ['developer', 'offers', '/offers'],
  ['developer', 'offer', '/offers/{offer}'],
  ['developer', 'project', '/projects/{project}'],
  ['developer', 'own-profile', '/profile'],
  ['developer', 'private-profile', '/private-dev/profile'],
  ['developer', 'edit-profile', '/private-dev/profile/edit'],
  ['developer', 'edit-developer', '/private-dev/developers/{self}/edit'],
  ['developer', 'own-projects', '/private-dev/projects'],
  ['developer', 'new-project', '/private-dev/projects/new'],
  ['developer', 'edit-project', '/private-dev/projects/{ownProject}/edit'],
  ['developer', 'onboarding', '/onboarding'],
  ['developer', 'settings', '/settings'],
  ['developer', 'applications', '/applications'],
  ...STATES.map((state): Screen => ['developer', `application-${state}`, `/applications/{${state}}`]),
  ['developer', 'bell', '/about', openBell],
  ['developer', 'messages', '/messages'],
  ['developer', 'conversation', '/messages/{partner}'],
  ['developer', 'notifications', '/notifications'],
  ['developer', 'notification-settings', '/settings/notifications'],
  ['developer', 'address-settings', '/settings/address'],
  ['recruiter', 'home', '/'],
  ['recruiter', 'offers', '/offers'],
  ['recruiter', 'own-offer', '/offers/{ownOffer}'],
  ['recruiter', 'developers', '/developers'],
  ['recruiter', 'profile', '/profile/{developer}'],
  ['recruiter', 'own-page', '/private-rec/profile'],
  ['recruiter', 'own-offers', '/private-rec/offers'],
  ['recruiter', 'pipeline', '/private-rec/dashboard/{ownOffer}'],
  ['recruiter', 'pipeline-unsent', '/private-rec/dashboard/{ownOffer}', reject],
  ['recruiter', 'bell', '/about', openBell],
  ['recruiter', 'settings', '/settings'],
  ['recruiter', 'notifications', '/notifications'],
  ['recruiter', 'notification-settings', '/settings/notifications'],
  ['recruiter', 'company-settings', '/settings/company'],
]

const words = process.argv.slice(2)
const pictures = SCREENS.flatMap(([who, name, path, act]) =>
  SIZES.flatMap((size) =>
    THEMES.map((theme) => {
      const file = `${who}/${name}-${size.width}-${theme}.png`
      return { who, path, act, size, theme, file }
    }),
  ),
).filter(({ file }) => words.every((word) => file.includes(word)))

const executablePath = requireBrowser()
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
const tokens = new Map<Role, string>()
const failures: string[] = []
for (const picture of pictures) {
  try {
    await take(browser, picture)
  } catch (error) {
    failures.push(`${picture.file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
await browser.close()
console.log(`${pictures.length - failures.length} pictures in ${FOLDER}/`)
for (const failure of failures) console.error(failure)
process.exitCode = failures.length > 0 ? 1 : 0

async function take(browser: Browser, { who, path, act, size, theme, file }: (typeof pictures)[number]) {
  const localStorage = who === 'visitor' ? [] : [{ name: 'token', value: await tokenOf(who) }]
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    baseURL: BASE_URL,
    storageState: { cookies: [], origins: [{ origin: new URL(BASE_URL).origin, localStorage }] },
  })
  try {
    const page = await context.newPage()
    await page.goto(await fillIn(path))
    await page.waitForSelector('html[data-hydrated]', { timeout: SETTLE_MS })
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, {
      timeout: SETTLE_MS,
    })
    await page.evaluate(() => document.fonts.ready)
    await act?.(page)
    mkdirSync(dirname(join(FOLDER, file)), { recursive: true })
    await page.screenshot({ path: join(FOLDER, file), fullPage: true })
  } finally {
    await context.close()
  }
}

/** The path with its placeholder replaced by an id of the running demo. */
async function fillIn(path: string): Promise<string> {
  const placeholder = /\{[\w-]+\}/.exec(path)?.[0]
  if (!placeholder) return path
  const source = PLACEHOLDERS[placeholder]
  if (!source) throw new Error(`Unknown placeholder ${placeholder}.`)
  const me = source.as ? idOf((await readRows('/users/getUserProfile', source.as))[0]) : ''
  const found = await readRows(source.list.replace('{me}', me), source.as)
  const { mostOf } = source
  if (mostOf) found.sort((a, b) => Number(b[mostOf]) - Number(a[mostOf]))
  return path.replace(placeholder, idOf(found[0]))
}

type Row = Record<string, unknown>

async function readRows(path: string, who: Role | undefined): Promise<Row[]> {
  const response = await fetch(`${BASE_URL}/api${path}`, {
    headers: who ? { authorization: `Bearer ${await tokenOf(who)}` } : {},
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`)
  return [await response.json()].flat()
}

function idOf(thing: Row | undefined): string {
  if (typeof thing?._id !== 'string') throw new Error('The demo has no such row.')
  return thing._id
}

async function tokenOf(who: Role): Promise<string> {
  const token = tokens.get(who) ?? (await signIn(BASE_URL, ACCOUNTS[who]))
  tokens.set(who, token)
  return token
}
