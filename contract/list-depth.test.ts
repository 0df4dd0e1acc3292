import { expect, test } from 'vitest'
import { reachablePages } from './list-depth.ts'

test.each([
  [0, 12, 0],
  [1, 12, 1],
  [13, 12, 2],
  [99_996, 12, 8333],
  [100_000, 12, 8333],
  [250_000, 6, 16_666],
  [250_000, 100, 1000],
])('%i rows at %i a page give %i readable pages (G8)', (total, limit, pages) => {
  expect(reachablePages(total, limit)).toBe(pages)
})
