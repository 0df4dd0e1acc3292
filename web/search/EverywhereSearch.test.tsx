import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOffer, OFFER_ID } from '../test/offers.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { buildProject } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'
import { recentSearches } from './recent-searches.ts'

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const api = apiServer()
const user = userEvent.setup()
// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined

const listOf = (items: object[], total = items.length) => ({
  body: items,
  headers: { 'X-Total-Count': String(total) },
})
const project = buildProject({ title: 'Bridge over the Miño' })
const offer = buildOffer({ position: 'Bridge keeper' })

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  delete document.documentElement.dataset.hydrated
  api.on('GET /offers/search', listOf([offer], 34))
  api.on('GET /projects/search', listOf([project]))
  api.on('GET /devs/search', listOf([]))
})

/** A page that listens to keys. */
async function openPage() {
  const app = renderApp('/about')
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-hydrated'))
  return app
}

async function open() {
  const app = await openPage()
  await user.keyboard('/')
  const field = await screen.findByRole('combobox', { name: 'Search everywhere' })
  await waitFor(() => expect(field).toHaveFocus())
  return { ...app, field }
}

async function openAsRecruiter() {
  localStorage.setItem('token', buildToken('recruiter'))
  api.on('GET /users/getUserProfile', { body: buildUser('recruiter') })
  const opened = await open()
  return opened
}

/** With the results of the whole text: a part of it is searched when the keys are slow. */
async function search(text: string) {
  await user.keyboard(text)
  await screen.findByText(/^All results found/)
}

/** By text: without a layout, names have no space beside a highlighted word. */
const optionWith = (text: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('option').find((option) => option.textContent.includes(text))
    if (!found) throw new Error(`There is no option ${text}.`)
    return found
  })

const optionTexts = () => screen.getAllByRole('option').map((option) => option.textContent)

