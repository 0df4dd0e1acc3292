import { expect, test } from 'vitest'
import { highlightParts } from './highlight.ts'

const marked = (text: string, query: string) =>
  highlightParts(text, query)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

test.each([
  ['Málaga', 'malaga', '[Málaga]'],
  ['Backend in Málaga', 'laga BACK', '[Back]end in Má[laga]'],
  ['aaaa', 'aa', '[aaaa]'],
  ['ﬁn', 'f', '[ﬁ]n'],
  ['C++ and (regex.*)', '.*', 'C++ and (regex[.*])'],
  ['👩‍💻 dev', 'dev', '👩‍💻 [dev]'],
  ['nothing', 'x', 'nothing'],
  ['', 'x', ''],
])('in %j the words of %j are marked', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})
