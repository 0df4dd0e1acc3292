import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProfileProject } from '#contract/projects.ts'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { buildDev, buildProject, listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const PROJECTS = `GET /projects/developer/${DEVELOPER_ID}`
const owner = { ...buildProject().owner, _id: DEVELOPER_ID }
const project = (changes: Partial<ProfileProject>) => ({
  ...buildProject({ owner }),
  pinned: false,
  ...changes,
})
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev() })
  api.on(`GET /experiences/owner/${DEVELOPER_ID}`, listResponse([]))
  api.on(PROJECTS, listResponse([]))
  api.on('GET /offers/technology', listResponse([]))
})

describe('the form', { tags: ['FLOW-06'] }, () => {
  const stored = buildProject({ owner, title: 'Ferry', year: 2024 })
  const open = async (state: 'draft' | 'published') => {
    const body = { ...stored, state }
    api.on(`GET /projects/${stored._id}`, { body })
    api.on(`PUT /projects/${stored._id}`, { body })
    renderApp(`/private-dev/projects/${stored._id}/edit`)
    await screen.findByLabelText(/^Title/)
  }
  const sent = async (call: string) => {
    await waitFor(() => expect(api.callsOf(call)).toHaveLength(1))
    const body = api.callsOf(call)[0]?.body as { state?: string } | undefined
    return body?.state
  }

  test('saves a new project as a draft; a refused attempt does not affect a later submit', async () => {
    renderApp('/private-dev/projects/new')
    await user.click(await screen.findByRole('button', { name: 'Save as draft' }))
    expect(await screen.findByText('Title is required')).toBeVisible()
    await user.type(screen.getByLabelText(/^Title/), 'Ferry')
    await user.selectOptions(screen.getByLabelText(/^Category/), 'Backend')
    await user.type(screen.getByLabelText(/^Year/), '2024')
    api.on('POST /projects', { status: 409, body: { error: true, message: 'Later', code: 'LIMIT_REACHED' } })
    await user.click(button('Create project'))
    expect(await sent('POST /projects')).toBeUndefined()
    expect(await screen.findByRole('alert')).toHaveTextContent('Later')
    const draft = { ...stored, state: 'draft' as const }
    api.on('POST /projects', { status: 201, body: draft })
    api.on(`GET /projects/${stored._id}`, { body: draft })
    await user.click(button('Save as draft'))
    await waitFor(() => expect(api.callsOf('POST /projects').at(-1)?.body).toMatchObject({ state: 'draft' }))
    expect(await screen.findByText('Draft: only you can see this')).toBeVisible()
  })

  test('publishes a draft by its button, not by Enter', async () => {
    await open('draft')
    await user.type(screen.getByLabelText(/^Title/), '{Enter}')
    await api.settled()
    expect(api.callsOf(`PUT /projects/${stored._id}`)).toEqual([])
    await user.click(button('Publish'))
    expect(await sent(`PUT /projects/${stored._id}`)).toBe('published')
  })

  test.each([
    ['draft', 'Save as draft', 'draft'],
    ['published', 'Save changes', undefined],
    ['published', 'Back to draft', 'draft'],
  ] as const)('of a %s project: %s', async (state, name, expected) => {
    await open(state)
    await user.click(button(name))
    expect(await sent(`PUT /projects/${stored._id}`)).toBe(expected)
  })
})

test('an own draft is marked, counts no view, cannot be liked, and can be published there', {
  tags: ['FLOW-06'],
}, async () => {
  const draft = buildProject({ owner, state: 'draft' })
  api.on(`GET /projects/${draft._id}`, { body: draft })
  renderApp(`/projects/${draft._id}`)
  expect(await screen.findByText('Draft: only you can see this')).toBeVisible()
  await api.settled()
  expect(screen.queryByRole('button', { name: /Like/ })).toBeNull()
  const published = { ...draft, state: 'published' as const }
  api.on(`PUT /projects/${draft._id}`, { body: published })
  api.on(`GET /projects/${draft._id}`, { body: published })
  api.on(`PUT /projects/${draft._id}/view`, { body: { views: 42 } })
  expect(api.callsOf(`PUT /projects/${draft._id}/view`)).toEqual([])
  await user.click(button('Publish'))
  expect(await screen.findByRole('button', { name: /Like/ })).toBeVisible()
  expect(screen.queryByText('Draft: only you can see this')).toBeNull()
  expect(screen.getByRole('main')).toHaveFocus()
  expect(api.callsOf(`PUT /projects/${draft._id}`)[0]?.body).toEqual({ state: 'published' })
})

