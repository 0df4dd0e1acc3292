import { expect, test } from 'vitest'
import { hasMissing, layOut } from './letter-layout.ts'

/** Every character is one wide, whatever its font. */
const measure = ({ text }: { text: string }) => Array.from(text).length
/** What touches is told as one, at the place of its first. */
const lines = (text: string, width: number) =>
  layOut(text, width, measure).map(
    (line) =>
      line.reduce<{ told: string[]; end: number }>(
        ({ told, end }, run) => ({
          told:
            run.x === end && told.length > 0
              ? [...told.slice(0, -1), told.at(-1) + run.text]
              : [...told, `${run.x}:${run.text}`],
          end: run.x + measure(run),
        }),
        { told: [], end: 0 },
      ).told,
  )

test('words go to the next line when they do not fit; empty lines stay', () => {
  expect(lines('uno dos tres\n\nfin', 8)).toEqual([['0:uno', '4:dos'], ['0:tres'], [], ['0:fin']])
})

test('a word longer than a line is cut, between characters as people see them', () => {
  expect(lines('abcdefg h', 3)).toEqual([['0:abc'], ['0:def'], ['0:g', '2:h']])
  expect(lines('ab\u0301cd', 2)).toEqual([['0:a'], ['0:b\u0301'], ['0:cd']])
})

test('a right-to-left paragraph begins at the right; words of the other direction keep their order', () => {
  expect(lines('שלום עולם', 12)).toEqual([['3:עולם', '8:שלום']])
  expect(lines('שלום my friend 7 טוב', 22)).toEqual([['2:טוב', '6:my', '9:friend', '16:7', '18:שלום']])
  expect(lines('hola שלום עולם fin', 20)).toEqual([['0:hola', '5:עולם', '10:שלום', '15:fin']])
})

test('signs follow the direction of their word', () => {
  expect(lines('(שלום).', 12)).toEqual([['5:.(שלום)']])
})

test('signs between two directions go with the paragraph, a pair of brackets together, numbers from the left', () => {
  expect(lines('hola (שלום), fin.', 20)).toEqual([['0:hola', '5:(שלום),', '13:fin.']])
  expect(lines('עולם (מאז 2018), React.', 30)).toEqual([['7:.React', '14:,(2018', '21:מאז)', '26:עולם']])
  expect(lines('שלום React (v18) טוב', 22)).toEqual([['2:טוב', '6:React', '12:(v18)', '18:שלום']])
  expect(lines('مرحبا 21/11/2026 1.000,50', 30)).toEqual([['5:1.000,50', '14:21/11/2026', '25:مرحبا']])
  expect(lines('שלום 2018-2020 50%', 20)).toEqual([['2:50%', '6:2018-2020', '16:שלום']])
})

test('lines without letters stand where the text begins', () => {
  expect(lines('שלום\n21/11', 8)).toEqual([['4:שלום'], ['3:21/11']])
  expect(lines('hola\n21/11', 8)).toEqual([['0:hola'], ['0:21/11']])
})

test('an accent that stands alone joins its letter; common signs have stand-ins', () => {
  expect(lines('A\u030angstro\u0308m', 9)).toEqual([['0:Ångström']])
  expect(lines('a → b ≤ ✓', 12)).toEqual([['0:a', '2:->', '5:b', '7:<=', '10:✔']])
  expect(hasMissing('A\u030a → ★ 1️⃣')).toBe(false)
})

test('what no font has is a question mark; what nobody sees is left out', () => {
  expect(lines('中文!', 9)).toEqual([['0:??!']])
  expect(hasMissing('中文')).toBe(true)
  expect(lines('👩🏽‍💻❤️', 9)).toEqual([['0:👩💻❤']])
  expect(hasMissing('Ñandú 👩🏽‍💻 ❤️ مرحبا')).toBe(false)
})
