import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`))
const send = () => user.click(screen.getByRole('button', { name: 'Send message' }))

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
})

async function fillAll() {
  renderApp('/contact')
  await screen.findByRole('heading', { name: 'Contact' })
  await user.type(field('Name'), 'Ana')
  await user.type(field('Email'), 'ana@example.com')
  await user.selectOptions(field('Category'), 'Bug Report')
  await user.type(field('Subject'), 'Broken')
  await user.type(field('Message'), 'It is broken')
  await send()
}

test('a visitor sends a ticket; success clears the form', {
  tags: ['CONT-01', 'CONT-02', 'CONT-03', 'CONT-04', 'ERR-67', 'ERR-68'],
}, async () => {
  api.on('POST /contact', { status: 201, body: { message: 'x' } })
  await fillAll()
  expect(await screen.findByText('Message sent successfully!')).toBeVisible()
  expect(screen.getByText("We'll get back to you within 24-48 hours.")).toBeVisible()
  for (const label of ['Name', 'Email', 'Category', 'Subject', 'Message'])
    expect(field(label)).toHaveValue('')
  expect(api.callsOf('POST /contact')[0]?.body).toEqual({
    name: 'Ana',
    email: 'ana@example.com',
    category: 'bug',
    subject: 'Broken',
    message: 'It is broken',
  })
})

test('all five fields are required and the first gets the focus', { tags: 'VAL-100' }, async () => {
  renderApp('/contact')
  await screen.findByRole('heading', { name: 'Contact' })
  await send()
  expect(await screen.findAllByText('This field is required')).toHaveLength(5)
  expect(field('Name')).toHaveFocus()
  await api.settled()
  expect(api.calls).toEqual([])
})

test('the email must be valid', { tags: 'VAL-101' }, async () => {
  renderApp('/contact')
  await screen.findByRole('heading', { name: 'Contact' })
  await user.type(field('Email'), 'ana at home')
  await send()
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Invalid email format'))
})

test('shows the seven categories by their labels', { tags: 'DATA-36' }, async () => {
  renderApp('/contact')
  await screen.findByRole('heading', { name: 'Contact' })
  const labels = screen.getAllByRole('option').map((option) => option.textContent)
  expect(labels.slice(1)).toEqual([
    'Bug Report',
    'Feature Request',
    'Improvement Suggestion',
    'Technical Support',
    'General Feedback',
    'Business Inquiry',
    'Other',
  ])
})

test.each([
  [{ status: 429, body: { error: true, message: 'Too many', code: 'RATE_LIMITED' } }, 'Too many'],
  [{ status: 500 }, 'Failed to send message. Please try again.'],
  [undefined, 'Network error. Please check your connection and try again.'],
])('%j is shown and keeps the input', { tags: ['ERR-64', 'ERR-65', 'ERR-66'] }, async (response, text) => {
  if (response) api.on('POST /contact', response)
  else api.goOffline()
  await fillAll()
  expect(await screen.findByText('Error sending message')).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
  expect(field('Message')).toHaveValue('It is broken')
})

test('a signed-in person finds name and email filled in, and may change them [decision 47]', async () => {
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  renderApp('/contact')
  await screen.findByRole('heading', { name: 'Contact' })
  await waitFor(() => expect(field('Name')).toHaveValue('Ana García'))
  expect(field('Email')).toHaveValue('ana@example.com')
  await user.clear(field('Name'))
  await user.type(field('Name'), 'Otra')
  expect(field('Name')).toHaveValue('Otra')
})
