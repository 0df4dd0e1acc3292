import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWordFinder, neededWordsOf } from './needed-words.ts'

const TAGS = { tags: ['TRUST-03'] }

/** As the rules write them: from the space before the first word to the one behind the last. */
const expression = (pattern: string) => ` (?:${pattern})(?= )`

describe('the needed words of an expression', () => {
  test.each([
    ['pay|transfer', ['pay', 'transfer']],
    ['(?:the |our )?(?:green|blue) app', ['green', 'blue']],
    ['(?:me|us) money', ['money']],
    ['of it|in order', ['of ', 'order']],
    ['fees?', ['fee']],
    ['enrol[^ ]*', ['enrol']],
    ['che(?:ck|que)s?', ['che']],
    ['set ?up', ['set']],
    ['(?:in|on) \\d+', ['in', 'on']],
    ['first(?! (?:deposit|payment))', ['first']],
    ['(?<!\\b(?:our|the) )wallets?', ['wallet']],
    ['(?:a |small )+deposit', ['deposit']],
    ['connect(?: [^ ]+){0,3} seed', ['connect']],
  ])('are the beginnings of one word of each alternative: %s', TAGS, (pattern, words) => {
    expect(neededWordsOf(expression(pattern))).toEqual(words)
  })

  test.each([['\\d+'], ['pay|[€$£]'], ['(?:please )?\\S+']])(
    'are unknown if an alternative may have none: %s',
    TAGS,
    (pattern) => {
      expect(neededWordsOf(expression(pattern))).toBeUndefined()
    },
  )
})

const WORDS = [
  'a',
  'the',
  'our',
  'check',
  'cheque',
  'cheques',
  'set',
  'up',
  'setup',
  'seed',
  'connects',
  '12',
]
const PATTERNS = [
  '(?:the |our )?che(?:ck|que)s?',
  'set ?up(?! 12)',
  'a(?: \\S+){0,2} seed',
  'connect\\S* 12|\\d+ a',
]

test('a text that an expression matches has one of its needed words', TAGS, () => {
  const finder = createWordFinder()
  const expressions = PATTERNS.map((pattern) => new RegExp(expression(pattern), 'u'))
  const sets = expressions.map(({ source }) => finder.add(neededWordsOf(source)))
  const matched = new Set<number>()
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }), (words) => {
      const text = ` ${words.join(' ')} `
      const found = finder.find(text)
      for (const [place, one] of expressions.entries()) {
        if (!one.test(text)) continue
        matched.add(place)
        expect(found).toContain(sets[place])
      }
    }),
    { numRuns: 500 },
  )
  expect(matched.size).toBe(PATTERNS.length)
})

test('needed words are found at the beginning of words only, unknown ones in every text', TAGS, () => {
  const finder = createWordFinder()
  const [pay, unknown] = [finder.add(['pay', 'transfer']), finder.add(undefined)]
  expect([...finder.find(' we repay a trans port ')]).toEqual([unknown])
  expect(finder.find(' we transferred it ')).toContain(pay)
})
