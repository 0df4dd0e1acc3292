import { expect, test } from 'vitest'
import { formatPhone } from './format-phone.ts'

test.each([
  ['+', '+'],
  ['+34', '+34'],
  ['+346', '+34 6'],
  ['+34 6', '+34 6'],
  ['+34 ', '+34 '],
  ['+34600111222', '+34 600111222'],
  ['+3460011122233344', '+34 600111222333'],
])('formatPhone: %j becomes %j', { tags: ['VAL-73', 'VAL-74'] }, (typed, formatted) => {
  expect(formatPhone(typed)).toBe(formatted)
})
