import type { Page } from '@playwright/test'
import type { Language } from '#contract/locale.ts'
import { catalogueTexts, type ForeignWords, foreignWords } from '../../server/test/foreign-words.ts'

type Catalogue = ReturnType<typeof catalogueTexts>

/** Checks the texts of a page in one language: foreign texts, and texts that do not fit. */
export class Reader {
  readonly #foreign: ForeignWords
  readonly #catalogue: Catalogue
  readonly #written: ReadonlySet<string>
  readonly #known = new Map<string, string | undefined>()

  /** `written` is user content that also occurs in the catalogue. */
  constructor(language: Language, written: ReadonlySet<string>) {
    this.#foreign = foreignWords(language)
    this.#written = written
    this.#catalogue = catalogueTexts(language)
  }

  /** Titles, labels and placeholders included, user content excluded. */
  async foreignTexts(page: Page): Promise<string[]> {
    const shown = await page.evaluate(shownTexts)
    return shown.filter((text) => !this.#written.has(text.trim()) && this.#isForeign(text))
  }

  /** Texts that do not fit; `isLonger` first makes them accented and a third longer. */
  cutTexts(page: Page, isLonger = false): Promise<string[]> {
    return page.evaluate(cutTexts, { ...this.#catalogue, isLonger })
  }

  #isForeign(text: string): boolean {
    if (!this.#known.has(text)) this.#known.set(text, this.#foreign(text))
    return this.#known.get(text) !== undefined
  }
}

function shownTexts(): string[] {
  const attributes = ['alt', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext']
  attributes.push('placeholder', 'title')
  // User content has its detected language.
  const isWritten = (element: Element) => element.closest('[lang]') !== document.documentElement
  const texts = [document.title]
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const { parentElement, textContent } = nodes.currentNode
    if (!parentElement || parentElement.closest('script, style, noscript, pre') || isWritten(parentElement))
      continue
    texts.push(textContent ?? '')
  }
  for (const element of document.body.querySelectorAll(attributes.map((name) => `[${name}]`).join())) {
    if (!isWritten(element)) texts.push(...attributes.map((name) => element.getAttribute(name) ?? ''))
  }
  for (const meta of document.querySelectorAll('meta[name="description"], meta[property^="og:"]')) {
    texts.push(meta.getAttribute('content') ?? '')
  }
  return [...new Set(texts)].filter((text) => /\p{L}{3}/u.test(text))
}

/** Catalogue texts cut by their control, by a box that hides overflow, or by the window. */
async function cutTexts({ whole, patterns, isLonger }: Catalogue & { isLonger: boolean }): Promise<string[]> {
  const known = new Set(whole)
  const sentences = patterns.map((pattern) => new RegExp(pattern, 'su'))
  const ACCENTED: Record<string, string> = { a: 'áà', e: 'éè', i: 'íì', o: 'óò', u: 'úù' }
  const root = document.documentElement
  const ours: { node: Text; element: Element; text: string }[] = []
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Text
    const text = node.data.replace(/\s+/g, ' ').trim()
    const element = node.parentElement
    if (!element || !/\p{L}{2}/u.test(text) || !isShown(element)) continue
    if (known.has(text) || sentences.some((sentence) => sentence.test(text)))
      ours.push({ node, element, text })
  }
  if (!isLonger) return measured()

  for (const { node } of ours) {
    node.data = node.data.replace(/[aeiou]/gi, (letter) => ACCENTED[letter.toLowerCase()] ?? letter)
  }
  await placed()
  const cut = measured()
  const { dir } = root
  root.dir = 'rtl'
  await placed()
  cut.push(...measured().map((text) => `from right to left: ${text}`))
  root.dir = dir
  for (const { node, text } of ours) node.data = node.data.replace(/\S.*\S/s, () => text)
  return cut

  /** A popup is positioned a frame after it opens. */
  function placed(): Promise<unknown> {
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }

  function measured(): string[] {
    const range = document.createRange()
    const found = ours.filter(({ node, element }) => {
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      return box.width > 0 && isCut(element, box)
    })
    const excess = root.scrollWidth - root.clientWidth
    return [...found.map(({ text }) => text), ...(excess > 0 ? [`scrolls sideways by ${excess} px`] : [])]
  }

  function isShown(element: Element): boolean {
    return (
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr-only, option, script, style, noscript')
    )
  }

  function isCut(element: Element, text: DOMRect): boolean {
    const control = element.closest('button, [role="tab"], [role^="menuitem"]')
    if (control && exceeds(text, control.getBoundingClientRect())) return true
    const whole = control?.getBoundingClientRect() ?? text
    let scrolls = false
    let rolls = false
    for (let box: Element | null = control ?? element; box && box !== root; box = box.parentElement) {
      const { overflowX, overflowY, position, borderRightWidth } = getComputedStyle(box)
      const edges = box.getBoundingClientRect()
      scrolls ||= /auto|scroll/.test(overflowX)
      rolls ||= /auto|scroll/.test(overflowY)
      // A card also contains its children.
      const isFrame = /hidden|clip/.test(overflowX) || (position === 'static' && borderRightWidth !== '0px')
      if (!scrolls && isFrame && exceeds(whole, edges)) return true
      // Letters are lower than their line.
      const isBeyond = text.bottom > edges.bottom + 5 || text.top < edges.top - 5
      if (!rolls && /hidden|clip/.test(overflowY) && isBeyond) return true
      if (position === 'fixed') break
    }
    return !scrolls && (text.left < -1 || text.right > window.innerWidth + 1)
  }

  function exceeds(text: DOMRect, box: DOMRect): boolean {
    return text.left < box.left - 1 || text.right > box.right + 1
  }
}
