import type { Page } from '@playwright/test'
import { ACCOUNTS, type Role, signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { expectNoSidewaysScroll, findingsInThemes } from './steps/axe.ts'
import { waitUntilLoaded } from './steps/loaded.ts'

type Overlay = { name: RegExp; kind: 'dialog' | 'alertdialog' | 'menu'; from?: string }
type Case = {
  who: Role
  path: string
  /** In the first offer of that list. */
  isBoard?: true
  /** The page that the first such link of that list opens. */
  link?: string
  width?: number
  /** The trigger; `from` is an entry of the menu that opens first. */
  overlays: Overlay[]
}

/** Overlays besides those of accessibility.spec.ts. */
const CASES: Case[] = [
  { who: 'recruiter', path: '/private-rec/profile', overlays: [{ name: /^Edit profile/, kind: 'dialog' }] },
  {
    who: 'recruiter',
    path: '/private-rec/offers',
    overlays: [
      { name: /create/i, kind: 'dialog' },
      { name: /^Options for/, kind: 'menu' },
      { name: /^Options for/, kind: 'alertdialog', from: 'Delete' },
    ],
  },
  {
    who: 'recruiter',
    path: '/private-rec/offers',
    isBoard: true,
    overlays: [{ name: /^Details of/, kind: 'dialog' }],
  },
  {
    who: 'recruiter',
    path: '/private-rec/offers?state=published',
    link: '/offers/',
    overlays: [{ name: /^Close offer/, kind: 'alertdialog' }],
  },
  {
    who: 'developer',
    path: '/applications?state=waiting',
    link: '/applications/',
    overlays: [{ name: /^Withdraw/, kind: 'dialog' }],
  },
  { who: 'recruiter', path: '/about', overlays: [{ name: /notifications/i, kind: 'dialog' }] },
  {
    who: 'recruiter',
    path: '/about',
    width: 768,
    overlays: [
      { name: /Marta/, kind: 'menu' },
      { name: /^Theme/, kind: 'menu' },
    ],
  },
  { who: 'developer', path: '/offers', overlays: [{ name: /^Filters/, kind: 'dialog' }] },
  {
    who: 'developer',
    path: '/settings',
    overlays: [
      { name: /^User Account/, kind: 'dialog' },
      { name: /^Change Password/, kind: 'dialog' },
      { name: /^Remove Account/, kind: 'dialog' },
    ],
  },
  {
    who: 'developer',
    path: '/profile?tab=experiences',
    overlays: [
      { name: /^Create experience/, kind: 'dialog' },
      { name: /^Remove /, kind: 'alertdialog' },
    ],
  },
  {
    who: 'developer',
    path: '/profile?tab=studies',
    overlays: [{ name: /^Create study/, kind: 'dialog' }],
  },
  {
    who: 'developer',
    path: '/profile?tab=projects',
    overlays: [
      { name: /^Create project/, kind: 'dialog' },
      { name: /^Arrange projects/, kind: 'dialog' },
    ],
  },
]

for (const { who, path, isBoard, link, width = 320, overlays } of CASES) {
  const names = overlays.map(({ name, from }) => (from ? `${name} ${from}` : name)).join(', ')
  test(`an overlay is accessible in both themes at ${width} px and returns the focus: ${who}, ${path}, ${names}`, {
    tag: '@deep',
  }, async ({ as }) => {
    const page = await as(who)
    await page.setViewportSize({ width, height: 700 })
    await page.goto(path)
    if (isBoard) {
      await page.locator('a[href^="/private-rec/dashboard/"]').first().click()
      // The URL changes before its page, which takes the focus once rendered.
      await expect(page.getByRole('main')).toBeFocused()
      // Pending applicants leave their list when they are opened (APPL-05).
      await page.getByRole('tab', { name: /^Reviewed/ }).click()
    }
    if (link) {
      await page.locator(`main a[href^="${link}"]`).first().click()
      await expect(page.getByRole('main')).toBeFocused()
    }
    await waitUntilLoaded(page)
    for (const { name, kind, from } of overlays) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.getByRole('button', { name }).first().focus()
      // Cards may render out of order, so the first one can change.
      const opener = await focused(page)
      expect(opener).toMatch(name)
      await page.keyboard.press('Enter')
      if (from) {
        await expect(page.getByRole('menuitem').first()).toBeFocused()
        await page.keyboard.press(from.slice(0, 1))
        await expect(page.getByRole('menuitem', { name: from })).toBeFocused()
        await page.keyboard.press('Enter')
      }
      const shown = page.getByRole(kind)
      await expect(shown).toBeVisible()
      await expect
        .poll(() => shown.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true)
      await expectNoSidewaysScroll(page)
      expect(await findingsInThemes(page, { part: `[role="${kind}"]` }), `${name}`).toEqual([])
      await page.keyboard.press('Escape')
      await expect(shown).toBeHidden()
      await expect.poll(() => focused(page)).toBe(opener)
    }
  })
}

