import type { Page } from '@playwright/test'

/** Delays the matching responses until the returned function is called. */
export async function holdResponses(page: Page, calls: string) {
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
