import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Offer } from '#contract/offers.ts'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildApplicant, buildOffer, buildOwnOffer, OFFER_ID } from '../test/offers.ts'
import { buildToken, buildUser, RECRUITER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const NO_OFFERS = { draft: 0, published: 0, paused: 0, closed: 0, expired: 0 }

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  localStorage.setItem('token', buildToken('recruiter'))
  api.on('GET /users/getUserProfile', { body: buildUser('recruiter') })
  api.on('GET /offers/allskills', { body: [] })
})

const entryOf = ({
  _id,
  user: person,
  status,
  coverLetter,
  appliedDate,
}: ReturnType<typeof buildApplicant>) => ({
  ...{ _id, user: person?._id ?? '', status, coverLetter, appliedDate },
})

describe('the page of an own offer', () => {
  const applicants = [buildApplicant(), buildApplicant({ status: 'rejected' })]

  async function open(changes: Partial<Offer> = {}) {
    const show = (next: Partial<Offer>) =>
      api.on(`GET /offers/${OFFER_ID}`, {
        body: buildOffer({ applicants: applicants.map(entryOf), ...next }),
      })
    show(changes)
    api.on(`GET /offers/${OFFER_ID}/candidates`, {
      body: { _id: OFFER_ID, position: 'Backend developer', skills: [], applicants },
    })
    const app = renderApp(`/offers/${OFFER_ID}`)
    return { ...app, show, tools: within(await screen.findByRole('region', { name: 'Your offer' })) }
  }

  test('shows the stages of its applicants, and leads to the details of each', {
    tags: ['OFFD-06', 'OFFD-07'],
  }, async () => {
    const { tools } = await open()
    expect(tools.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1 Pending',
      '1 Rejected',
    ])
    const [first] = applicants
    const details = await screen.findByRole('link', { name: `Details of Nora ${first?.user?.surname}` })
    expect(details).toHaveAttribute('href', `/private-rec/dashboard/${OFFER_ID}?application=${first?._id}`)
  })

  test('keeps the focus when it is paused and published again', { tags: 'LIFE-03' }, async () => {
    const { tools, show } = await open()
    api.on(`PATCH /offers/${OFFER_ID}/state`, () => {
      show({ state: 'paused' })
      return { body: buildOffer({ state: 'paused' }) }
    })
    await user.click(tools.getByRole('button', { name: 'Pause' }))
    const resume = await tools.findByRole('button', { name: 'Publish again' })
    expect(resume).toHaveFocus()
    expect(tools.getByRole('status')).toHaveTextContent('Paused')
    expect(api.callsOf(`PATCH /offers/${OFFER_ID}/state`)[0]?.body).toEqual({ state: 'paused' })
  })

  test('is extended up to 180 days, and shows that this is the maximum', { tags: 'LIFE-09' }, async () => {
    const published = { publishedAt: '2026-01-01T10:00:00.000Z' }
    const { tools, show } = await open({ ...published, closesAt: '2026-06-15T10:00:00.000Z' })
    const longest = { ...published, closesAt: '2026-06-30T10:00:00.000Z' }
    api.on(`PATCH /offers/${OFFER_ID}/extend`, () => {
      show(longest)
      return { body: buildOffer(longest) }
    })
    const extend = tools.getByRole('button', { name: 'Extend by 30 days' })
    await user.click(extend)
    expect(await tools.findByText('An offer is open for 180 days at most.')).toBeVisible()
    expect(extend).toHaveFocus()
    expect(extend).toHaveAccessibleDescription('An offer is open for 180 days at most.')
    await user.keyboard('{Enter}')
    await api.settled()
    expect(api.callsOf(`PATCH /offers/${OFFER_ID}/extend`)).toHaveLength(1)
  })

  test('a refused message is reported at its field; once closed, the heading has the focus', {
    tags: 'LIFE-08',
  }, async () => {
    const { tools, show } = await open()
    const refusal = 'There is no placeholder {nobody}'
    api.on(`PATCH /offers/${OFFER_ID}/state`, {
      status: 400,
      body: { error: true, message: refusal, code: 'VALIDATION', fields: { message: refusal } },
    })
    await user.click(tools.getByRole('button', { name: 'Close offer' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Close this offer?' }))
    const message = dialog.getByLabelText('Message to waiting applicants')
    await user.type(message, 'Hello {{nobody}')
    await user.click(dialog.getByRole('button', { name: 'Close offer' }))
    await waitFor(() => expect(message).toHaveAccessibleDescription(refusal))
    expect(message).toBeInvalid()
    // The question is what is read, not its fields.
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      /^It disappears from all lists at once\.[^{]*$/,
    )

    api.on(`PATCH /offers/${OFFER_ID}/state`, () => {
      show({ state: 'closed' })
      return { body: buildOffer({ state: 'closed' }) }
    })
    await user.click(dialog.getByRole('button', { name: 'Close offer' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(tools.getByRole('heading', { name: 'Your offer' })).toHaveFocus())
  })
})

describe('the dashboard', () => {
  function respond() {
    api.on('GET /offers/mine', { body: [buildOwnOffer()], headers: { 'X-Total-Count': '1' } })
    api.on('GET /offers/mine/counts', { body: { ...NO_OFFERS, published: 1 } })
    api.on('GET /offers/mine/numbers', { body: { open: 1, new: 0, waiting: 0, medianDays: null } })
  }

  test('gives the focus to its content when the offer with the menu is gone', {
    tags: 'OFF-24',
  }, async () => {
    respond()
    renderApp('/private-rec/offers')
    await user.click(await screen.findByRole('button', { name: 'Options for Backend developer' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    api.on(`PATCH /offers/${OFFER_ID}/delete`, () => {
      api.on('GET /offers/mine', { body: [], headers: { 'X-Total-Count': '0' } })
      return { body: { message: 'Offer deleted', _id: OFFER_ID } }
    })
    await user.click(await screen.findByRole('button', { name: "Yes, I'm sure" }))
    expect(await screen.findByText('No hay ofertas disponibles')).toBeVisible()
    // Its first control.
    await waitFor(() => expect(screen.getByRole('link', { name: 'Back offers' })).toHaveFocus())
  })

  test('shows one error when all statistics fail, which retries them all', {
    tags: ['DASH-02', 'ERR-34'],
  }, async () => {
    respond()
    const calls = ['mine/numbers', `stats/${RECRUITER_ID}`, `stats/${RECRUITER_ID}/days`]
    // One that is not retried by itself.
    const body = { error: true, message: 'Error getting stats', code: 'NOT_FOUND' }
    for (const call of calls) api.on(`GET /offers/${call}`, { status: 404, body })
    renderApp('/private-rec/offers')
    const stats = within(await screen.findByRole('region', { name: 'Stats' }))
    // The last of the three failures replaces what the others show.
    await waitFor(() => {
      expect(stats.getByText('Error getting stats')).toBeVisible()
      expect(stats.queryByText('Applications per day')).toBeNull()
    })
    const before = calls.map((call) => api.callsOf(`GET /offers/${call}`).length)
    await user.click(stats.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(calls.map((call) => api.callsOf(`GET /offers/${call}`).length)).toEqual(
        before.map((count) => count + 1),
      ),
    )
  })
})
