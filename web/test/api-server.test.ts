import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listOffers } from '#contract/offers.ts'
import { listProjects } from '#contract/projects.ts'
import { request } from '../lib/api.ts'
import { apiServer } from './api-server.ts'

const api = apiServer()
const received: string[] = []
let formerBase = ''
let respondToFormer = () => {}

test('a test may end while one of its calls waits for a response', async () => {
  formerBase = api.base()
  api.on(
    'GET /offers',
    () => new Promise((resolve) => (respondToFormer = () => resolve({ body: [{ _id: 'former' }] }))),
  )
  void request(listOffers).then(() => received.push('the response to the former test'))
  await waitFor(() => expect(api.callsOf('GET /offers')).toHaveLength(1))
})

test('a late response affects no later test', async () => {
  respondToFormer()
  fetch(`${formerBase}/offers`).then(
    () => received.push('a response to a late call'),
    () => undefined, // The server closes at the end.
  )
  api.on('GET /offers', { body: [] })
  for (let round = 0; round < 3; round += 1) expect(await request(listOffers)).toMatchObject({ items: [] })
  expect(api.calls).toHaveLength(3)
  expect(received).toEqual([])
})

test('what must not happen can be expected once all responses have arrived, but for those held back', async () => {
  api.on('GET /offers', { body: [] })
  api.on('GET /projects', () => new Promise(() => {}))
  let arrived = ''
  // The second one follows from the first one.
  void request(listOffers).then(() => request(listOffers).then(() => (arrived = 'both')))
  void request(listProjects)
  await api.settled()
  expect(arrived).toBe('both')
  expect(api.calls.map(({ name }) => name).sort()).toEqual(['GET /offers', 'GET /offers', 'GET /projects'])
})
