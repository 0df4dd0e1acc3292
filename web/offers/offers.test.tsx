import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { openChat } from '../lib/open-chat.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOffer, OFFER_ID } from '../test/offers.ts'
import { DEVELOPER_ID, RECRUITER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'
import { signedIn } from '../test/signed-in.ts'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))
const user = userEvent.setup()
const failure = { status: 500, body: { error: true, message: 'Nothing of this is shown', code: 'INTERNAL' } }

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /offers/allskills', { body: [{ name: 'Go' }] })
})

describe('an offer card', () => {
  test('links to the offer and to its owner', { tags: ['OFF-09', 'OFF-16'] }, async () => {
    api.on('GET /offers', { body: [buildOffer()], headers: { 'X-Total-Count': '1' } })
    renderApp('/offers')
    const card = within(await screen.findByRole('article'))
    expect(card.getByRole('link', { name: 'Backend developer' })).toHaveAttribute(
      'href',
      `/offers/${OFFER_ID}`,
    )
    expect(card.getByRole('link', { name: /Marta Ruiz/ })).toHaveAttribute(
      'href',
      `/recruiter/${RECRUITER_ID}`,
    )
    expect(card.getByText('Full-time, Freelance')).toBeVisible()
  })

  test("without an owner shows 'Unknown Recruiter' and no Contact", {
    tags: ['OFF-28', 'HOME-27'],
  }, async () => {
    api.on('GET /offers', { body: { offers: [buildOffer({ owner: null })] } })
    renderApp('/offers')
    const card = within(await screen.findByRole('article'))
    expect(card.getByText('Unknown Recruiter')).toBeVisible()
    expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/offers/${OFFER_ID}`,
      expect.stringMatching('skills='),
    ])
    expect(card.queryByRole('button', { name: 'Contact' })).toBeNull()
  })
})

test('cards and rows count the days from publication, not from the draft', { tags: 'OFF-09' }, async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  const offer = buildOffer({ createdAt: daysAgo(30), publishedAt: daysAgo(2.5) })
  api.on('GET /offers', { body: [offer], headers: { 'X-Total-Count': '1' } })
  renderApp('/offers')
  expect(await screen.findByText('Posted 2 days ago')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'List' }))
  await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('Backend developer'))
  expect(screen.getByText('Posted 2 days ago')).toBeVisible()
})

test('offers are shown as cards or rows, which is stored in the address', { tags: 'FLOW-07' }, async () => {
  api.on('GET /offers', { body: [buildOffer()], headers: { 'X-Total-Count': '7' } })
  const app = renderApp('/offers?sort=oldest')
  const card = await screen.findByRole('article')
  expect(screen.getByText('7 offers')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'List' }))
  expect(app.path()).toBe('/offers?sort=oldest&view=list')
  await waitFor(() => expect(card).not.toBeInTheDocument())
  const row = within(screen.getByRole('article'))
  expect(row.getByRole('link', { name: 'Backend developer' })).toHaveAttribute('href', `/offers/${OFFER_ID}`)
  expect(row.getByRole('button', { name: 'Apply' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Grid' }))
  expect(app.path()).toBe('/offers?sort=oldest')
})

test('a skill links to the offers that require it, on a filtered list as one more filter', {
  tags: ['FLOW-04'],
}, async () => {
  const offer = buildOffer({ skills: ['C++'] })
  api.on('GET /offers', { body: [offer], headers: { 'X-Total-Count': '7' } })
  const list = renderApp('/offers?sort=oldest&skills=Go&page=2')
  expect(await screen.findByText('7 offers match')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'C++' })).toHaveAttribute(
    'href',
    '/offers?sort=oldest&skills=Go%2CC%2B%2B',
  )
  list.unmount()
  api.on(`GET /offers/${OFFER_ID}`, { body: offer })
  renderApp(`/offers/${OFFER_ID}`)
  expect(await screen.findByRole('link', { name: 'C++' })).toHaveAttribute('href', '/offers?skills=C%2B%2B')
})

describe('the owner of an offer of the list', () => {
  test('edits the whole offer (X2)', { tags: ['OFF-20'] }, async () => {
    signedIn(api, 'recruiter')
    const { language: _, ...listed } = buildOffer({ description: 'The beginning…' })
    api.on('GET /offers', { body: [listed], headers: { 'X-Total-Count': '1' } })
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
    renderApp('/offers')
    await user.click(await screen.findByRole('button', { name: 'Options for Backend developer' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Offer' }))
    expect(dialog.getByDisplayValue('Water for everybody.')).toBeVisible()
    expect(dialog.getByDisplayValue('Spanish')).toBeVisible()
  })
})

describe('the list', () => {
  test('shows skeletons while loading, then the failure', {
    tags: ['OFF-08', 'ERR-29', 'ERR-45'],
  }, async () => {
    let response: (value: typeof failure) => void = () => undefined
    const held = new Promise<typeof failure>((resolve) => (response = resolve))
    api.on('GET /offers', () => held)
    renderApp('/offers')
    expect(await screen.findByText('Loading offers')).toBeInTheDocument()
    response(failure)
    expect(await screen.findByText('Error al cargar las ofertas: Error getting offers')).toBeVisible()
    await api.settled()
    // A transient failure is retried once.
    expect(api.callsOf('GET /offers')).toHaveLength(2)
  })

  test('is filtered by location, pay and years, with a chip for each and one reset', {
    tags: 'PAY-04',
  }, async () => {
    api.on('GET /offers', { body: [buildOffer()], headers: { 'X-Total-Count': '1' } })
    const app = renderApp('/offers?country=PT')
    const chips = within(await screen.findByRole('list', { name: 'Active filters' }))
    expect(chips.getByText('Country: PT')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Filters/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await user.selectOptions(await panel.findByLabelText('Workplace'), 'Remote')
    await user.selectOptions(panel.getByLabelText('Country'), 'Spain')
    await user.type(panel.getByLabelText('Minimum pay a year'), '30.000{Enter}')
    await user.selectOptions(panel.getByLabelText('Currency'), 'USD')
    await user.selectOptions(panel.getByLabelText('My years of experience'), '3')
    await waitFor(() =>
      expect(app.path()).toBe('/offers?country=ES&workplace=remote&payFrom=30000&payCurrency=USD&minYears=3'),
    )
    await waitFor(() =>
      expect(Object.fromEntries(api.callsOf('GET /offers').at(-1)?.query ?? [])).toMatchObject({
        country: 'ES',
        workplace: 'remote',
        payFrom: '30000',
        payCurrency: 'USD',
        minYears: '3',
      }),
    )
    expect(chips.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual([
      'Remote',
      'Country: ES',
      'From 30.000\u00a0USD a year',
      'Up to 3 years',
    ])
    // By text: computing names and roles of hundreds of options takes a second each time.
    await user.click(panel.getByText('Reset Filters'))
    await waitFor(() => expect(app.path()).toBe('/offers'))
  })

  test('a page beyond the end redirects to the last one', { tags: 'CONST-05' }, async () => {
    api.on('GET /offers', ({ query }) => ({
      body: query.get('page') === '3' ? [] : [buildOffer()],
      headers: { 'X-Total-Count': '7' },
    }))
    const app = renderApp('/offers?page=3')
    expect(await screen.findByText('Page 2 of 2 total')).toBeVisible()
    await waitFor(() => expect(app.path()).toBe('/offers?page=2'))
  })
})

describe('the page of an offer', () => {
  test('Contact leads a visitor to the login and opens the chat for others', {
    tags: ['OFFD-08', 'OFFD-09'],
  }, async () => {
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
    const visit = renderApp(`/offers/${OFFER_ID}`)
    const owner = within(await screen.findByRole('region', { name: 'Posted by' }))
    expect(owner.getByText('jobs@acueducto.example')).toBeVisible()
    await user.click(owner.getByRole('button', { name: 'Contact' }))
    await waitFor(() => expect(visit.path()).toBe('/login'))
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe(`/offers/${OFFER_ID}`)
    visit.unmount()

    signedIn(api, 'developer')
    renderApp(`/offers/${OFFER_ID}`)
    const posted = within(await screen.findByRole('region', { name: 'Posted by' }))
    await user.click(posted.getByRole('button', { name: 'Contact' }))
    expect(openChat.get()).toMatchObject({ _id: RECRUITER_ID, name: 'Marta', role: { type: 'recruiter' } })
  })

  test('shows neither language nor salary when there is none', {
    tags: ['OFFD-02', 'DATA-23', 'DATA-24'],
  }, async () => {
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
    const full = renderApp(`/offers/${OFFER_ID}`)
    expect(await screen.findByText(/^30\.000\s€$/)).toBeVisible()
    expect(screen.getByText('Spanish')).toBeVisible()
    full.unmount()
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer({ salary: null, language: '' }) })
    renderApp(`/offers/${OFFER_ID}`)
    expect(await screen.findByText('Location')).toBeVisible()
    expect(screen.queryByText('Salary')).toBeNull()
    expect(screen.queryByText('Language')).toBeNull()
  })

  test('a closed offer is marked, cannot be applied to, and suggests similar ones', {
    tags: 'LIFE-06',
  }, async () => {
    const closed = buildOffer({ state: 'closed', closedReason: 'filled', acceptsApplications: false })
    const { language: _, ...similar } = buildOffer({ _id: RECRUITER_ID, position: 'Bridge builder' })
    api.on(`GET /offers/${OFFER_ID}`, { body: closed })
    api.on(`GET /offers/${OFFER_ID}/similar`, { body: [similar] })
    renderApp(`/offers/${OFFER_ID}`)
    expect(await screen.findByText('This offer is closed. It no longer takes applications.')).toBeVisible()
    const list = within(await screen.findByRole('region', { name: 'Similar open offers' }))
    expect(list.getByRole('link', { name: 'Bridge builder' })).toHaveAttribute(
      'href',
      `/offers/${RECRUITER_ID}`,
    )
    expect(screen.queryByRole('button', { name: 'Apply Now' })).toBeNull()
  })

  test('after two withdrawals it explains that one cannot apply again, and shows no button', {
    tags: 'APPL-06',
  }, async () => {
    signedIn(api, 'developer')
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer({ withdrawnTwice: true }) })
    renderApp(`/offers/${OFFER_ID}`)
    expect(await screen.findByText(/^You withdrew your application to this offer twice/)).toBeVisible()
    await api.settled()
    expect(screen.queryByRole('button', { name: 'Apply Now' })).toBeNull()
  })

  test('a note names its sign of a scam, to all but its owner', { tags: 'TRUST-03' }, async () => {
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer({ warning: 'money' }) })
    const { unmount } = renderApp(`/offers/${OFFER_ID}`)
    expect(await screen.findByRole('note')).toHaveTextContent('This asks you for money.')
    unmount()
    // Like the document rendered for everybody.
    signedIn(api, 'recruiter')
    renderApp(`/offers/${OFFER_ID}`)
    expect(await screen.findByRole('button', { name: 'Edit Offer' })).toBeVisible()
    await api.settled()
    expect(screen.queryByRole('note')).toBeNull()
  })

  test('a missing offer shows the quoted text', { tags: 'ERR-30' }, async () => {
    const body = { error: true, message: 'Error getting offer', code: 'NOT_FOUND' }
    api.on(`GET /offers/${OFFER_ID}`, { status: 404, body })
    renderApp(`/offers/${OFFER_ID}`)
    expect(await screen.findByText('Error getting offer')).toBeVisible()
  })
})

describe('applying', () => {
  async function openDialog() {
    signedIn(api, 'developer')
    api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
    renderApp(`/offers/${OFFER_ID}`)
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
    const [apply] = await screen.findAllByRole('button', { name: 'Apply Now' })
    if (apply) await user.click(apply)
    return within(await screen.findByRole('dialog'))
  }

  test("starts with the person's phone number; a failure keeps the dialog and its input", {
    tags: ['ERR-41', 'VAL-60', 'VAL-61', 'VAL-62', 'VAL-63'],
  }, async () => {
    const dialog = await openDialog()
    expect(dialog.getByLabelText(/^Phone/)).toHaveValue('+34 600111222')
    const send = dialog.getByRole('button', { name: 'Apply' })
    expect(send).toBeDisabled()
    // The letter is optional: phone and consent alone are enough.
    await user.click(dialog.getByRole('checkbox'))
    await waitFor(() => expect(send).toBeEnabled())
    await user.type(dialog.getByLabelText('Cover letter'), 'Hola')
    api.on(`POST /offers/${OFFER_ID}/apply`, failure)
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    expect(await dialog.findByText('Error applying to the offer')).toBeVisible()
    expect(dialog.getByLabelText('Cover letter')).toHaveValue('Hola')
    const lasting = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))
    expect(lasting()).toHaveLength(1)

    const applied = buildOffer({ applied: true, applicantsCount: 12345 })
    api.on(`POST /offers/${OFFER_ID}/apply`, { body: { msg: '', offer: applied } })
    api.on(`GET /offers/${OFFER_ID}`, { body: applied })
    await user.click(send)
    await waitFor(() => expect(screen.getByText('Application successful')).toBeVisible())
    expect(api.callsOf(`POST /offers/${OFFER_ID}/apply`).at(-1)?.body).toEqual({
      phone: '+34 600111222',
      coverLetter: 'Hola',
      gdprAccepted: true,
    })
    expect(lasting()).toEqual([])
    const [button] = await screen.findAllByRole('button', { name: 'Applied' })
    expect(button).toBeDisabled()
    expect(screen.getByText('12.345 applicants')).toBeVisible()
  })
})

test("the tab Applied Offers lists the developer's applications with their status", {
  tags: ['OFF-02', 'API-42'],
}, async () => {
  signedIn(api, 'developer')
  const entry = {
    _id: OFFER_ID,
    user: DEVELOPER_ID,
    status: 'interviewed' as const,
    coverLetter: '',
    appliedDate: '2026-01-02T10:00:00.000Z',
  }
  api.on(`GET /offers/applied/${DEVELOPER_ID}`, {
    body: { offers: [buildOffer({ applied: true, applicants: [entry] })] },
  })
  renderApp('/offers?tab=applied')
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('Interviewed')).toBeVisible()
  expect(card.getByRole('button', { name: 'Applied' })).toBeDisabled()
})
