import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnApplication, TimelineEvent } from '#contract/applications.ts'
import { auth } from '../lib/auth.ts'
import { openChat } from '../lib/open-chat.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const ID = '0190a000-0000-7000-8000-0000000000aa'
const APPLIED = '2026-01-01T10:00:00.000Z'

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
})

async function open(changes: Partial<OwnApplication>, events: Partial<TimelineEvent>[] = []) {
  const offer = {
    _id: ID,
    position: 'Keeper',
    company: 'Faro',
    location: 'Cádiz',
    state: 'published',
  } as const
  const application: OwnApplication = {
    _id: ID,
    status: 'pending',
    state: 'waiting',
    appliedDate: APPLIED,
    lastChangeAt: APPLIED,
    answerBy: '2026-01-15T10:00:00.000Z',
    withdrawnAt: null,
    offer: { ...offer, owner: null },
    interview: null,
    ...changes,
  }
  api.on('GET /applications', { body: [application], headers: { 'X-Total-Count': '1' } })
  const timeline = [{ kind: 'applied' } as const, ...events].map((event) => ({
    at: APPLIED,
    by: null,
    ...event,
  }))
  api.on(`GET /applications/${ID}/timeline`, { body: timeline })
  renderApp(`/applications/${ID}`)
  return within(await screen.findByRole('region', { name: 'State' }))
}
const timeline = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('.font-medium')?.textContent)

test.each([
  ['waiting', 'pending', [], 'The recruiter has not answered yet.', ['You applied']],
  [
    'answered',
    'accepted',
    [{ kind: 'status', to: 'accepted' }],
    'The recruiter has answered.',
    ['You applied', 'Accepted'],
  ],
  [
    'no-answer',
    'reviewed',
    [{ kind: 'status', to: 'reviewed' }, { kind: 'no-answer' }],
    'The recruiter did not answer in time. You may still get an answer.',
    ['You applied', 'Reviewed', 'No answer in time'],
  ],
  [
    'withdrawn',
    'pending',
    [{ kind: 'withdrawn' }],
    'You withdrew this application. The recruiter no longer has your phone, letter and CV.',
    ['You applied', 'You withdrew the application'],
  ],
  [
    'closed',
    'pending',
    [{ kind: 'closed' }],
    'The offer ended before the recruiter answered.',
    ['You applied', 'The offer ended'],
  ],
] as const)(
  'an application that is %s shows its state, and its history',
  {
    tags: ['APPL-01', 'APPL-02'],
  },
  async (state, status, events, text, entries) => {
    const card = await open({ state, status }, [...events])
    expect(card.getByText(text)).toBeVisible()
    // Only a waiting applicant is promised a day, and a withdrawn application has no button to withdraw.
    expect(card.queryByText('Answer by') !== null).toBe(state === 'waiting')
    expect(card.queryByRole('button', { name: 'Withdraw' }) !== null).toBe(state !== 'withdrawn')
    await waitFor(() => expect(timeline()).toEqual(entries))
  },
)

test('withdrawing an accepted application asks for confirmation twice', { tags: ['APPL-06'] }, async () => {
  const withdrawal = `POST /applications/${ID}/withdraw`
  api.on(withdrawal, { body: { message: 'Application withdrawn', _id: ID } })
  const card = await open({ state: 'answered', status: 'accepted' })
  await user.click(card.getByRole('button', { name: 'Withdraw' }))
  const first = within(await screen.findByRole('dialog', { name: 'You were accepted. Withdraw anyway?' }))
  expect(first.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  await user.click(await first.findByRole('button', { name: 'Continue' }))
  const second = within(await screen.findByRole('dialog', { name: 'Withdraw this application?' }))
  await api.settled()
  expect(api.callsOf(withdrawal)).toEqual([])
  await user.type(await second.findByLabelText(/^Reason/), 'Another offer')
  await user.click(second.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(api.callsOf(withdrawal)[0]?.body).toEqual({ reason: 'Another offer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the recruiter can be opened and written to', { tags: ['APPL-01'] }, async () => {
  const owner = {
    ...{ _id: 'marta', name: 'Marta', surname: 'Llorens', avatar: '', verified: null },
    responsiveness: { rated: false, answeredPercent: null, medianDays: null, applications: null },
    role: { type: 'recruiter' as const, recruiter: { companyName: 'Faro' } },
  }
  const offer = { _id: ID, position: 'Keeper', company: 'Faro', location: 'Cádiz', owner }
  const card = await open({ offer: { ...offer, state: 'published' } })
  expect(card.getByRole('link', { name: 'Marta Llorens' })).toHaveAttribute('href', '/recruiter/marta')
  await user.click(card.getByRole('button', { name: 'Contact' }))
  expect(openChat.get()).toMatchObject({ _id: 'marta', role: { type: 'recruiter' } })
})

test('the list shows the date of application, of the last change, and the progress', {
  tags: ['APPL-01'],
}, async () => {
  await open({ status: 'reviewed', lastChangeAt: '2026-01-03T10:00:00.000Z' })
  await user.click(screen.getByRole('link', { name: 'All applications' }))
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent(
    'ReviewedWaitingFaro · CádizApplied on 01/01/2026Updated on 03/01/2026Answer by 15/01/2026',
  )
})
