import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

test('each state of the applications shows its count', {
  tags: ['APPL-01', 'FLOW-07'],
}, async () => {
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  api.on('GET /applications', listResponse([]))
  api.on('GET /applications/numbers', {
    body: { waiting: 2, answered: 3, 'no-answer': 0, withdrawn: 1, closed: 4 },
  })
  renderApp('/applications')
  await screen.findByRole('tab', { name: 'All 10' })
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'All 10',
    'Waiting 2',
    'Answered 3',
    'No answer 0',
    'Withdrawn 1',
    'Closed 4',
  ])
})