test("the owner's list shows drafts and pins; the view of others requests no drafts", {
  tags: ['FLOW-06', 'FLOW-11'],
}, async () => {
  api.on(PROJECTS, listResponse([project({ title: 'Ferry', state: 'draft', pinned: true })]))
  const { unmount } = renderApp('/private-dev/projects')
  expect(await screen.findByText('Draft: only you can see this')).toBeVisible()
  expect(screen.getByText('Pinned')).toBeVisible()
  const requestCount = () =>
    api.callsOf(PROJECTS).filter(({ query }) => query.get('drafts') === 'true').length
  await api.settled()
  expect(requestCount()).toBe(1)
  unmount()
  renderApp(`/profile/${DEVELOPER_ID}?view=public&tab=projects`)
  await screen.findByText('This is how others see your profile.')
  expect(await screen.findByText('Pinned')).toBeVisible()
  await api.settled()
  expect(requestCount()).toBe(1)
})

describe('arranging', { tags: ['FLOW-06'] }, () => {
  const [a, b, c, d] = [2024, 2023, 2022, 2021].map((year) => project({ title: `Of ${year}`, year }))
  const open = async (projects = [a, b, c, d]) => {
    api.on(PROJECTS, listResponse(projects))
    renderApp('/private-dev/projects')
    await user.click(await screen.findByRole('button', { name: 'Arrange projects' }))
    await screen.findByRole('dialog', { name: 'Arrange projects' })
    api.on('PUT /projects/order', { status: 204 })
  }
  const titles = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((item) => item.textContent?.slice(0, 7))
  const saved = async () => {
    await user.click(button('Save'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return api.callsOf('PUT /projects/order')[0]?.body
  }

  test('works by buttons, which keep the focus and announce the position, and by pins', async () => {
    await open()
    await user.click(await screen.findByRole('button', { name: 'Move Of 2024 down' }))
    expect(titles('Projects')).toEqual(['Of 2023', 'Of 2024', 'Of 2022', 'Of 2021'])
    expect(button('Move Of 2024 down')).toHaveFocus()
    expect(screen.getByText('Of 2024 is now 2 of 4')).toBeInTheDocument()
    await user.click(button('Pin Of 2021'))
    expect(button('Pin Of 2021')).toHaveFocus()
    expect(button('Pin Of 2021')).toHaveAttribute('aria-pressed', 'true')
    expect(titles('Pinned')).toEqual(['Of 2021'])
    expect(await saved()).toEqual({
      ids: [d, b, a, c].map((one) => one?._id),
      pinned: [d?._id],
    })
  })

  test('pins three at most, and stores the order by year as none', async () => {
    await open([c, a, b, d])
    for (const title of ['Of 2022', 'Of 2024', 'Of 2023'])
      await user.click(await screen.findByRole('button', { name: `Pin ${title}` }))
    expect(screen.getByText('Three projects are pinned. Unpin one first.')).toBeVisible()
    expect(button('Pin Of 2021')).toHaveAttribute('aria-disabled', 'true')
    await user.click(button('Latest year first'))
    expect(titles('Pinned')).toEqual(['Of 2024', 'Of 2023', 'Of 2022'])
    await user.click(button('Pin Of 2023'))
    expect(await saved()).toEqual({ ids: [], pinned: [a?._id, c?._id] })
  })

  test('asks before it discards a changed order', async () => {
    await open()
    await user.click(await screen.findByRole('button', { name: 'Move Of 2021 up' }))
    await user.keyboard('{Escape}')
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(titles('Projects')).toEqual(['Of 2024', 'Of 2023', 'Of 2021', 'Of 2022'])
    await user.click(button('Cancel'))
    const again = await screen.findByRole('alertdialog')
    await user.click(within(again).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await api.settled()
    expect(api.callsOf('PUT /projects/order')).toEqual([])

    await user.click(button('Arrange projects'))
    await user.click(await screen.findByRole('button', { name: 'Move Of 2021 up' }))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog')).toBeVisible()
  })

  test('a refusal stays in the dialog with the arrangement', async () => {
    await open()
    await user.click(await screen.findByRole('button', { name: 'Move Of 2021 up' }))
    api.on('PUT /projects/order', { status: 500 })
    await user.click(button('Save'))
    expect(await screen.findByText('The order could not be changed')).toBeVisible()
    expect(titles('Projects')).toEqual(['Of 2024', 'Of 2023', 'Of 2021', 'Of 2022'])
  })
})
