import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/users.ts'
import { auth } from '../lib/auth.ts'
import { openChat } from '../lib/open-chat.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOffer, OFFER_ID } from '../test/offers.ts'
import { buildToken, buildUser, DEVELOPER_ID, RECRUITER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))
vi.mock('../devs/ProfilePage.tsx', () => ({ default: () => <h1>profile</h1>, load: undefined }))
vi.mock('../recruiters/RecruiterPage.tsx', () => ({ default: () => <h1>recruiter</h1>, load: undefined }))

const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /offers/allskills', { body: [{ name: 'Go' }] })
  api.on('GET /offers', { body: [buildOffer()], headers: { 'X-Total-Count': '1' } })
  api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
})

async function pressOnCard(name: 'Apply' | 'Contact') {
  const app = renderApp('/offers')
  const card = within(await screen.findByRole('article'))
  await user.click(card.getByRole('button', { name }))
  await waitFor(() => expect(app.path()).toBe('/login'))
  return app
}

async function signIn(role: Role) {
  api.on('POST /users/login', { body: { token: buildToken(role) } })
  api.on('GET /users/getUserProfile', { body: buildUser(role) })
  await screen.findByRole('heading', { name: 'Login' })
  await user.type(screen.getByLabelText(/^Email/), 'ana@example.com')
  await user.type(screen.getByLabelText(/^Password/), 'Abcdef1!')
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login' }))
}

test("Apply leads through the sign-in to the offer's page, with its dialog", {
  tags: 'FLOW-01',
}, async () => {
  const app = await pressOnCard('Apply')
  await signIn('developer')
  expect(await screen.findByRole('dialog', { name: 'Apply to this Job Offer' })).toBeVisible()
  expect(app.path()).toBe(`/offers/${OFFER_ID}`)
  expect(sessionStorage.length).toBe(0)
})

test('Contact leads through the sign-in back to the list, with the conversation', {
  tags: 'FLOW-01',
}, async () => {
  const app = await pressOnCard('Contact')
  await signIn('developer')
  await waitFor(() => expect(openChat.get()).toMatchObject({ _id: RECRUITER_ID, name: 'Marta' }))
  await waitFor(() => expect(app.path()).toBe('/offers'))
})

test('a recruiter who signs in sees the offer without the dialog of applicants', {
  tags: 'FLOW-01',
}, async () => {
  const app = await pressOnCard('Apply')
  await signIn('recruiter')
  await waitFor(() => expect(app.path()).toBe(`/offers/${OFFER_ID}`))
  expect(await screen.findByRole('heading', { name: 'Backend developer' })).toBeVisible()
  await api.settled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('opening another page drops the action: the sign-in leads to the own page, also after reading the terms', {
  tags: ['FLOW-01', 'AUTH-07'],
}, async () => {
  const app = await pressOnCard('Apply')
  await app.router.navigate('/legal/terms')
  expect(sessionStorage.getItem('redirectAfterLogin')).toBe(`/offers/${OFFER_ID}`)
  await app.router.navigate('/about')
  await waitFor(() => expect(sessionStorage.length).toBe(0))
  await app.router.navigate('/login')
  await signIn('developer')
  await waitFor(() => expect(app.path()).toBe(`/profile/${DEVELOPER_ID}`))
})

test('a path remembered by a guard is dropped on other pages, too', {
  tags: ['FLOW-01', 'AUTH-06'],
}, async () => {
  const app = renderApp('/settings')
  await waitFor(() => expect(app.path()).toBe('/login'))
  expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/settings')
  await app.router.navigate('/offers')
  await waitFor(() => expect(sessionStorage.getItem('redirectAfterLogin')).toBeNull())
})
