import type { Locator, Page } from '@playwright/test'
import type { Language } from '#contract/locale.ts'
import { catalogueText, catalogueTexts } from '../../server/test/foreign-words.ts'

const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"]'
/** They end the session, or turn content into a draft that visitors have read as public. */
const AVOIDED = ['layout_logout', 'security_end', 'security_end_others', 'projects_make_draft']
/** The code of a dialog may have to load first. */
const OPENING_MS = 3000
/** A button with a direct effect opens nothing. */
const ACTING_MS = 250

/** Presses each kind of button, tab and menu entry once, and checks every overlay that opens. */
export class Overlays {
  readonly #texts: Set<string>
  readonly #patterns: RegExp[]
  readonly #pressed = new Set<string>()
  /** The opened overlays, by the control that opened them. */
  readonly opened: string[] = []
  readonly #page: Page
  readonly #look: (where: string) => Promise<void>
  readonly #openers: ReadonlySet<string>
  /** Overlays that were open before. */
  #below = 0

  /** `openers` are known to open an overlay, however late its code loads. */
  constructor(
    page: Page,
    language: Language,
    look: (where: string) => Promise<void>,
    openers: readonly string[] = [],
  ) {
    this.#page = page
    this.#openers = new Set(openers)
    const { whole, patterns } = catalogueTexts(language)
    this.#texts = new Set(whole)
    this.#patterns = patterns.map((pattern) => new RegExp(pattern, 'su'))
    for (const key of AVOIDED) this.#pressed.add(catalogueText(language, key))
    this.#look = look
  }

  /** Overlays of the page or a part of it, then the errors of its forms, which are submitted empty. */
  async openAll(within = 'body'): Promise<void> {
    const page = this.#page
    const buttons = `${within} button:not([type="submit"])`
    const address = page.url()
    this.#below = await page.locator(OVERLAY).count()
    for (let next = await this.#next(buttons); next; next = await this.#next(buttons)) {
      const { button, kind } = next
      if (await this.#press(button, this.#openers.has(kind))) await this.#insideOf(kind, button)
      else await this.#look(kind)
      // An overlay whose code loaded late.
      await this.#close()
      if (page.url().split('?')[0] !== address.split('?')[0]) await page.goto(address)
    }
    if (within !== 'body' || (await page.locator('main form').count()) === 0) return
    await sendForms(page, 'main')
    await this.#look('its forms, sent')
  }

  /** Within an open overlay. */
  async #insideOf(kind: string, button: Locator): Promise<void> {
    const page = this.#page
    this.opened.push(kind)
    await this.#look(kind)
    const overlay = page.locator(OVERLAY).nth(this.#below)
    if ((await overlay.getAttribute('role')) === 'menu') {
      const entries = '[role^="menuitem"]:not(a)'
      for (let next = await this.#next(entries); next; next = await this.#next(entries)) {
        if (await this.#press(next.button, false, '[role$="dialog"]')) {
          this.opened.push(next.kind)
          await this.#look(next.kind)
          await this.#close()
        }
        if ((await page.locator('[role="menu"]').count()) === 0 && !(await this.#press(button))) return
      }
    } else if ((await page.locator(`${OVERLAY} form`).count()) > 0) {
      await sendForms(page, OVERLAY)
      await this.#look(`${kind}, sent`)
    }
    await this.#close()
  }

  async #close(): Promise<void> {
    const page = this.#page
    const overlays = page.locator(OVERLAY)
    for (let left = await overlays.count(); left > this.#below; left -= 1) {
      await page.keyboard.press('Escape')
      await overlays
        .nth(left - 1)
        .waitFor({ state: 'hidden', timeout: OPENING_MS })
        .catch(() => undefined)
    }
    if ((await overlays.count()) > this.#below) await page.reload()
  }

  async #press(button: Locator, isOpener = false, opens = OVERLAY): Promise<boolean> {
    const hasPopup = (await button.getAttribute('aria-haspopup').catch(() => null)) !== null
    await button.click({ timeout: OPENING_MS }).catch(() => undefined)
    const overlay = this.#page.locator(opens).nth(this.#below)
    const timeout = hasPopup || isOpener ? OPENING_MS : ACTING_MS
    return overlay.waitFor({ state: 'visible', timeout }).then(
      () => true,
      () => false,
    )
  }

  /** The first control with a catalogue text that was not pressed yet. */
  async #next(selector: string) {
    const names = await this.#page.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const isFree =
          one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled, [inert] *')
        if (!isFree) return []
        // A tile has a title above its text; the label of a row's button is longer than its text.
        const title = one.querySelector('span > span')?.textContent
        return [one.ariaLabel, one.textContent, title].flatMap((text) => text?.trim() || [])
      }),
    )
    for (const [index, texts] of names.entries()) {
      const kind = texts.find((text) => this.#texts.has(text)) ?? this.#patternOf(texts[0] ?? '')
      if (kind === undefined || this.#pressed.has(kind)) continue
      this.#pressed.add(kind)
      return { button: this.#page.locator(selector).nth(index), kind }
    }
    return undefined
  }

  #patternOf(name: string): string | undefined {
    return this.#patterns.find((pattern) => pattern.test(name))?.source
  }
}

/** Until the form shows its errors, or has none. */
async function sendForms(page: Page, within: string): Promise<void> {
  await page.locator(`:is(${within}) form`).evaluateAll((forms) => {
    for (const form of forms) (form as HTMLFormElement).requestSubmit()
  })
  await page
    .locator(':is([aria-invalid="true"], [role="alert"])')
    .first()
    .waitFor({ timeout: 2 * ACTING_MS })
    .catch(() => undefined)
}
