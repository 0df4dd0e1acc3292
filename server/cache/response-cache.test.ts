import { expect, test, vi } from 'vitest'
import { createMeters } from '../operations/meters.ts'
import { createLocalBus } from '../realtime/bus.ts'
import { type Document, makeDocument } from './cached-response.ts'
import { createPageCache, freshnessOf, whenForgotten } from './response-cache.ts'
import { createTopicVersions } from './topic-versions.ts'

const bus = createLocalBus()
const changes = createTopicVersions(bus)
const topics = new Set(['offers'] as const)
const make = (text: string) => () => makeDocument(text, { topics })

test('a cache has an end: the document that was not asked for longest goes first, and is told to go', async () => {
  const cache = createPageCache({ changes, bus, meters: createMeters() }, 'test')
  const large = 'x'.repeat(7 * 1024 * 1024)
  const goes = vi.fn()
  const documents: Document[] = []
  for (let n = 0; n < 4; n += 1) {
    const document = await cache.get(`/${n}`, make(`${n}${large}`))
    whenForgotten(document, () => goes(n))
    documents.push(document)
  }
  cache.find('/0')
  for (let n = 4; n < 6; n += 1) await cache.get(`/${n}`, make(`${n}${large}`))
  expect(goes.mock.calls).toEqual([[1], [2]])
  expect(documents.map((document) => freshnessOf(document)?.())).toEqual([true, false, false, true])
})

test('a document that is made anew after a change tells the former one to go', async () => {
  const cache = createPageCache({ changes, bus, meters: createMeters() }, 'test')
  const goes = vi.fn()
  const former = await cache.get('/offers', make('one offer'))
  whenForgotten(former, goes)
  await changes.note(['projects'])
  expect(await cache.get('/offers', make('two offers'))).toBe(former)
  await changes.note(['offers'])
  expect(freshnessOf(former)?.()).toBe(false)
  expect((await cache.get('/offers', make('two offers'))).plain.toString()).toBe('two offers')
  expect(goes).toHaveBeenCalledOnce()
})
