import { expect, test } from 'vitest'
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
  await changes.note(['projects'])
  expect(await cache.get('/offers', make('two offers'))).toBe(former)
  await changes.note(['offers'])
  expect(cache.find('/offers')).toBeUndefined()
  expect((await cache.get('/offers', make('two offers'))).plain.toString()).toBe('two offers')
})
