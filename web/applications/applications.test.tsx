import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Applicant } from '#contract/applications.ts'
import { auth } from '../lib/auth.ts'
import { openChat } from '../lib/open-chat.ts'
import { realtime } from '../lib/realtime.ts'
import type { RealtimeState } from '../lib/realtime-connection.ts'
import { apiServer } from '../test/api-server.ts'
import { buildApplicant, buildOffer, OFFER_ID } from '../test/offers.ts'
import { buildToken, buildUser, RECRUITER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const nameOf = ({ user }: Applicant) => `${user?.name} ${user?.surname}`
const api = apiServer()

const { socket } = vi.hoisted(() => ({
  socket: {
    receive: (_name: string, _payload: unknown): void => undefined,
    setState: (_state: RealtimeState): void => undefined,
  },
}))
vi.mock('../lib/socket.ts', () => ({
  openSocket: (_id: string, hub: typeof socket) => {
    Object.assign(socket, { receive: hub.receive, setState: hub.setState })
    return { emit: () => undefined, close: () => undefined }
  },
}))
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
    await waitFor(() => expect(screen.getByText('Error updating candidate status')).toBeVisible())
    expect(await screen.findByRole('article')).toBeVisible()
    expect(screen.getByRole('combobox')).toHaveValue('pending')

    // The error does not outlive the success after it.
    api.on(move, { body: { msg: 'ok', applicant: { ...applicant, status: 'rejected' } } })
    await user.selectOptions(screen.getByRole('combobox'), 'Rejected')
    // It would disappear after 5 s.
    await waitFor(() => expect(screen.queryByText('Error updating candidate status')).toBeNull(), {
      timeout: 3000,
    })
  })

  test('a key on the closed status menu changes nothing before a choice is confirmed', async () => {
    const applicant = buildApplicant()
    respondWith(applicant)
    open()
    const menu = await screen.findByRole('combobox')
    const opened = vi.fn()
    Object.assign(menu, { showPicker: opened })
    for (const key of ['ArrowDown', 'ArrowUp', 'End', 'r']) {
      expect(fireEvent.keyDown(menu, { key }), key).toBe(false)
    }
    expect(opened).toHaveBeenCalledTimes(4)
    // Keys that open or leave it keep the browser's behaviour.
    for (const key of [' ', 'Tab', 'Enter']) expect(fireEvent.keyDown(menu, { key }), key).toBe(true)
    await api.settled()
    expect(api.callsOf(`PUT /offers/${OFFER_ID}/candidates/${applicant._id}`)).toEqual([])
  })

  test('a card that its menu moves out of the list passes the focus to the next one, the last card to the tab', async () => {
    const [first, second] = [buildApplicant(), buildApplicant()]
    respondWith(first, second)
    open()
    const left = new Map([first, second].map((one) => [one._id, one]))
    for (const one of [first, second]) {
      api.on(`PUT /offers/${OFFER_ID}/candidates/${one._id}`, () => {
        const moved: Applicant = { ...one, status: 'reviewed', sentStatus: 'reviewed' }
        respondWith(...left.set(one._id, moved).values())
        return { body: { msg: 'ok', applicant: moved } }
      })
    }
    const menuOf = (one: Applicant) =>
      screen.findByRole('combobox', { name: new RegExp(one.user?.surname ?? '') })
    await user.selectOptions(await menuOf(first), 'Reviewed')
    await waitFor(async () => expect(await menuOf(second)).toHaveFocus())
    await user.selectOptions(await menuOf(second), 'Reviewed')
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Pending 0' })).toHaveFocus())
  })

  test('1 to 5 on a card set its status, and lead to the next card', { tags: 'FLOW-09' }, async () => {
    const [first, second] = [buildApplicant(), buildApplicant()]
    respondWith(first, second)
    const move = `PUT /offers/${OFFER_ID}/candidates/${first._id}`
    api.on(move, () => {
      const moved: Applicant = { ...first, status: 'interviewed', sentStatus: 'interviewed' }
      respondWith(moved, second)
      return { body: { msg: 'ok', applicant: moved } }
    })
    open()
    const details = await screen.findByRole('button', { name: `Details of ${nameOf(first)}` })
    details.focus()
    // The status that it has, and a number with a modifier, change nothing.
    await user.keyboard('1{Control>}3{/Control}')
    await api.settled()
    expect(api.callsOf(move)).toEqual([])
    await user.keyboard('3')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: `Details of ${nameOf(second)}` })).toHaveFocus(),
    )
    await waitFor(() =>
      expect(api.callsOf(move).map(({ body }) => body)).toEqual([{ status: 'interviewed' }]),
    )
  })

  test('show a hint while nobody has applied, or the reason why nobody can', {
    tags: 'FLOW-09',
  }, async () => {
    respondWith()
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
    const { unmount } = open()
    expect(await screen.findByText('No candidates yet. New applicants appear here.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible()
    unmount()
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer({ state: 'paused' }) })
    open()
    expect(
      await screen.findByText('This offer is paused. It is not listed and takes no applications.'),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
  })

  test("another recruiter's offer leads to its public page (decision 35)", async () => {
    const body = { error: true, message: 'Error getting offers', code: 'FORBIDDEN' }
    api.on(`GET /offers/${OFFER_ID}/candidates`, { status: 403, body })
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
    const app = open()
    await waitFor(() => expect(app.path()).toBe(`/offers/${OFFER_ID}`))
  })
})

