import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedCount } from './cached-values.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const LATER_MS = 6000

function counter(first: number) {
  const db = {}
  const count = vi.fn(async () => first)
  return { count, ask: () => cachedCount(db, 'things', {}, count) }
}

test('a large count is cached for seconds, then revalidated in the background', async () => {
  const { count, ask } = counter(5000)
  expect([await ask(), await ask()]).toEqual([5000, 5000])
  expect(count).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(LATER_MS)
  let found = (_: number) => {}
  count.mockReturnValue(new Promise((resolve) => (found = resolve)))
  expect([await ask(), await ask()]).toEqual([5000, 5000])
  expect(count).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(count).toHaveBeenCalledTimes(2))
  found(6000)
  await vi.waitFor(async () => expect(await ask()).toBe(6000))
})

test('an expired value is computed before the response', async () => {
  const { count, ask } = counter(5000)
  await ask()
  vi.advanceTimersByTime(3 * LATER_MS)
  count.mockResolvedValue(6000)
  expect(await ask()).toBe(6000)
})

test('a change of the system clock neither extends nor shortens the TTL', async () => {
  const { count, ask } = counter(5000)
  await ask()
  vi.setSystemTime(Date.now() + 10 * LATER_MS)
  await ask()
  await new Promise(setImmediate)
  expect(count).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() - 20 * LATER_MS)
  vi.advanceTimersByTime(3 * LATER_MS)
  count.mockResolvedValue(6000)
  expect(await ask()).toBe(6000)
})

test('a failed revalidation leaves the cached value, and is retried', async () => {
  const { count, ask } = counter(5000)
  await ask()
  vi.advanceTimersByTime(LATER_MS)
  count.mockRejectedValueOnce(new Error('busy'))
  expect([await ask(), await ask()]).toEqual([5000, 5000])
  await vi.waitFor(() => expect(count).toHaveBeenCalledTimes(2))
  expect(await ask()).toBe(5000)
  vi.advanceTimersByTime(2 * LATER_MS)
  count.mockResolvedValue(6000)
  expect(await ask()).toBe(6000)
})

test('a small count is never cached, nor one that became small', async () => {
  const { count, ask } = counter(3)
  expect(await ask()).toBe(3)
  count.mockResolvedValue(4)
  expect(await ask()).toBe(4)
  count.mockResolvedValue(1000)
  expect(await ask()).toBe(1000)
  vi.advanceTimersByTime(LATER_MS)
  count.mockResolvedValue(5)
  await ask()
  await vi.waitFor(async () => expect(await ask()).toBe(5))
})

test.each([
  ['few, found among few', 3, { seen: 999 }, 2],
  ['few, found among many', 3, { seen: 1000 }, 1],
  ['many', 1000, {}, 1],
])('%s: counted again unless that is expensive', async (_, found, how, times) => {
  const db = {}
  let counted = 0
  const count = async () => {
    counted += 1
    return found
  }
  expect(await cachedCount(db, 'words', how, count)).toBe(found)
  expect(await cachedCount(db, 'words', how, count)).toBe(found)
  expect(counted).toBe(times)
})

test('concurrent callers that accept an older count share one query', async () => {
  const count = vi.fn(async () => 5)
  const db = {}
  const ask = () => cachedCount(db, 'rows', { least: 0 }, count)
  expect(await Promise.all([ask(), ask()])).toEqual([5, 5])
  expect(count).toHaveBeenCalledTimes(1)
})

test('concurrent callers share one query for a value that has expired', async () => {
  const { count, ask } = counter(5000)
  await ask()
  vi.advanceTimersByTime(3 * LATER_MS)
  await Promise.all([ask(), ask(), ask()])
  expect(count).toHaveBeenCalledTimes(2)
})
