import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTooLong, toNfc } from './nfc.ts'
import { m } from './texts.ts'
import { email, LIMITS, MAX_SKILL_LENGTH, skills, text } from './values.ts'

const MARKS = '\u0301\u0f73\u0323\u0f75\u0308'
const marks = (count: number) => Array.from({ length: count }, (_, index) => MARKS[index % 5]).join('')

/** The result, or the text of the refusal. */
const read = (shape: { safeParse: ReturnType<typeof text>['safeParse'] }, given: string) => {
  const { success, data, error } = shape.safeParse(given)
  return success ? data : error.issues[0]?.message
}

describe('toNfc', () => {
  test('30 combining marks in a row pass, 31 do not, at any position (X1, UAX 15)', () => {
    for (const [before, after] of [
      ['', ''],
      ['a', 'b'],
      [`${'x'.repeat(500)}e${marks(30)}n`, 'o'],
    ] as const) {
      expect(toNfc(before + marks(30) + after)).toBe((before + marks(30) + after).normalize('NFC'))
      expect(toNfc(before + marks(31) + after)).toBeUndefined()
    }
    expect(toNfc(`a${'\u{1e944}'.repeat(30)}`)).toBeDefined()
    expect(toNfc(`a${'\u{1e944}'.repeat(31)}`)).toBeUndefined()
  })

  test('every other text equals the result of normalize()', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (given) => {
        expect(toNfc(given)).toBe(given.normalize('NFC'))
        expect(toNfc(given.normalize('NFD'))).toBe(given.normalize('NFC'))
      }),
    )
  })
})

test('a text is too long only if no normalization makes it short enough; surrounding blanks do not count', () => {
  expect(isTooLong(`  ${'x'.repeat(400)}\n`, 100)).toBe(false)
  expect(isTooLong('x'.repeat(401), 100)).toBe(true)
})

describe('text', () => {
  const line = text(LIMITS.name)

  test.each(['ñ', 'Á', 'ü', 'ệ', '각'])('%s decomposed passes at the full length (X1)', (letter) => {
    const whole = letter.repeat(LIMITS.name)
    expect(read(line, ` ${whole.normalize('NFD')} `)).toBe(whole)
    expect(read(line, (whole + letter).normalize('NFD'))).toBe(m.general_max_characters({ max: LIMITS.name }))
  })

  test('31 combining marks are refused, even if a removed character separates them (X1)', () => {
    expect(read(line, `Ana${marks(30)}`)).toBe(`Ana${marks(30)}`.normalize('NFC'))
    expect(read(line, `Ana${marks(31)}`)).toBe(m.general_characters())
    expect(read(line, `Ana${marks(20)}\u202a${marks(20)}`)).toBe(m.general_characters())
  })

  test('a text that is far too long is refused by its length, whatever its content (X1)', () => {
    for (const long of [marks(85_000), '\ud800'.repeat(85_000), '\u0000'.repeat(85_000)]) {
      expect(read(line, long)).toBe(m.general_max_characters({ max: LIMITS.name }))
      expect(read(email(), long)).toBe(m.general_max_characters({ max: LIMITS.email }))
    }
  })
})

describe('skills', () => {
  const list = (given: unknown) => {
    const { success, data, error } = skills().safeParse(given)
    return success ? data : error.issues[0]?.message
  }

  test('each is normalized and has its own length (X1)', () => {
    const longest = 'ñ'.repeat(MAX_SKILL_LENGTH)
    expect(list([longest.normalize('NFD'), ' a  b ', 'A B', ''])).toEqual([longest, 'a b'])
    expect(list([`${longest}ñ`.normalize('NFD')])).toBe(m.general_skill_length())
    expect(list([`a${marks(31)}`])).toBe(m.general_characters())
    expect(list(`a${marks(31)}`)).toBe(m.general_characters())
    expect(list(['a', '\ud800'])).toBe(m.general_characters())
  })

  test('what is far too long is refused by its length, whatever its content (X1)', () => {
    for (const long of [marks(85_000), [marks(85_000)], 'a,'.repeat(85_000)])
      expect(list(long)).toBe(m.general_skill_length())
  })

  test('entries after the tenth are dropped unread (decision 31)', () => {
    const ten = [...'abcdefghij']
    expect(list([...ten, 'x'.repeat(100)])).toEqual(ten)
    expect(list(`${ten.join(',')},,A,${'x'.repeat(100)}`)).toEqual(ten)
  })
})
