import { expect, test } from 'vitest'
import { makeDocument } from './document.ts'

const topics = new Set<never>()

test('a document keeps its mark while only that differs which says nothing new', async () => {
  const made = async (text: string, moving?: string) =>
    (await makeDocument(text, { topics, ...(moving && { moving }) })).etag
  expect(await made('offers, made at 1700', '1700')).toBe(await made('offers, made at 1800', '1800'))
  expect(await made('projects, made at 1700', '1700')).not.toBe(await made('offers, made at 1700', '1700'))
  expect(await made('offers, made at 1700')).not.toBe(await made('offers, made at 1800'))
})
