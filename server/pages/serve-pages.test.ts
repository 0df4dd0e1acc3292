import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createCachedResponse } from '../cache/cached-response.ts'
import { startServer } from '../test/server.ts'
import type { Renderer } from './render-pages.ts'
import { pageHandler } from './serve-pages.ts'

const server = await startServer()

function startPages(params: readonly string[]) {
  const rendered: string[] = []
  const renderer: Renderer = {
    pageOf: async () => ({ file: 'offers/OffersPage.tsx', isPrivate: false, params }),
    page: async (address) => {
      rendered.push(address)
      return createCachedResponse(`Rendered ${address}`, { topics: new Set() })
    },
    shell: async () => createCachedResponse('Shell', { topics: new Set() }),
  }
  const app = Fastify()
  app.setNotFoundHandler(pageHandler(server, renderer))
  const read = async (url: string) => (await app.inject({ url })).body
  return { read, rendered }
}

test('query parameters that a page does not read make no further rendering and do not show in it', async () => {
  const { read, rendered } = startPages(['page'])
  for (let x = 1; x <= 50; x += 1) expect(await read(`/offers?x=${x}`)).toBe('Rendered /offers')
  expect(rendered).toEqual(['/offers'])
})

test('query parameters that a page reads make a rendering each, in any order', async () => {
  const { read, rendered } = startPages(['skills', 'page'])
  expect(await read('/offers?page=2&skills=go%2Cc%2B%2B&x=1')).toBe(
    'Rendered /offers?skills=go%2Cc%2B%2B&page=2',
  )
  expect(await read('/offers?skills=go,c%2B%2B&page=2')).toBe('Rendered /offers?skills=go%2Cc%2B%2B&page=2')
  expect(await read('/offers?page=3')).toBe('Rendered /offers?page=3')
  expect(await read('/offers?page=')).toBe('Rendered /offers')
  expect(rendered).toHaveLength(3)
})
