import { expect, type Page } from '@playwright/test'

/** The page is there with all that it asks for; what is drawn by the browser comes after the frame around it. */
export async function untilSettled(page: Page) {
  await page.locator('html[data-hydrated]').waitFor()
  // Behind a dialog a heading is there, but nobody's to read.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