/** The name of the focused element, without the number of a badge: closing the bell clears it. */
const focused = (page: Page) =>
  page.evaluate(() =>
    (document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '').replace(/, \d.*/s, ''),
  )

type Who = 'visitor' | Role

/** `{offers}` is the first of that list, `{board}` the first own offer. */
const TOUCHED: Record<Who, string[]> = {
  visitor: [
    '/',
    '/offers',
    '/offers/{offers}',
    '/projects',
    '/projects/{projects}',
    '/developers',
    '/profile/{devs}',
    '/recruiter/{recruiters}',
    '/contact',
    '/login',
    '/register',
  ],
  developer: ['/profile', '/private-dev/projects/new', '/settings'],
  recruiter: ['/private-rec/profile', '/private-rec/offers', '/private-rec/dashboard/{board}'],
}

for (const who of ['visitor', 'developer', 'recruiter'] as const) {
  test(`every control is a large enough touch target: ${who}`, async ({ browser, server }) => {
    const { baseUrl } = server
    const token = who === 'visitor' ? undefined : await signIn(baseUrl, ACCOUNTS[who])
    const first = async (list: string) =>
      [await (await fetch(`${baseUrl}/api/${list}`)).json()].flat()[0]._id as string
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'reduce',
      storageState: {
        cookies: [],
        origins: token ? [{ origin: baseUrl, localStorage: [{ name: 'token', value: token }] }] : [],
      },
    })
    const page = await context.newPage()
    const me = token && JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).id
    for (const path of TOUCHED[who]) {
      const [parameter, list] = /\{(\w+)\}/.exec(path) ?? []
      const id = list && (await first(list === 'board' ? `offers/profile/${me}` : `${list}?limit=1`))
      await page.goto(baseUrl + (parameter ? path.replace(parameter, id ?? '') : path))
      await waitUntilLoaded(page)
      expect(await page.evaluate(smallTargets, 44), path).toEqual([])
    }
    if (token) {
      await page.getByRole('button', { name: 'Open chat' }).click()
      const panel = page.getByRole('dialog', { name: 'Chat' })
      await panel.getByRole('region', { name: 'Conversations' }).getByRole('button').first().click()
      await expect(page.getByRole('button', { name: 'Attach an image' })).toBeVisible()
      expect(await page.evaluate(smallTargets, 44), 'the chat').toEqual([])
    }
    await context.close()
  })
}

/** Targets smaller than this many pixels, pseudo-element and label included. */
function smallTargets(least: number): string[] {
  const small: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const isSeen = box.width > 0 && style.visibility !== 'hidden' && box.bottom + scrollY > 0
    // A link in a sentence has the height of its line (WCAG 2.5.8).
    const isInSentence =
      style.display === 'inline' && element.parentElement?.textContent !== element.textContent
    if (!isSeen || isInSentence || element.matches(':disabled') || element.closest('[inert], [aria-hidden]'))
      continue
    const after = getComputedStyle(element, '::after')
    const hasArea = after.position === 'absolute' && after.content !== 'none'
    const label = element.matches('[type="checkbox"], [type="radio"]') && element.closest('label')
    const others = label ? [label.getBoundingClientRect()] : []
    const areas = hasArea
      ? [...others, { width: Number.parseFloat(after.width), height: Number.parseFloat(after.height) }]
      : others
    const width = Math.max(box.width, ...areas.map((area) => area.width))
    const height = Math.max(box.height, ...areas.map((area) => area.height))
    if (Math.min(width, height) < least - 0.5)
      small.push(`${element.ariaLabel ?? element.textContent}: ${Math.round(width)} × ${Math.round(height)}`)
  }
  return small
}
