import { expect, test } from 'vitest'
import { codeLines } from './code-lines.ts'

const kinds = (code: string) =>
  codeLines(code).map((line) =>
    line.map(({ type, value }) => `${type}:${value}`).filter((one) => !/^space/.test(one)),
  )

test('the tokens of all lines add up to the code', () => {
  const code =
    "export const a = `x`\n\n\tif (a < 'b') { return /* c */ null }\n// ¿qué? <script>alert(1)</script>"
  expect(
    codeLines(code)
      .map((line) => line.map(({ value }) => value).join(''))
      .join('\n'),
  ).toBe(code)
})

test.each([
  ['-- all of them\nselect id from offers', 'keyword:select'],
  ['def total(rows):\n    return sum(rows)', 'keyword:def'],
  ['fn main() {\n    let mut x = 1;\n}', 'keyword:fn'],
  ['package main\n\nfunc main() {}', 'keyword:func'],
  ['interface Ferry {\n  name: string;\n}', 'keyword:interface'],
  ['const ferry = 1', 'keyword:const'],
])('the language of %j is detected', (code, token) => {
  expect(kinds(code).flat()).toContain(token)
})

test('a chosen language takes precedence over the detected one', () => {
  const code = 'class Ferry {}'
  const kindsIn = (language?: string) =>
    codeLines(code, language)
      .flat()
      .map(({ type, value }) => `${type}:${value}`)
  expect(kindsIn('SQL')).not.toContain('keyword:class')
  expect(kindsIn('Kotlin')).toContain('keyword:class')
  // An unknown one, of a newer server, is none.
  expect(kindsIn('Klingon')).toEqual(kindsIn())
})