describe('the link of a reminder', { tags: 'APPL-08' }, () => {
  test("opens the applicant's details once, and the list of that status", async () => {
    const [first, linked] = [buildApplicant(), buildApplicant({ status: 'reviewed' })]
    respondWith(first, linked)
    api.on(`GET /offers/${OFFER_ID}/candidates/${linked._id}/history`, { body: [] })
    const app = renderApp(`/private-rec/dashboard/${OFFER_ID}?application=${linked._id}`)
    const name = `Nora ${linked.user?.surname}`
    expect(await screen.findByRole('dialog', { name })).toBeVisible()
    expect(app.path()).toBe(`/private-rec/dashboard/${OFFER_ID}?status=reviewed`)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: `Details of ${name}` })).toHaveFocus())
  })

  test('shows when the applicant has withdrawn', async () => {
    respondWith(buildApplicant())
    const app = renderApp(`/private-rec/dashboard/${OFFER_ID}?application=${buildApplicant()._id}`)
    await waitFor(() => expect(screen.getByText('This applicant is no longer on the board')).toBeVisible())
    expect(app.path()).toBe(`/private-rec/dashboard/${OFFER_ID}`)
    await api.settled()
    expect(screen.queryByRole('dialog')).toBeNull()
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
    renderApp(`/private-rec/dashboard/${OFFER_ID}?status=${applicant.status}`)
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

  test('begins with the applicant, and a status that is chosen already sends nothing', async () => {
    const applicant = buildApplicant({ status: 'reviewed' })
    const dialog = await openApplicant(applicant)
    const panel = await screen.findByRole('dialog')
    await waitFor(() => expect(panel).toContainElement(document.activeElement as HTMLElement))
    expect(document.activeElement?.tagName).toBe('DIV')
    // The one that is chosen already.
    await user.click(dialog.getByRole('button', { name: 'Reviewed' }))
    await api.settled()
    expect(api.callsOf(`PUT /offers/${OFFER_ID}/candidates/${applicant._id}`)).toEqual([])
  })

  test('undo and send now leave the focus on the status', { tags: 'APPL-04' }, async () => {
    const unsent = buildApplicant({
      status: 'rejected',
      sentStatus: 'pending',
      sendsAt: new Date(Date.now() + 300_000).toISOString(),
    })
    const dialog = await openApplicant(unsent)
    const sent = { ...unsent, sentStatus: 'rejected' as const, sendsAt: null }
    api.on(`POST /applications/${unsent._id}/notify-now`, () => {
      respondWith(sent)
      return { body: { message: 'ok', applicant: sent } }
    })
    await user.dblClick(dialog.getByRole('button', { name: /^Send now/ }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Rejected' })).toHaveFocus())
    expect(dialog.queryByRole('button', { name: /^Undo/ })).toBeNull()
    await api.settled()
    expect(api.callsOf(`POST /applications/${unsent._id}/notify-now`)).toHaveLength(1)
    expect(dialog.getByRole('button', { name: 'Rejected' })).toHaveClass('bg-red-bg')
  })

  test('a cover letter that fails to load shows an error; Chat opens the chat', {
    tags: ['ERR-36', 'ROLE-13'],
  }, async () => {
    const applicant = buildApplicant({ coverLetter: 'Hola, me interesa.' })
    const dialog = await openApplicant(applicant)
    api.on(`GET /offers/cover-letter/${OFFER_ID}/${applicant._id}`, { status: 500, body: {} })
    await user.click(dialog.getByRole('button', { name: /^PDF of/ }))
    await waitFor(() => expect(screen.getByText('Error downloading PDF')).toBeVisible())
    // Scrollable content is reachable by the keyboard.
    expect(dialog.getByText('Hola, me interesa.')).toHaveAttribute('tabindex', '0')
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

test('new applicants appear on the page of an own offer', async () => {
  const offer = buildOffer()
  api.on(`GET /offers/${OFFER_ID}`, { body: { ...offer, owner: { ...offer.owner, _id: RECRUITER_ID } } })
  respondWith()
  renderApp(`/offers/${OFFER_ID}`)
  expect(await screen.findByText('No candidates yet. New applicants appear here.')).toBeVisible()
  await realtime.connect(RECRUITER_ID)
  const applicant = buildApplicant()
  respondWith(applicant)
  socket.receive('changed', { topic: 'candidates', offerId: OFFER_ID })
  expect(await screen.findByRole('link', { name: /^Nora Gil/ })).toBeVisible()
})

test('the numbers of the dashboard follow a new application, also after a lost connection', {
  tags: 'DASH-02',
}, async () => {
  let waiting = 1
  api.on('GET /offers/mine', { body: [], headers: { 'X-Total-Count': '0' } })
  api.on('GET /offers/mine/counts', {
    body: { draft: 0, published: 0, paused: 0, closed: 0, expired: 0 },
  })
  api.on('GET /offers/mine/numbers', () => ({ body: { open: 1, new: 0, waiting, medianDays: 2 } }))
  renderApp('/private-rec/offers')
  const number = (await screen.findByText('Waiting for your answer')).nextElementSibling
  await waitFor(() => expect(number).toHaveTextContent('1'))
  await realtime.connect(RECRUITER_ID)
  waiting = 2
  socket.receive('changed', { topic: 'candidates', offerId: OFFER_ID })
  await waitFor(() => expect(number).toHaveTextContent('2'))
  act(() => socket.setState('connected'))
  waiting = 3
  act(() => socket.setState('connecting'))
  act(() => socket.setState('connected'))
  await waitFor(() => expect(number).toHaveTextContent('3'))
})

test('J and K lead through the applicants of the board, 1 to 5 set the status', {
  tags: ['FLOW-09'],
}, async () => {
  const [first, second] = [buildApplicant({ status: 'reviewed' }), buildApplicant({ status: 'interviewed' })]
  respondWith(second, first)
  api.on(`PUT /offers/${OFFER_ID}/candidates/${second._id}`, {
    body: { msg: 'ok', applicant: { ...second, status: 'accepted', sentStatus: 'accepted' } },
  })
  renderApp(`/private-rec/dashboard/${OFFER_ID}?status=reviewed`)
  // The whole card opens.
  await user.click(await screen.findByText('Developer'))
  const panel = await screen.findByRole('dialog', { name: nameOf(first) })
  expect(within(panel).getByText('1 of 2')).toBeVisible()
  expect(within(panel).getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('kj')
  expect(await screen.findByRole('dialog', { name: nameOf(second) })).toHaveTextContent('2 of 2')
  await user.keyboard('4')
  await waitFor(() =>
    expect(api.callsOf(`PUT /offers/${OFFER_ID}/candidates/${second._id}`).at(-1)?.body).toEqual({
      status: 'accepted',
    }),
  )
  await user.keyboard('k')
  expect(await screen.findByRole('dialog', { name: nameOf(first) })).toBeVisible()

  // The button at the end of the list does not lose the focus.
  within(panel).getByRole('button', { name: 'Next' }).focus()
  await user.keyboard('{Enter}{Enter}')
  expect(await screen.findByRole('dialog', { name: nameOf(second) })).toHaveTextContent('2 of 2')
  expect(within(panel).getByRole('button', { name: 'Next' })).toHaveFocus()
})

test('J passes over an applicant who has withdrawn since the dialog opened', {
  tags: ['FLOW-09'],
}, async () => {
  const [first, second, third] = [buildApplicant(), buildApplicant(), buildApplicant()]
  respondWith(first, second, third)
  renderApp(`/private-rec/dashboard/${OFFER_ID}`)
  await user.click(await screen.findByRole('button', { name: `Details of ${nameOf(first)}` }))
  expect(await screen.findByRole('dialog', { name: nameOf(first) })).toHaveTextContent('1 of 3')
  await realtime.connect(RECRUITER_ID)
  respondWith(first, third)
  socket.receive('changed', { topic: 'candidates', offerId: OFFER_ID })
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('1 of 2'))
  await user.keyboard('j')
  expect(await screen.findByRole('dialog', { name: nameOf(third) })).toHaveTextContent('2 of 2')
})
