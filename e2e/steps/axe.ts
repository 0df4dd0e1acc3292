import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Options = Parameters<AxeBuilder['options']>[0]
type Results = Awaited<ReturnType<AxeBuilder['analyze']>>

/**
 * axe within the page, which reports violations only: the usual mode opens one more page for each analysis to merge
 * results of foreign frames, of which there are none, and describes every element that passes.
 */
export const axeOf = (page: Page, options: Options = {}): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...options })

/** All rules of axe in the light theme, within this part of the page; in the dark theme only colors can differ. */
export async function findingsInThemes(
  page: Page,
  { part, ...options }: Options & { part?: string | undefined } = {},
): Promise<string[]> {
  const axe = () => (part ? axeOf(page, options).include(part) : axeOf(page, options))
  await setColorScheme(page, 'light')
  const inLight = await axe().analyze()
  await setColorScheme(page, 'dark')
  const inDark = await axe().withRules('color-contrast').analyze()
  return [...namesOf(inLight), ...namesOf(inDark)]
}

export const namesOf = ({ violations }: Results): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)

/** Colors change with the next frame; before it, axe would compare text and background of different themes. */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** No serious finding on the page, in both themes; in the second only colors are checked. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await setColorScheme(page, colorScheme)
    const axe = axeOf(page)
    const { violations, ...rest } = await (colorScheme === 'light'
      ? axe
      : axe.withRules('color-contrast')
    ).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(namesOf({ ...rest, violations: serious }), `${page.url()} in ${colorScheme}`).toEqual([])
  }
}

/** No horizontal scrolling, once the layout follows a new viewport. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, `sideways scrolling of ${page.url()}`).toBe(0)
}
