import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No serious finding on the page, in both themes; in the second only colors are checked. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colors change with the next frame; before it, axe would compare text and background of different themes.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    const axe = new AxeBuilder({ page })
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules('color-contrast')).analyze()
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    expect(serious, `${page.url()} in ${colorScheme}`).toEqual([])
  }
}

/** No horizontal scrolling, once the layout follows a new viewport. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, `sideways scrolling of ${page.url()}`).toBe(0)
}
