import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bodyOf, createCachedResponse } from './cached-response.ts'

const topics = new Set<never>()

test('the ETag ignores volatile parts of a document', () => {
  const made = (text: string, volatile?: string) =>
    createCachedResponse(text, { topics, ...(volatile && { volatile }) }).etag
  expect(made('offers, made at 1700', '1700')).toBe(made('offers, made at 1800', '1800'))
  expect(made('projects, made at 1700', '1700')).not.toBe(made('offers, made at 1700', '1700'))
  expect(made('offers, made at 1700')).not.toBe(made('offers, made at 1800'))
})

test('a document is compressed once for all requests', async () => {
  const text = 'offers '.repeat(1000)
  const document = createCachedResponse(text, { topics })
  const [first, second] = await Promise.all([bodyOf(document, 'br'), bodyOf(document, 'br')])
  expect(second).toBe(first)
  expect(await bodyOf(document, 'br')).toBe(first)
  expect(brotliDecompressSync(first).toString()).toBe(text)
  expect(gunzipSync(await bodyOf(document, 'gzip')).toString()).toBe(text)
  expect((await bodyOf(document, 'plain')).toString()).toBe(text)
})
