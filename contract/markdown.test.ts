import { expect, test } from 'vitest'
import { parseMarkdown, plainText } from './markdown.ts'
import { mayHoldMarks } from './markdown-marks.ts'
import { LIMITS } from './values.ts'

test('a text without markup is unchanged', { tags: 'FLOW-05' }, () => {
  const text = 'Hello.\n\nWhat you do\n- Build\n- Measure - twice\n\n---\n    2 x 3, #1, a > b, C#'
  expect(mayHoldMarks(text)).toBe(false)
  expect(plainText(text)).toBe(text)
})

test.each([
  ['**bold**, *italic*, _both_ and `code`', 'bold, italic, both and code'],
  ['# A title\nand a line', 'A title\n\nand a line'],
  ['> said', 'said'],
  ['[our page](https://puente.example/a)', 'our page'],
  ['3. three\n4. four', '3. three\n4. four'],
  ['*Tasks*\n• one\n• two\nand more', 'Tasks\n\n- one\n- two\n\nand more'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['*one*\n    indented\n---\nlast', 'one\n    indented\n---\nlast'],
])('%j without its markup is %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})

test.each([
  '<b>x</b> *y*',
  '![x](javascript:1) *y*',
  '[x](javascript:alert(1)) *y*',
  '[x](data:text/html,1) *y*',
])('HTML, images and unsafe links of %j stay text', (markdown) => {
  expect(plainText(markdown)).toBe(markdown.replaceAll('*', ''))
  expect(JSON.stringify(parseMarkdown(markdown))).not.toContain('"href":')
})

const repeat = (part: string) => part.repeat(LIMITS.description / part.length)

test.each([
  ['emphasis within emphasis', `${'*_'.repeat(1250)}a${'_*'.repeat(1250)}`],
  ['asterisks', `${'*'.repeat(2500)}a${'*'.repeat(2500)}`],
  ['brackets', repeat('[')],
  ['quotes', repeat('>')],
  ['lists', repeat('- ')],
  ['half links', repeat('[a](')],
])('endless %s take no endless time', (_, text) => {
  const before = process.cpuUsage()
  plainText(text)
  const { user } = process.cpuUsage(before)
  expect(user / 1000).toBeLessThan(250)
})
