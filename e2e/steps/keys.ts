import { expect, type Locator, type Page } from '@playwright/test'
import { focusRingProblem } from './focus-ring.ts'

const MOST_PRESSES = 90

/** Keyboard only. */
export const keysOf = (page: Page) => ({
  /** Tabs to the target, or back to it, and checks its focus ring. */
  async to(target: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab') {
    await expect(target).toBeVisible()
    // An overlay takes the focus a moment after it opens.
    await expect.poll(() => target.evaluate(isOverlayFocused), `the focus around ${target}`).toBe(true)
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        await expect.poll(() => page.evaluate(focusRingProblem), `the ring around ${target}`).toBe('')
        return
      }
      await page.keyboard.press(step)
    }
    throw new Error(`The Tab key does not lead to ${target}.`)
  },

  async press(target: Locator, key = 'Enter', step?: 'Tab' | 'Shift+Tab') {
    await this.to(target, step)
    await page.keyboard.press(key)
  },

  async type(target: Locator, text: string) {
    await this.to(target)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  },

  /** Chooses a file in the browser's file dialog. */
  async choose(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
    const chooser = page.waitForEvent('filechooser')
    await this.press(target)
    await (await chooser).setFiles(file)
  },

  /** Past the header by the skip link. */
  async skip() {
    await page.locator('html[data-hydrated]').waitFor()
    await this.press(page.getByRole('link', { name: 'Skip to content' }))
  },
})

function isOverlayFocused(element: Element): boolean {
  const overlay = element.closest('[role="dialog"], [role="alertdialog"]')
  return overlay === null || overlay.contains(document.activeElement)
}
