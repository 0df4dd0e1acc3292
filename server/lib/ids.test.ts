import { expect, test } from 'vitest'
import { Id } from '#contract/values.ts'
import { newId } from './ids.ts'

test('ids are unique, valid, and sort by creation, even within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => Id.safeParse(id).success)).toBe(true)
  const [first = ''] = ids
  expect(Math.abs(Number.parseInt(first.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(10_000)
})
