import type { Page } from '@playwright/test'
import type { Role } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { expectNoSidewaysScroll } from './steps/axe.ts'
import { waitUntilLoaded } from './steps/loaded.ts'

/** Text spacing of WCAG 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }'

test('in forced colors, selection and focus stay visible', { tag: '@deep' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/offers')
  await page.locator('html[data-hydrated]').waitFor()
  const line = (name: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name })
      .evaluate((link) => {
        const { borderBottomColor, borderTopColor } = getComputedStyle(link)
        const ground = getComputedStyle(document.documentElement).backgroundColor
        return { below: borderBottomColor !== ground, above: borderTopColor !== ground }
      })
  expect(await line('Jobs')).toEqual({ below: true, above: false })
  expect(await line('Developers')).toEqual({ below: false, above: false })

  expect(await ringsOf(page, 20)).toEqual(['solid 3px'])
})

test('in forced colors, they stay visible on the board of a recruiter and in the open chat, too', {
  tag: '@deep',
}, async ({ as }) => {
  const page = await as('recruiter')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openBoard(page)
  expect(await ringsOf(page, 30)).toEqual(['solid 3px'])
  // State shown by colour has a shape, too.
  const pressed = page.getByRole('group', { name: 'View' }).getByRole('button', { pressed: true })
  await expect(pressed).toHaveCSS('outline-style', 'solid')
  await expect(page.getByRole('region', { name: 'Pending' })).toHaveCSS('border-style', 'solid')

  await openConversation(page)
  const bubbles = page.getByRole('region', { name: /^Messages with/ }).locator('.rounded-2xl')
  await expect(bubbles.first()).toBeVisible()
  for (const bubble of await bubbles.all()) await expect(bubble).toHaveCSS('border-style', 'solid')
  expect(await ringsOf(page, 4, 'Shift+Tab')).toEqual(['solid 3px'])
})

test('in print a dark page is light, without interactive controls', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/offers')
  await page.locator('main article').first().getByRole('heading').getByRole('link').click()
  const apply = page.getByRole('button', { name: 'Apply Now' })
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(apply).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(250, 250, 247)')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of [page.getByRole('banner'), page.getByRole('contentinfo'), apply])
    await expect(part).toBeHidden()
})

/** The focus indicator of each element in tab order. */
async function ringsOf(page: Page, presses: number, key = 'Tab'): Promise<string[]> {
  const rings = new Set<string>()
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key)
    rings.add(
      await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
        return `${outlineStyle} ${outlineWidth}`
      }),
    )
  }
  return [...rings]
}

async function openBoard(page: Page) {
  await page.goto('/private-rec/offers')
  await page.locator('a[href^="/private-rec/dashboard/"]').first().click()
  // The URL changes before its page, and offer cards have skills, too.
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('list', { name: 'Skills' }).first()).toBeVisible()
}

async function openConversation(page: Page) {
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.getByRole('region', { name: 'Conversations' }).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'Attach an image' })).toBeVisible()
}

test.describe('enlarged text', { tag: '@deep' }, () => {
  // A user style sheet comes from outside of the page.
  test.use({ bypassCSP: true })

  test('with wider text spacing and at 200 % zoom, nothing is clipped and nothing scrolls horizontally', async ({
    page,
    server,
  }) => {
    const offers = await (await fetch(`${server.baseUrl}/api/offers?limit=1`)).json()
    const { _id } = [offers].flat()[0]
    for (const path of ['/', '/offers', `/offers/${_id}`, '/developers', '/contact', '/login']) {
      await page.setViewportSize(TWICE)
      await page.goto(path)
      await page.locator('html[data-hydrated]').waitFor()
      await expectRoom(page, path)
    }
  })

  const OWN: [Role, string][] = [
    ['developer', '/profile'],
    ['developer', '/private-dev/projects/new'],
    ['developer', '/settings'],
    ['recruiter', '/private-rec/profile'],
    ['recruiter', '/private-rec/offers'],
  ]
  for (const [who, path] of OWN) {
    test(`nothing is clipped on private pages: ${who}, ${path}`, async ({ as }) => {
      const page = await as(who)
      await page.setViewportSize(TWICE)
      await page.goto(path)
      await waitUntilLoaded(page)
      await expectRoom(page, path)
    })
  }

  test('nothing is clipped on the board and in the open chat', async ({ as }) => {
    const page = await as('recruiter')
    await page.setViewportSize(TWICE)
    await openBoard(page)
    await expectRoom(page, 'the board')
    await page.setViewportSize(TWICE)
    await openConversation(page)
    const input = page.getByRole('textbox', { name: /^Message to/ })
    const panel = page.getByRole('dialog', { name: /^Chat/ })
    for (const control of [input, panel.getByRole('button', { name: 'Close chat' })])
      await expect(control).toBeInViewport({ ratio: 1 })
    await expectRoom(page, 'the chat')
  })
})

/** The viewport of a window of 1280 × 800 at 200 %. */
const TWICE = { width: 640, height: 400 }

async function expectRoom(page: Page, what: string) {
  await expectNoSidewaysScroll(page)
  await page.addStyleTag({ content: SPACING })
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await expectNoSidewaysScroll(page)
    expect(await page.evaluate(cutControls), `${what} at ${width}`).toEqual([])
  }
}

/** Texts of contact buttons and links that do not fit. */
function cutControls() {
  return (
    [...document.querySelectorAll('main button, main a[href^="mailto:"], main label')]
      .filter((control) => control.checkVisibility() && getComputedStyle(control).display !== 'inline')
      // A visually small target may extend beyond its text.
      .filter((control) => !control.matches('[aria-label], :has(.sr-only), .target'))
      .filter((control) => control.scrollWidth > control.clientWidth + 1)
      .map((control) => control.textContent)
  )
}
