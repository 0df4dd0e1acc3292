import { ACCOUNTS } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf } from './steps/api.ts'
import { addApplicants, MANY_APPLICANTS } from './steps/many-applicants.ts'

test('a board of a thousand applicants renders only the visible ones, and moves them like any other', {
  tag: ['@PIPE-01', '@PIPE-02', '@PIPE-03'],
}, async ({ as, server }) => {
  const marta = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  const [offer] = await marta.get<{ _id: string }[]>(`/offers/profile/${marta.id}?limit=1`)
  if (!offer) throw new Error('Marta has offers in the demo world.')
  await server.stop()
  addApplicants(server.dataDir, offer._id)
  await server.start()

  const page = await as('recruiter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/private-rec/dashboard/${offer._id}`)
  const reviewed = page.getByRole('region', { name: 'Reviewed' })
  await expect(reviewed.getByRole('article').first()).toBeVisible()
  const counts = (await page.locator('dl dd').allInnerTexts()).map(Number)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(MANY_APPLICANTS)
  expect(await page.getByRole('article').count()).toBeLessThan(80)

  // At the end of a column the last card is rendered, and can be moved by keyboard.
  const list = reviewed.getByRole('list').first().locator('..')
  await list.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  const last = reviewed.getByRole('article', { name: 'Crowd Person 1', exact: true })
  await expect(last).toBeVisible()
  await reviewed.getByRole('button', { name: 'Move Crowd Person 1', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status')).toContainText(['Crowd Person 1 picked up from Reviewed.'])
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status')).toContainText(['Crowd Person 1 is over Interviewed.'])
  await page.keyboard.press('Space')
  const interviewed = page.getByRole('region', { name: 'Interviewed' })
  await expect(interviewed.getByRole('article', { name: 'Crowd Person 1', exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Move Crowd Person 1', exact: true })).toBeFocused()
  await expect(page.locator('dl dd').nth(2)).toHaveText(String((counts[2] ?? 0) + 1))

  // The column layout always shows all five side by side.
  await page.setViewportSize({ width: 1024, height: 768 })
  const rejected = await page.getByRole('region', { name: 'Rejected' }).boundingBox()
  expect((rejected?.x ?? 0) + (rejected?.width ?? 1024)).toBeLessThanOrEqual(1024)

  await page.getByRole('button', { name: 'Lists' }).click()
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
  expect(await page.getByRole('article').count()).toBeLessThan(40)
})
