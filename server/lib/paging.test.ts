import { describe, expect, test } from 'vitest'
import { inOrder, rangeOf } from './paging.ts'

describe('rangeOf', () => {
  test.each([
    [1, 100, { limit: 100, offset: 0 }],
    [3, 12, { limit: 12, offset: 24 }],
    [1000, 100, { limit: 100, offset: 99_900 }],
    [8333, 12, { limit: 12, offset: 99_984 }],
    [8334, 12, { limit: 0, offset: 0 }],
    [1001, 100, { limit: 0, offset: 0 }],
    [Number.MAX_SAFE_INTEGER, 100, { limit: 0, offset: 0 }],
  ])('page %i of %i; beyond 100,000 rows nothing is read (G8)', (page, limit, range) => {
    expect(rangeOf({ page, limit })).toEqual(range)
  })
})

test('inOrder follows the ids and drops missing rows', () => {
  expect(inOrder(['c', 'a', 'b'], [{ id: 'a' }, { id: 'c' }])).toEqual([{ id: 'c' }, { id: 'a' }])
})
