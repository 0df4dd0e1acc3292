import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { listOffers } from '#contract/offers.ts'
import { listProjectsOfDeveloper } from '#contract/projects.ts'
import { apiKeys } from '../cache/cache-keys.ts'
import { createCachedResponse } from '../cache/cached-response.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { allRoutes } from '../routes.ts'
import { startServer } from '../test/server.ts'
import { createApiFetch, type Reads } from './api-fetch.ts'

const server = await startServer()
const inject = async () => ({ statusCode: 200, headers: { 'x-total-count': 3 }, body: '[]' })
const cache = createResponseCache(server, 'test')
const apiFetch = createApiFetch(
  { inject } as unknown as FastifyInstance,
  allRoutes(server).map(({ endpoint }) => endpoint),
  cache,
)

const nothingRead = (): Reads => ({ topics: new Set(), limits: new Set() })

test.each([
  ['/api/offers?page=2', ['offers', 'people']],
  ['/api/offers/search?q=ferry', ['offers', 'people']],
  ['/api/offers/allskills', ['offers', 'projects', 'people']],
  ['/api/projects/01900000-0000-7000-8000-000000000000', ['projects', 'people', 'views']],
  ['/api/devs/01900000-0000-7000-8000-000000000000', ['people', 'projects', 'careers']],
  ['/api/github/repos/puente/ferry', []],
  ['/api/messages/settings', []],
])('a page that reads %s shows %j', async (address, shown) => {
  const reads = nothingRead()
  await apiFetch(reads)(address)
  expect([...reads.topics]).toEqual(shown)
})

test('each rendering collects its own topics', async () => {
  const [first, second] = [nothingRead(), nothingRead()]
  await Promise.all([apiFetch(first)('/api/recruiters/1'), apiFetch(second)('/api/studies/owner/1')])
  expect([[...first.topics], [...second.topics]]).toEqual([['people'], ['careers', 'people']])
})

test('a response has the status, the body and the totals of the API', async () => {
  const response = await apiFetch(nothingRead())('/api/offers')
  expect([response.status, await response.json(), response.headers.get('x-total-count')]).toEqual([
    200,
    [],
    '3',
  ])
})

test.each([
  [listOffers, '/api/offers?page=2&skills=C%2B%2B%2CGo', {}, { page: '2', skills: 'C++,Go' }],
  [listOffers, '/api/offers?skills=C&skills=Go', {}, { skills: ['C', 'Go'] }],
  [listProjectsOfDeveloper, '/api/projects/developer/a%2520b', { id: 'a%20b' }, {}],
])('a cached response of $path is read without a request', async (endpoint, address, params, query) => {
  const headers = { 'x-total-count': '7' }
  const response = createCachedResponse('["cached"]', { topics: new Set(endpoint.shows), headers })
  await cache.get(apiKeys(endpoint)(params, query), () => response)
  const reads = nothingRead()
  const read = await apiFetch(reads)(address)
  expect([read.status, await read.json(), read.headers.get('x-total-count'), [...reads.topics]]).toEqual([
    200,
    ['cached'],
    '7',
    [...endpoint.shows],
  ])
})

test('an address that cannot be decoded is left to the API', async () => {
  const read = await apiFetch(nothingRead())('/api/projects/developer/%E0%A4%A')
  expect(await read.json()).toEqual([])
})
