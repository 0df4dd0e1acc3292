import { expect, test } from './fixtures.ts'
import { expectNoSidewaysScroll } from './steps/axe.ts'

/** What WCAG 1.4.12 lets a reader set. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }'

test('with the colours of the reader, what is chosen and what has the focus can still be seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/offers')
  await page.locator('html[data-hydrated]').waitFor()
  const line = (name: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name })
      .evaluate((link) => {
        const { borderBottomColor, borderTopColor } = getComputedStyle(link)
        const ground = getComputedStyle(document.documentElement).backgroundColor
        return { below: borderBottomColor !== ground, above: borderTopColor !== ground }
      })
  expect(await line('Jobs')).toEqual({ below: true, above: false })
  expect(await line('Developers')).toEqual({ below: false, above: false })

  const rings = new Set<string>()
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Tab')
    rings.add(
      await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
        return `${outlineStyle} ${outlineWidth}`
      }),
    )
  }
  expect([...rings]).toEqual(['solid 3px'])
})

test.describe(() => {
  // The reader's own styles come from outside of the page.
  test.use({ bypassCSP: true })

  test('with more room between letters, words and lines, and at 200 %, nothing is cut and nothing runs sideways', async ({
    page,
    server,
  }) => {
    const offers = await (await fetch(`${server.baseUrl}/api/offers?limit=1`)).json()
    const { _id } = [offers].flat()[0]
    for (const path of ['/', '/offers', `/offers/${_id}`, '/developers', '/contact', '/login']) {
      await page.setViewportSize({ width: 640, height: 400 })
      await page.goto(path)
      await page.locator('html[data-hydrated]').waitFor()
      await expectNoSidewaysScroll(page)
      await page.addStyleTag({ content: SPACING })
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 640 })
        await expectNoSidewaysScroll(page)
        expect(await page.evaluate(cutControls), `${path} at ${width}`).toEqual([])
      }
    }
  })
})

/** Words of buttons and links to write to somebody that do not fit into them. */
function cutControls() {
  return (
    [...document.querySelectorAll('main button, main a[href^="mailto:"], main label')]
      .filter((control) => control.checkVisibility() && getComputedStyle(control).display !== 'inline')
      // More to hear than to see: a small target reaches beyond its words.
      .filter((control) => !control.matches('[aria-label], :has(.sr-only), .target'))
      .filter((control) => control.scrollWidth > control.clientWidth + 1)
      .map((control) => control.textContent)
  )
}
