import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { startSession } from '../lib/session.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import ConfirmNotice from './ConfirmNotice.tsx'
import ConfirmPage from './ConfirmPage.tsx'
import UndoEmailPage from './UndoEmailPage.tsx'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))

const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
})

function open(path: string) {
  const routes = [
    { path: '/confirm/:token', element: <ConfirmPage /> },
    { path: '/email-change/undo/:token', element: <UndoEmailPage /> },
  ]
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
    </QueryClientProvider>,
  )
}

test.each([
  ['/confirm/secret', 'Confirm my address', 'POST /users/confirm'],
  ['/email-change/undo/secret', 'Keep my address', 'POST /users/email/undo'],
])(
  'the page of a mailed link does nothing before its button is pressed: %s',
  {
    tags: ['ACCT-01'],
  },
  async (path, label, call) => {
    const message = 'This link is no longer valid.'
    api.on(call, { status: 400, body: { error: true, message, code: 'TOKEN_INVALID' } })
    open(path)
    const button = screen.getByRole('button', { name: label })
    await api.settled()
    expect(api.calls).toEqual([])
    await user.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    api.on(call, { body: { message: 'It is done.' } })
    await user.click(button)
    expect(await screen.findByRole('status')).toHaveTextContent('It is done.')
    expect(api.calls.map(({ name, body }) => [name, body])).toEqual(
      Array(2).fill([call, { token: 'secret' }]),
    )
  },
)

test('a banner asks to confirm the address, and sends the mail again', { tags: ['ACCT-01'] }, async () => {
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer', { emailConfirmed: false }) })
  startSession()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmNotice />
    </QueryClientProvider>,
  )
  const banner = await screen.findByRole('region', { name: 'Confirm your address' })
  expect(banner).toHaveTextContent('we sent a link to ana@example.com')
  api.on('POST /users/confirm/again', { body: { message: 'We sent you a new link.' } })
  await user.click(screen.getByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText('We sent you a new link.')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  // As after the link was opened in another tab.
  auth.setProfile(buildUser('developer'))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})
