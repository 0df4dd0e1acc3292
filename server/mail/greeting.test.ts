import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

test.each([
  'Eva',
  'José María',
  'Jean-Luc',
  "O'Neill",
  'D’Arcy',
  'Ñusta',
  '李小龍',
  'Zoe\u0308',
  'a'.repeat(40),
])('the name %j is used in the greeting (X8)', (name) => {
  expect(greeting(name)).toBe(`Hello ${name},`)
})

test.each([
  'https://evil.example',
  'evil.example',
  'Eva, you won: evil.example/prize',
  'www evil example/',
  '<b>Eva</b>',
  'Eva\u200b',
  'Eva\u202e',
  'Call 555 1234',
  'Eva@example',
  'Eva\nBcc',
  '-Eva',
  '',
  'a'.repeat(41),
])('the name %j is not used in the greeting (X8)', (name) => {
  expect(greeting(name)).toBe('Hello,')
})
