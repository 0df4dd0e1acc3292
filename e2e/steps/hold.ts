import type { Page } from '@playwright/test'

/** Keeps the answers to such calls back until the function that it gives is called. */
export async function hold(page: Page, calls: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(calls, async (route) => {
    await released
    await route.continue()
  })
  return release
}
