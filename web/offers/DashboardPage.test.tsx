import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { NO_STAGES } from '#contract/applications.ts'
import { auth } from '../lib/auth.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOwnOffer } from '../test/offers.ts'
import { buildToken, RECRUITER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'
import { signedIn } from '../test/signed-in.ts'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))
const user = userEvent.setup()
const NO_OFFERS = { draft: 0, published: 0, paused: 0, closed: 0, expired: 0 }

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /offers/allskills', { body: [{ name: 'Go' }] })
})

test('the dashboard shows skeletons while its offers and numbers load', { tags: 'DASH-09' }, async () => {
  signedIn(api, 'recruiter')
  for (const call of [
    'mine',
    'mine/counts',
    'mine/numbers',
    `stats/${RECRUITER_ID}`,
    `stats/${RECRUITER_ID}/days`,
  ])
    api.on(`GET /offers/${call}`, () => new Promise(() => undefined))
  renderApp('/private-rec/offers')
  expect(await screen.findByRole('heading', { level: 1, name: 'My Offers' })).toBeVisible()
  expect(await screen.findByText('Loading offers')).toBeInTheDocument()
  expect(document.querySelectorAll('[aria-busy=true]').length).toBeGreaterThan(1)
  expect(screen.getByText('Total offers').closest('[aria-busy=true]')).not.toBeNull()
  expect(screen.getByText('Open offers').closest('[aria-busy=true]')).not.toBeNull()
})

test('the dashboard is a table: stages, new applicants, last application, and numbers to act on', {
  tags: ['DASH-02', 'DASH-07'],
}, async () => {
  signedIn(api, 'recruiter')
  const empty = buildOwnOffer({ _id: 'none', position: 'Nobody new' })
  const own = buildOwnOffer({
    position: 'Keeper of locks',
    createdAt: '2025-12-01T10:00:00.000Z',
    stages: { ...NO_STAGES, pending: 3, rejected: 1 },
    newApplicants: 2,
    lastAppliedAt: '2026-01-02T10:00:00.000Z',
  })
  api.on('GET /offers/mine', { body: [own, empty], headers: { 'X-Total-Count': '2' } })
  api.on('GET /offers/mine/counts', { body: { ...NO_OFFERS, published: 2 } })
  api.on('GET /offers/mine/numbers', { body: { open: 2, new: 2, waiting: 3, medianDays: null } })
  const lastVisit = Date.now() - 24 * 3_600_000
  localStorage.setItem(`offersVisit_${RECRUITER_ID}`, JSON.stringify({ at: lastVisit }))
  renderApp('/private-rec/offers')

  const table = within(await screen.findByRole('table', { name: 'My Offers' }))
  const row = within(table.getByRole('row', { name: /Keeper of locks/ }))
  expect(row.getByRole('rowheader')).toHaveTextContent('Keeper of locks')
  expect(row.getByRole('link', { name: /^Applicants of Keeper of locks/ })).toHaveTextContent(
    '3 Pending1 Rejected',
  )
  expect(row.getByText('2 new')).toBeVisible()
  expect(row.getByText('02/01/2026')).toBeVisible()
  // Not the creation of the draft.
  expect(row.getByText('01/01/2026')).toBeVisible()
  // Each cell is below its header, also without new applicants.
  const cells = within(table.getByRole('row', { name: /Nobody new/ })).getAllByRole('cell')
  expect(cells[1]).toHaveTextContent(/^0$/)
  expect(cells[1]).not.toHaveClass('max-lg:empty:hidden')
  for (const [label, number] of [
    ['Open offers', '2'],
    ['New since your last visit', '2'],
    ['Waiting for your answer', '3'],
    ['Median days to the first answer', '–'],
  ] as const) {
    const term = await screen.findByText(label)
    await waitFor(() => expect(term.nextElementSibling).toHaveTextContent(number))
  }
  expect(screen.getByRole('link', { name: 'Open offers: 2' })).toBeVisible()
  const since = new Date(lastVisit).toISOString()
  for (const call of ['GET /offers/mine', 'GET /offers/mine/numbers'])
    expect(api.callsOf(call).at(-1)?.query.get('since')).toBe(since)

  await user.click(screen.getByRole('button', { name: 'Grid' }))
  const [article] = await screen.findAllByRole('article')
  if (!article) throw new Error('There are two cards.')
  const card = within(article)
  expect(card.getByRole('heading', { name: 'Keeper of locks' })).toBeVisible()
  expect(card.getByText('Pending')).toBeVisible()
  // Without the own face.
  expect(card.queryByRole('link', { name: /Marta/ })).toBeNull()
})

test('a prefetch of the dashboard is not a visit, and counts since the last one', {
  tags: 'DASH-02',
}, async () => {
  signedIn(api, 'recruiter')
  auth.signIn(buildToken('recruiter'))
  const last = Date.now() - 24 * 3_600_000
  const key = `offersVisit_${RECRUITER_ID}`
  localStorage.setItem(key, JSON.stringify({ at: last }))
  api.on('GET /offers/mine', { body: [], headers: { 'X-Total-Count': '0' } })
  api.on('GET /offers/mine/counts', { body: NO_OFFERS })
  api.on('GET /offers/mine/numbers', { body: { open: 0, new: 0, waiting: 0, medianDays: 3.2916666 } })
  const { load } = await import('./DashboardPage.tsx')
  const queryClient = createQueryClient()
  await load({ queryClient, params: {}, url: new URL('http://localhost/private-rec/offers') })
  expect(api.callsOf('GET /offers/mine/numbers').at(-1)?.query.get('since')).toBe(
    new Date(last).toISOString(),
  )
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ at: last })

  renderApp('/private-rec/offers')
  const label = await screen.findByText('Median days to the first answer')
  await waitFor(() => expect(label.nextElementSibling).toHaveTextContent(/^3,3$/))
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ before: last })
})

test('the dashboard filters within a state, by the skills of the own offers', {
  tags: ['LIFE-11', 'DASH-04'],
}, async () => {
  signedIn(api, 'recruiter')
  api.on('GET /offers/mine', {
    body: [buildOwnOffer({ state: 'paused' })],
    headers: { 'X-Total-Count': '1' },
  })
  api.on('GET /offers/mine/counts', { body: { ...NO_OFFERS, paused: 1 } })
  api.on('GET /offers/mine/skills', { body: [{ name: 'Own craft' }] })
  const app = renderApp('/private-rec/offers?state=paused')
  await user.click(await screen.findByRole('button', { name: /^Filters/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await user.click(await panel.findByRole('checkbox', { name: 'Own craft' }))
  await waitFor(() => expect(app.path()).toBe('/private-rec/offers?state=paused&skills=Own+craft'))
  const asked = { state: 'paused', skills: 'Own craft' }
  await waitFor(() =>
    expect(Object.fromEntries(api.callsOf('GET /offers/mine').at(-1)?.query ?? [])).toMatchObject(asked),
  )
  await waitFor(() =>
    expect(api.callsOf('GET /offers/mine/counts').at(-1)?.query.get('skills')).toBe('Own craft'),
  )
})
