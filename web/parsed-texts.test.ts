import { expect, test, vi } from 'vitest'
import { parseMarkdown } from '#contract/markdown.ts'
import { withParsedTexts } from './parsed-texts.ts'

const text = (word: string) => `*${word}* `.repeat(200)

/** Whether the same result is returned again. */
function isAhead(word: string) {
  const [first, second] = [parseMarkdown(text(word)), parseMarkdown(text(word))]
  return first === second
}

test('the long Markdown texts of a page are parsed ahead, each in a turn, and discarded after it', async () => {
  const data = [{ name: '*Ana*', description: text('one') }, { items: [{ description: text('two') }] }, null]
  const nextTurn = vi.fn(async () => {})
  await withParsedTexts(data, { nextTurn }, async () => {
    expect(nextTurn).toHaveBeenCalledTimes(2)
    expect(['one', 'two', 'three'].map(isAhead)).toEqual([true, true, false])
  })
  const failing = withParsedTexts(data, {}, () => Promise.reject(new Error('not rendered')))
  await expect(failing).rejects.toThrow('not rendered')
  expect(['one', 'two'].map(isAhead)).toEqual([false, false])
})
