import { expect, test } from 'vitest'
import { parseSalary } from './salary.ts'

test.each([
  ['', null],
  ['   ', null],
  ['a lot', null],
  ['-5', null],
  ['0', 0],
  ['30000', 30000],
  ['30.000', 30000],
  ['30,000', 30000],
  ['1.250.000 €', 1250000],
  ['30 000', 30000],
  ['30000.50', 30001],
  ['30.000,50', 30001],
  ['12,5', 13],
])('%j is the salary %j', { tags: 'VAL-59' }, (typed, salary) => {
  expect(parseSalary(typed)).toBe(salary)
})
