import { expect, test } from 'vitest'
import { withHttps } from './formats.ts'

test.each([
  ['', ''],
  ['  ', ''],
  ['github.com/ana', 'https://github.com/ana'],
  ['https://github.com/ana', 'https://github.com/ana'],
  ['http://github.com/ana', 'http://github.com/ana'],
])('withHttps: %j becomes %j', { tags: ['VAL-83', 'VAL-91'] }, (typed, address) => {
  expect(withHttps(typed)).toBe(address)
})
