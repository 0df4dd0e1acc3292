import { CHROMIUM_ARGS } from '../scripts/browser.mjs'
import { expect, test } from './fixtures.ts'

const executablePath = process.env.CHROMIUM_PATH
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: CHROMIUM_ARGS,
    // Without one, as in other tests, all pages are equally wide.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
  viewport: { width: 1440, height: 900 },
})

test('sections of the settings do not shift, with or without a scrollbar, nor below a dialog', {
  tag: '@SET-01',
}, async ({ as }) => {
  const page = await as('recruiter')
  await page.setViewportSize({ width: 1440, height: 900 })
  const heading = page.getByRole('heading', { level: 1 })
  const left = async () => (await heading.boundingBox())?.x
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await page.goto('/settings/security')
  await expect(page.getByText('Where you are signed in')).toBeVisible()
  await expect.poll(height).toBeGreaterThan(900)
  const before = await left()
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: /^User Account/ })).toBeVisible()
  expect(await height()).toBeLessThanOrEqual(900)
  expect(await left()).toBe(before)
  await page.getByRole('button', { name: /^User Account/ }).click()
  await expect(page.getByRole('dialog', { name: 'User Account' })).toBeVisible()
  expect((await page.locator('main h1').boundingBox())?.x).toBe(before)
})
