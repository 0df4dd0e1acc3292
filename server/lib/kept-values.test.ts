import { describe, expect, test } from 'vitest'
import { keptCount } from './kept-values.ts'

describe('the number of rows that a filter finds', () => {
  test.each([
    ['few, found among few', 3, { seen: 999 }, 2],
    ['few, found among many', 3, { seen: 1000 }, 1],
    ['many', 1000, {}, 1],
  ])('%s: counted anew unless that costs much', async (_, found, how, times) => {
    const db = {}
    let counted = 0
    const count = async () => {
      counted += 1
      return found
    }
    expect(await keptCount(db, 'words', how, count)).toBe(found)
    expect(await keptCount(db, 'words', how, count)).toBe(found)
    expect(counted).toBe(times)
  })
})
