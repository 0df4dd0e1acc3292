import { expect, test } from 'vitest'
import { hasMissing, layOut } from './letter-layout.ts'

/** Every character is one wide, whatever its font. */
const measure = ({ text }: { text: string }) => Array.from(text).length
const lines = (text: string, width: number) =>
  layOut(text, width, measure).map((line) =>
    line.map(({ runs, x }) => `${x}:${runs.map((run) => run.text).join('')}`),
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

test('what no font has is a question mark; what nobody sees is left out', () => {
  expect(lines('中文!', 9)).toEqual([['0:??!']])
  expect(hasMissing('中文')).toBe(true)
  expect(lines('👩🏽‍💻❤️', 9)).toEqual([['0:👩💻❤']])
  expect(hasMissing('Ñandú 👩🏽‍💻 ❤️ مرحبا')).toBe(false)
})
