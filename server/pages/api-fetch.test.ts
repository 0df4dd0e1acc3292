import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { allRoutes } from '../routes.ts'
import { startServer } from '../test/server.ts'
import { createApiFetch, type Reads } from './api-fetch.ts'

const server = await startServer()
const inject = async () => ({ statusCode: 200, headers: { 'x-total-count': 3 }, body: '[]' })
const apiFetch = createApiFetch(
  { inject } as unknown as FastifyInstance,
  allRoutes(server).map(({ endpoint }) => endpoint),
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