describe('the search of the header', { tags: 'FLOW-02' }, () => {
  test('input typed before the field has the focus is not lost', async () => {
    await openPage()
    await user.keyboard('/bridge')
    const field = await screen.findByRole('combobox', { name: 'Search everywhere' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.keyboard(' over')
    expect(field).toHaveValue('bridge over')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(field).not.toBeInTheDocument())
    await user.keyboard('/')
    expect(await screen.findByRole('combobox', { name: 'Search everywhere' })).toHaveValue('')
  })

  test('by keyboard alone: opens on /, groups the results, and opens the chosen one', async () => {
    const { field, path } = await open()
    await search('bridge')
    const group = within(screen.getByRole('group', { name: 'Offers' }))
    expect(group.getAllByRole('option')).toHaveLength(2)
    expect(optionTexts()[1]).toBe('All results (34)')
    expect(screen.queryByRole('group', { name: 'Developers' })).toBeNull()
    expect(screen.getByText('All results found: 35')).toHaveAttribute('role', 'status')
    expect(field).not.toHaveAttribute('aria-activedescendant')

    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    const active = await optionWith('Bridge over the Miño')
    expect(active).toHaveAttribute('aria-selected', 'true')
    expect(field).toHaveAttribute('aria-activedescendant', active.id)
    expect(field).toHaveFocus()

    api.on(`GET /projects/${project._id}`, { body: project })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe(`/projects/${project._id}`))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search everywhere' })).toBeNull())
    expect(recentSearches.list()).toEqual(['bridge'])
  })

  test('sends one request after typing, and Enter sends it without delay', async () => {
    const { field } = await open()
    // At once: keys on a busy machine may be slower than the delay.
    for (const value of ['b', 'br', 'bri']) fireEvent.change(field, { target: { value } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await screen.findAllByRole('option')
    expect(api.callsOf('GET /offers/search').map(({ query }) => query.get('q'))).toEqual(['bri'])
    await user.keyboard('{Enter}')
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true')
    await api.settled()
    expect(api.callsOf('GET /offers/search')).toHaveLength(1)
  })

  test('links to all results in the search of the home page', async () => {
    const { path } = await open()
    await search('bridge')
    await user.click(screen.getByRole('option', { name: 'All results (34)' }))
    await waitFor(() => expect(path()).toBe('/?in=offers&q=bridge'))
  })

  test('/ is a letter in a field; Ctrl K opens from there, and a modal blocks both', async () => {
    renderApp('/contact')
    const name = await screen.findByRole('textbox', { name: /Name/ })
    await user.type(name, '/')
    expect(name).toHaveValue('/')
    await api.settled()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('dialog', { name: 'Search everywhere' })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(name).toHaveFocus())

    await user.click(screen.getByRole('button', { name: 'Menu' }))
    await screen.findByRole('dialog', { name: 'Menu' })
    await user.keyboard('/{Control>}k{/Control}')
    await api.settled()
    expect(screen.queryByRole('combobox', { name: 'Search everywhere' })).toBeNull()
  })

  test('offers the recent searches of this device, each of which can be removed', async () => {
    for (const q of ['one', 'two', 'three', 'four', 'five', 'SIX', 'six']) recentSearches.add(q)
    const { field } = await open()
    const recent = within(screen.getByRole('region', { name: 'Recent searches' }))
    const names = () => recent.getAllByRole('listitem').map((item) => item.textContent)
    expect(names()).toEqual(['six', 'five', 'four', 'three', 'two'])
    await user.click(recent.getByRole('button', { name: 'Remove five' }))
    expect(field).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}{Delete}')
    expect(names()).toEqual(['six', 'three', 'two'])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field).toHaveValue('six')
    await screen.findAllByRole('option')
    expect(recentSearches.list()).toEqual(['six', 'three', 'two'])
  })

  test('deletes recent searches when the session ends', async () => {
    await openAsRecruiter()
    recentSearches.add('bridge')
    act(() => auth.signOut('expired'))
    expect(recentSearches.list()).toEqual([])
  })

  test('finds own offers and applicants for recruiters', async () => {
    const applicant = {
      user: {
        _id: DEVELOPER_ID,
        name: 'Nora',
        surname: 'Bridges',
        avatar: '',
        role: { type: 'developer', developer: { professionalPosition: '', location: '' } },
      },
      applications: [
        {
          _id: 'an-application',
          offer: { _id: OFFER_ID, position: 'Bridge keeper' },
          status: 'interviewed',
          appliedDate: '2026-01-02T10:00:00.000Z',
        },
      ],
    }
    api.on('GET /offers/mine', listOf([buildOffer({ position: 'Bridge painter', state: 'draft' })], 9))
    api.on('GET /recruiters/people', listOf([applicant], 12))
    await openAsRecruiter()
    await search('bridge')
    const own = within(screen.getByRole('group', { name: 'Your offers' }))
    expect(own.getAllByRole('option')[0]).toHaveTextContent('Bridge painter Draft · Acueducto · Segovia')
    expect(own.getByRole('option', { name: 'All results (9)' })).toHaveAttribute(
      'href',
      '/private-rec/offers?q=bridge',
    )
    const people = within(screen.getByRole('group', { name: 'Your applicants' }))
    expect(people.getByRole('option')).toHaveTextContent('Nora Bridges Bridge keeper · Interviewed')
    expect(people.getByRole('option')).toHaveAttribute(
      'href',
      `/private-rec/dashboard/${OFFER_ID}?application=an-application`,
    )
    expect(people.getByText('The first 1 of 12. Type more of the name.')).toBeVisible()
  })

  test('shows when nothing is found, and retries a failed search', async () => {
    for (const kind of ['offers', 'projects']) api.on(`GET /${kind}/search`, listOf([]))
    await open()
    await user.keyboard('zz')
    expect(await screen.findByText('Nothing found for “zz”. Try fewer or other words.')).toBeVisible()

    api.on('GET /projects/search', { status: 400, body: { error: true, message: 'No', code: 'BAD_REQUEST' } })
    api.on('GET /offers/search', listOf([offer]))
    await user.keyboard('q')
    expect(await optionWith('Bridge keeper')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('No')
    api.on('GET /projects/search', listOf([project]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await optionWith('Bridge over the Miño')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows that it needs a connection', async () => {
    await open()
    api.goOffline()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await user.keyboard('bridge')
    expect(await screen.findByText('You are offline. Search needs a connection.')).toBeVisible()
    vi.restoreAllMocks()
  })
})
