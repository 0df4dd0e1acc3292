import { expect, type Page } from '@playwright/test'

/** Waits for hydration, the heading and the end of all loading. */
export async function waitUntilLoaded(page: Page) {
  await page.locator('html[data-hydrated]').waitFor()
  // Behind a dialog the heading is attached, but hidden.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
