import { expect, test } from 'vitest'
import { hasMissing } from './letter-characters.ts'
import { layOut } from './letter-layout.ts'

/** Every character is one wide, whatever its font. */
const measure = ({ text }: { text: string }) => Array.from(text).length
/** Each line as `x:text`; adjacent runs are joined. */
const lines = (text: string, width: number) =>
  layOut(text, width, measure).map((line) => {
    const joined: { x: number; text: string }[] = []
    for (const { x, text } of line) {
      const last = joined.at(-1)
      if (last && last.x + measure(last) === x) last.text += text
      else joined.push({ x, text })
    }
    return joined.map(({ x, text }) => `${x}:${text}`)
  })

test('words that do not fit go to the next line; empty lines stay', () => {
  expect(lines('uno dos tres\n\nfin', 8)).toEqual([['0:uno', '4:dos'], ['0:tres'], [], ['0:fin']])
})

test('a word longer than a line is cut between graphemes', () => {
  expect(lines('abcdefg h', 3)).toEqual([['0:abc'], ['0:def'], ['0:g', '2:h']])
  expect(lines('ab\u0301cd', 2)).toEqual([['0:a'], ['0:b\u0301'], ['0:cd']])
})

test('a right-to-left paragraph is aligned right; words of the other direction keep their order', () => {
  expect(lines('שלום עולם', 12)).toEqual([['3:עולם', '8:שלום']])
  expect(lines('שלום my friend 7 טוב', 22)).toEqual([['2:טוב', '6:my', '9:friend', '16:7', '18:שלום']])
  expect(lines('hola שלום עולם fin', 20)).toEqual([['0:hola', '5:עולם', '10:שלום', '15:fin']])
})

test('long addresses break after a slash, compounds after a hyphen; a no-break space does not break', () => {
  expect(lines('a https://x.es/uno/dos', 16)).toEqual([['0:a', '2:https://x.es/'], ['0:uno/dos']])
  expect(lines('full-stack', 6)).toEqual([['0:full-'], ['0:stack']])
  expect(lines('uno 5\u00a0km', 6)).toEqual([['0:uno'], ['0:5\u00a0km']])
})

test('bidi controls act and are not drawn', () => {
  expect(lines('hola \u2067שלום 7\u2069 fin', 20)).toEqual([['0:hola', '5:7', '7:שלום', '12:fin']])
})

test('punctuation follows the direction of its word', () => {
  expect(lines('(שלום).', 12)).toEqual([['5:.(שלום)']])
})

test('punctuation between two directions follows the paragraph, brackets as a pair; numbers run left to right', () => {
  expect(lines('hola (שלום), fin.', 20)).toEqual([['0:hola', '5:(שלום),', '13:fin.']])
  expect(lines('עולם (מאז 2018), React.', 30)).toEqual([['7:.React', '14:,(2018', '21:מאז)', '26:עולם']])
  expect(lines('שלום React (v18) טוב', 22)).toEqual([['2:טוב', '6:React', '12:(v18)', '18:שלום']])
  expect(lines('مرحبا 21/11/2026 1.000,50', 30)).toEqual([['5:1.000,50', '14:21/11/2026', '25:مرحبا']])
  expect(lines('שלום 2018-2020 50%', 20)).toEqual([['2:50%', '6:2018-2020', '16:שלום']])
})

test('lines without letters are aligned as the text', () => {
  expect(lines('שלום\n21/11', 8)).toEqual([['4:שלום'], ['3:21/11']])
  expect(lines('hola\n21/11', 8)).toEqual([['0:hola'], ['0:21/11']])
})

test('combining accents are composed; common symbols have substitutes', () => {
  expect(lines('A\u030angstro\u0308m', 9)).toEqual([['0:Ångström']])
  expect(lines('a → b ≤ ✓', 12)).toEqual([['0:a', '2:->', '5:b', '7:<=', '10:✔']])
  expect(hasMissing('A\u030a → ★ 1️⃣')).toBe(false)
})

test('characters without a font are question marks; invisible characters are left out', () => {
  expect(lines('กข!', 9)).toEqual([['0:??!']])
  expect(hasMissing('กข')).toBe(true)
  expect(lines('👩🏽‍💻❤️', 9)).toEqual([['0:👩💻❤']])
  expect(hasMissing('Ñandú 👩🏽‍💻 ❤️ مرحبا')).toBe(false)
})
