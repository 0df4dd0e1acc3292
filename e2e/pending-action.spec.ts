import { expect, test } from './fixtures.ts'
import { lucia, onboardDeveloper, registerAndLogIn } from './steps/people.ts'

test('Apply on a card leads a visitor through registering and onboarding to the dialog of that offer', {
  tag: ['@phone-only', '@FLOW-01'],
}, async ({ page, allowErrors }) => {
  allowErrors(/503/)
  // Pressed before the page is hydrated.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto('/offers', { waitUntil: 'commit' })
  const card = page.getByRole('article').nth(2)
  const position = await card.getByRole('heading').innerText()
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/offers$/)
  pressed.resolve()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await registerAndLogIn(page, lucia, 'Developer')
  await onboardDeveloper(page, /\/offers\/[0-9a-f-]{36}$/)
  const dialog = page.getByRole('dialog', { name: 'Apply to this Job Offer' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('checkbox').check()

  await page.route('**/api/offers/*/apply', (route) =>
    route.fulfill({ status: 503, json: { error: true, code: 'UNAVAILABLE', message: 'Not now' } }),
  )
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.unroute('**/api/offers/*/apply')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: position })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Applied' }).last()).toBeVisible()
})
