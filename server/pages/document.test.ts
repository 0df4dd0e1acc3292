import { expect, test } from 'vitest'
import { makeDocument } from './document.ts'

const topics = new Set<never>()

test('a document keeps its mark while only that differs which says nothing new', () => {
  const made = (text: string, moving?: string) =>
    makeDocument(text, { topics, ...(moving && { moving }) }).etag
  expect(made('offers, made at 1700', '1700')).toBe(made('offers, made at 1800', '1800'))
  expect(made('projects, made at 1700', '1700')).not.toBe(made('offers, made at 1700', '1700'))
  expect(made('offers, made at 1700')).not.toBe(made('offers, made at 1800'))
})
