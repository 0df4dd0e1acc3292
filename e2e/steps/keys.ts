import { expect, type Locator, type Page } from '@playwright/test'
import { faultOfRing } from './ring.ts'

const MOST_PRESSES = 90

/** A person without a pointer: nothing is reached but by Tab, nothing is done but by keys. */
export const keysOf = (page: Page) => ({
  /** Tabs on until this has the focus, and sees the whole ring around it. */
  async to(target: Locator) {
    await expect(target).toBeVisible()
    // A window takes the focus a moment after it is there, away from whatever a key has reached meanwhile.
    await expect.poll(() => target.evaluate(hasFocusOfItsWindow), `the focus around ${target}`).toBe(true)
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        await expect.poll(() => page.evaluate(faultOfRing), `the ring around ${target}`).toBe('')
        return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not lead to ${target}.`)
  },

  async press(target: Locator, key = 'Enter') {
    await this.to(target)
    await page.keyboard.press(key)
  },

  async type(target: Locator, text: string) {
    await this.to(target)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  },

  /** The file window of the browser answers with this. */
  async choose(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
    const chooser = page.waitForEvent('filechooser')
    await this.press(target)
    await (await chooser).setFiles(file)
  },

  /** Over the header, by the skip link. */
  async skip() {
    await page.locator('html[data-hydrated]').waitFor()
    await this.press(page.getByRole('link', { name: 'Skip to content' }))
  },
})

function hasFocusOfItsWindow(element: Element): boolean {
  const ownWindow = element.closest('[role="dialog"], [role="alertdialog"]')
  return ownWindow === null || ownWindow.contains(document.activeElement)
}
