import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Applicant } from '#contract/applications.ts'
import { auth } from '../lib/auth.ts'
import { openChat } from '../lib/open-chat.ts'
import { apiServer } from '../test/api-server.ts'
import { buildApplicant, buildOffer, OFFER_ID } from '../test/offers.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  localStorage.setItem('token', buildToken('recruiter'))
  api.on('GET /users/getUserProfile', { body: buildUser('recruiter') })
  // jsdom has no layout, and only visible cards are rendered.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(120)
})

function respondWith(...applicants: Applicant[]) {
  api.on(`GET /offers/${OFFER_ID}/candidates`, {
    body: { _id: OFFER_ID, position: 'Backend developer', skills: ['go'], applicants },
  })
}

describe('the lists by status', () => {
  const open = () => renderApp(`/private-rec/dashboard/${OFFER_ID}`)

  test('count, and show the skills of the offer first and in green', {
    tags: ['PIPE-01', 'PIPE-16'],
  }, async () => {
    respondWith(
      buildApplicant(),
      buildApplicant({ status: 'accepted' }),
      buildApplicant({ status: 'accepted' }),
    )
    open()
    const card = within(await screen.findByRole('article'))
    const skills = card.getAllByRole('listitem').map((item) => item.textContent)
    expect(skills).toEqual(['Go', 'HTML'])
    expect(card.getByText('Go').closest('.text-green-ink')).not.toBeNull()
    expect(screen.getByRole('tab', { name: 'Accepted 2' })).toBeVisible()
  })

  test('show people without a name or an account as Unknown Profile', {
    tags: ['PIPE-08', 'PIPE-09'],
  }, async () => {
    respondWith(buildApplicant({ user: null }))
    open()
    const card = within(await screen.findByRole('article', { name: 'Unknown Profile' }))
    expect(card.getByText('No skills registered')).toBeVisible()
    expect(card.queryByRole('link')).toBeNull()
  })

  test('update optimistically, and roll back with the quoted text on a refusal', {
    tags: ['PIPE-14', 'ERR-35'],
  }, async () => {
    const applicant = buildApplicant()
    respondWith(applicant)
    let refuse: () => void = () => undefined
    const move = `PUT /offers/${OFFER_ID}/candidates/${applicant._id}`
    api.on(move, () => new Promise((resolve) => (refuse = () => resolve({ status: 500, body: {} }))))
    open()
    await user.selectOptions(await screen.findByRole('combobox'), 'Rejected')
    expect(await screen.findByText('No candidates found for "pending"')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Rejected 1' })).toBeVisible()
    await waitFor(() => expect(api.callsOf(move).map(({ body }) => body)).toEqual([{ status: 'rejected' }]))
    refuse()
    expect(await screen.findByText('Error updating candidate status')).toBeVisible()
    expect(await screen.findByRole('article')).toBeVisible()
    expect(screen.getByRole('combobox')).toHaveValue('pending')
  })

  test("another recruiter's offer leads to its public page (decision 35)", async () => {
    const body = { error: true, message: 'Error getting offers', code: 'FORBIDDEN' }
    api.on(`GET /offers/${OFFER_ID}/candidates`, { status: 403, body })
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
    const app = open()
    await waitFor(() => expect(app.path()).toBe(`/offers/${OFFER_ID}`))
  })
})

describe('the dialog of an applicant', () => {
  async function openApplicant(applicant: Applicant) {
    respondWith(applicant)
    api.on(`GET /offers/${OFFER_ID}/candidates/${applicant._id}/history`, {
      body: [
        {
          from: null,
          to: 'pending',
          changedBy: null,
          changedByName: '',
          changedAt: '2026-01-02T10:00:00.000Z',
        },
      ],
    })
    renderApp(`/private-rec/dashboard/${OFFER_ID}`)
    await user.click(await screen.findByRole('button', { name: /^Details of/ }))
    return within(await screen.findByRole('dialog'))
  }

  test.each([
    ['1234', true],
    ['12345', false],
  ])(
    'a letter %j has its PDF disabled: %s; without a CV there is none',
    { tags: ['VAL-68', 'VAL-70'] },
    async (coverLetter, off) => {
      const dialog = await openApplicant(buildApplicant({ coverLetter }))
      const pdf = dialog.getByRole('button', { name: /^PDF of/ })
      if (off) expect(pdf).toBeDisabled()
      else expect(pdf).toBeEnabled()
      expect(dialog.getByRole('button', { name: /^CV of/ })).toBeDisabled()
      expect(await dialog.findByText(/^Applied, 02\/01\/2026/)).toBeVisible()
    },
  )

  test('a cover letter that fails to load shows an error; Chat opens the chat', {
    tags: ['ERR-36', 'ROLE-13'],
  }, async () => {
    const applicant = buildApplicant({ coverLetter: 'Hola, me interesa.' })
    const dialog = await openApplicant(applicant)
    api.on(`GET /offers/cover-letter/${OFFER_ID}/${applicant._id}`, { status: 500, body: {} })
    await user.click(dialog.getByRole('button', { name: /^PDF of/ }))
    expect(await screen.findByText('Error downloading PDF')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Chat' }))
    expect(openChat.get()).toMatchObject({ _id: applicant.user?._id, role: { type: 'developer' } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test.each([
  ['123456789', true],
  ['1234567890', false],
])(
  'on the page of the offer a letter %j has its PDF disabled: %s',
  { tags: ['OFFD-07', 'VAL-69'] },
  async (coverLetter, off) => {
    respondWith(buildApplicant({ coverLetter }))
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
    renderApp(`/offers/${OFFER_ID}`)
    const pdf = await screen.findByRole('button', { name: /^Cover letter of/ })
    if (off) expect(pdf).toBeDisabled()
    else expect(pdf).toBeEnabled()
  },
)
