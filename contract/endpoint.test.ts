import { expect, test } from 'vitest'
import { endpoint, Nothing } from './endpoint.ts'

const read = { method: 'GET', path: '/ferries', access: 'anyone', summary: 'Ferries' } as const
const write = { method: 'POST', path: '/ferries', access: 'recruiter', summary: 'Create a ferry' } as const

test('a public read must declare what it shows, and a write what it changes', () => {
  expect(endpoint({ ...read, shows: ['offers'] })).toMatchObject({ shows: ['offers'], cached: true })
  expect(endpoint({ ...write, changes: ['offers'] })).toMatchObject({ changes: ['offers'], body: Nothing })
  // @ts-expect-error: without its topics
  endpoint(read)
  // @ts-expect-error: without its topics
  endpoint(write)
  // @ts-expect-error: an unknown topic
  endpoint({ ...read, shows: ['ferries'] })
  // @ts-expect-error: a private read is never cached
  endpoint({ ...read, access: 'signed-in', shows: ['offers'] })
})
