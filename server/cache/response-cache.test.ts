import { afterEach, describe, expect, test, vi } from 'vitest'
import { unavailable } from '../lib/errors.ts'
import { createMeters } from '../operations/meters.ts'
import { createLocalBus } from '../realtime/bus.ts'
import { createCachedResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'
import { createTopicVersions } from './topic-versions.ts'

const bus = createLocalBus()
const changes = createTopicVersions(bus)
const topics = new Set(['offers'] as const)
const make = (text: string) => () => createCachedResponse(text, { topics })

test('a full cache evicts the document that was not requested for longest', async () => {
  const cache = createResponseCache({ changes, bus, meters: createMeters() }, 'test')
  const large = 'x'.repeat(7 * 1024 * 1024)
  for (let n = 0; n < 4; n += 1) await cache.get(`/${n}`, make(`${n}${large}`))
  cache.find('/0')
  for (let n = 4; n < 6; n += 1) await cache.get(`/${n}`, make(`${n}${large}`))
  const cached = Array.from({ length: 6 }, (_, n) => cache.find(`/${n}`) !== undefined)
  expect(cached).toEqual([true, false, false, true, true, true])
})

test('a change of a topic replaces the documents of that topic only', async () => {
  const cache = createResponseCache({ changes, bus, meters: createMeters() }, 'test')
  const former = await cache.get('/offers', make('one offer'))
  await changes.publish(['projects'])
  expect(await cache.get('/offers', make('two offers'))).toBe(former)
  await changes.publish(['offers'])
  expect(cache.find('/offers')).toBeUndefined()
  expect((await cache.get('/offers', make('two offers'))).plain.toString()).toBe('two offers')
})

describe('while the database is unavailable', () => {
  afterEach(() => void vi.useRealTimers())

  const open = async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] })
    const cache = createResponseCache({ changes, bus, meters: createMeters() }, 'test')
    const former = await cache.get('/offers', make('one offer'))
    const later = (ms: number) => void vi.advanceTimersByTime(ms)
    return { cache, former, later }
  }
  const away = vi.fn(() => Promise.reject(unavailable()))

  test('an expired response is served, and the database is queried again after two seconds (X9)', async () => {
    const { cache, former, later } = await open()
    later(61_000)
    away.mockClear()
    for (const _ of [1, 2, 3]) expect(await cache.get('/offers', away)).toBe(former)
    expect(away).toHaveBeenCalledOnce()
    later(2001)
    expect(await cache.get('/offers', away)).toBe(former)
    expect(away).toHaveBeenCalledTimes(2)
    later(2001)
    expect((await cache.get('/offers', make('two offers'))).plain.toString()).toBe('two offers')
  })

  test('a system clock that is set back neither extends a TTL nor prevents queries', async () => {
    const { cache, former, later } = await open()
    later(61_000)
    expect(await cache.get('/offers', away)).toBe(former)
    vi.setSystemTime(Date.now() - 3600_000)
    later(2001)
    expect((await cache.get('/offers', make('two offers'))).plain.toString()).toBe('two offers')
    vi.setSystemTime(Date.now() - 3600_000)
    later(61_000)
    expect(cache.find('/offers')).toBeUndefined()
  })

  test('a response of which a topic has changed is not served, nor one of another key or of an hour ago (X9)', async () => {
    const { cache, later } = await open()
    await expect(cache.get('/projects', away)).rejects.toThrow()
    later(3600_001)
    expect(cache.holdsStale()).toBe(false)
    await expect(cache.get('/offers', away)).rejects.toThrow()
    const other = await open()
    await changes.publish(['offers'])
    await expect(other.cache.get('/offers', away)).rejects.toThrow()
  })

  test('an incomplete page is replaced by the former one (X9)', async () => {
    const { cache, former, later } = await open()
    later(61_000)
    const incomplete = () => createCachedResponse('no offers', { topics, isComplete: false })
    expect(await cache.get('/offers', incomplete)).toBe(former)
    expect((await cache.get('/new', incomplete)).plain.toString()).toBe('no offers')
  })

  test('other errors are not hidden by former responses', async () => {
    const { cache, later } = await open()
    later(61_000)
    await expect(cache.get('/offers', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  })
})
