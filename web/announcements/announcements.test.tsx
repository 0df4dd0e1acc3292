import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { startSession } from '../lib/session.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { AnnouncementSlot } from './AnnouncementSlot.tsx'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))

const user = userEvent.setup()
const of = (_id: string, text: string) => ({ _id, text, createdAt: '2026-01-01T10:00:00.000Z' })
const [newer, older] = [of('2', 'New: announcements'), of('1', 'Maintenance on Sunday')]

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
})

/** The band of a newly opened page. */
function open(own: object[] = [newer, older]) {
  const list = (body: object[]) => ({ body, headers: { 'X-Total-Count': String(body.length) } })
  api.on('GET /announcements', ({ headers }) => list(headers.authorization ? own : [newer, older]))
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  startSession()
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <AnnouncementSlot />
    </QueryClientProvider>,
  )
}
const band = () => screen.findByRole('region', { name: 'Announcement' })
const dismiss = () => user.click(screen.getByRole('button', { name: 'Dismiss this announcement' }))

test('a visitor dismisses one announcement after the other, in this browser', {
  tags: ['MOD-06'],
}, async () => {
  const { container, unmount } = open()
  expect(await band()).toHaveTextContent('New: announcements')
  await dismiss()
  expect(await band()).toHaveTextContent('Maintenance on Sunday')
  unmount()

  open()
  expect(await band()).toHaveTextContent('Maintenance on Sunday')
  await dismiss()
  await waitFor(() => expect(container).toBeEmptyDOMElement())
  await api.settled()
  expect(screen.queryByRole('region')).toBeNull()
  expect(api.calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([])
})

test('a signed-in person dismisses it on all devices, and does not see one dismissed on another device', {
  tags: ['MOD-06'],
}, async () => {
  localStorage.setItem('token', buildToken('developer'))
  // Removed meanwhile: no message.
  api.on('PUT /announcements/1/dismiss', { status: 404, body: { error: true, message: 'Not found' } })
  open([older])
  expect(await band()).toHaveTextContent('Maintenance on Sunday')
  await dismiss()
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  await waitFor(() => expect(api.callsOf('PUT /announcements/1/dismiss')).toHaveLength(1))
})
