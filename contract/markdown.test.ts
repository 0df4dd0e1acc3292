import { expect, test } from 'vitest'
import { parseAhead, parseMarkdown, plainText } from './markdown.ts'
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

test.each([
  [8, '- '.repeat(8)],
  [9, '- '.repeat(9)],
  [40, '> '.repeat(40)],
])('a text nested %i levels deep keeps its words', (_, marks) => {
  expect(plainText(`${marks}*deep*\n\nlast`)).toMatch(/deep.*last/s)
})

test('a text with more parts than anybody writes is shown as typed from there on', () => {
  const numbers = Array.from({ length: 1000 }, (_, index) => `item${index}`)
  const shown = plainText(numbers.map((item) => `- *${item}*`).join('\n'))
  expect(shown.match(/item\d+/g)).toEqual(numbers)
  expect(shown).toMatch(/^- item0\n- item1\n/)
  expect(shown).toContain('\n- *item999*')
  const line = numbers.map((item) => `*${item}*`).join(' ')
  expect(plainText(line)).toBe(line)
})

test('a text that was parsed ahead is cached until its last user has ended', () => {
  const [first, second] = [parseAhead('*once*'), parseAhead('*once*')]
  const nodes = parseMarkdown('*once*')
  first.end()
  expect(parseMarkdown('*once*')).toBe(nodes)
  second.end()
  expect(parseMarkdown('*once*')).not.toBe(nodes)
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
