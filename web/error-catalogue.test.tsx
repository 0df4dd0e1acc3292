import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { register } from '#contract/users.ts'
import { request } from './lib/api.ts'
import { auth } from './lib/auth.ts'
import { createQueryClient } from './lib/query-client.ts'
import { ProjectFormPage } from './projects/ProjectFormPage.tsx'
import { useProjectForm } from './projects/use-project-form.ts'
import { apiServer } from './test/api-server.ts'
import { buildOffer, buildOwnOffer, OFFER_ID } from './test/offers.ts'
import { DEVELOPER_ID, RECRUITER_ID } from './test/people.ts'
import { buildDev, buildExperience, buildProject, buildStudy, listResponse } from './test/portfolio.ts'
import { renderApp } from './test/render-app.tsx'
import { signedIn } from './test/signed-in.ts'

// Error requirements that no feature test covers: the whole application against a failing server.

const api = apiServer()

vi.mock('./lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('./messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('./notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const study = buildStudy()
const PROFILE = `/profile/${DEVELOPER_ID}`

beforeEach(() => {
  vi.restoreAllMocks()
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
})

function ownProfile() {
  signedIn(api, 'developer')
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev() })
  for (const list of ['projects/developer', 'experiences/owner', 'studies/owner']) {
    api.on(`GET /${list}/${DEVELOPER_ID}`, listResponse([]))
  }
}

describe('the register service', () => {
  const body = {
    name: 'Ana',
    surname: 'Peña',
    email: 'ana@example.com',
    password: 'Secret-1',
    'confirm-password': 'Secret-1',
    role: 'developer' as const,
  }

  test.each([
    [
      409,
      { error: true, message: 'Email is already registered', code: 'CONFLICT' },
      'Email is already registered',
    ],
    [400, { error: true, message: 'Name is required', code: 'VALIDATION' }, 'Name is required'],
    [500, { error: true, message: 'insides', code: 'INTERNAL' }, 'Error al registrar usuario'],
    [503, undefined, 'Error al registrar usuario'],
  ])('fails with %i and the quoted text', { tags: 'ERR-01' }, async (status, response, message) => {
    api.on('POST /users/register', { status, body: response })
    expect(await request(register, { body })).toMatchObject({ error: true, status, message })
  })

  test('fails without a network too', { tags: 'ERR-01' }, async () => {
    api.goOffline()
    expect(await request(register, { body })).toMatchObject({
      status: 0,
      message: 'Error al registrar usuario',
    })
  })
})

describe('the project form', () => {
  async function openForm(onSubmit?: () => Promise<never>) {
    function Form() {
      const project = useProjectForm({ project: buildProject(), onSubmit, onSaved: () => undefined })
      return <ProjectFormPage title="Project" project={project} cancelTo="/" />
    }
    render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: <Form /> }])} />
      </QueryClientProvider>,
    )
    await user.type(await screen.findByLabelText(/^Title/), ' 2')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    return screen.findByRole('alert')
  }

  test('keeps its input when saving throws, and logs the error', { tags: 'ERR-11' }, async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const thrown = new Error('no memory')
    expect(await openForm(() => Promise.reject(thrown))).toHaveTextContent('Error saving the project')
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Ferry timetable 2')
    expect(log).toHaveBeenCalledWith(thrown)
  })

  test('shows an error without a submit handler', { tags: 'ERR-54' }, async () => {
    expect(await openForm()).toHaveTextContent('No submit handler provided')
  })
})

describe('careers', () => {
  test('a failed creation of an experience keeps the input', { tags: 'ERR-23' }, async () => {
    ownProfile()
    renderApp(PROFILE)
    await user.click(await screen.findByRole('button', { name: 'Create experience' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText(/^Company/, { selector: 'input' }), 'Puerto')
    await user.type(dialog.getByLabelText(/^Position/), 'Engineer')
    const start = within(dialog.getByRole('group', { name: 'Start date' }))
    await user.selectOptions(start.getByLabelText('Month'), 'March')
    await user.selectOptions(start.getByLabelText('Year'), '2020')
    await user.click(dialog.getByRole('checkbox', { name: 'Actualidad' }))
    api.on('POST /experiences', { status: 500 })
    await user.click(dialog.getByRole('button', { name: 'Create experience' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Error saving the experience')
    expect(dialog.getByLabelText(/^Position/)).toHaveValue('Engineer')
  })

  test.each([
    ['returns 500', () => api.on(`PUT /studies/${study._id}`, { status: 500 })],
    ['is away', () => api.goOffline()],
  ])('a study cannot be changed while the server %s', { tags: 'ERR-26' }, async (_, fail) => {
    ownProfile()
    api.on(`GET /studies/owner/${DEVELOPER_ID}`, listResponse([study]))
    renderApp(`${PROFILE}?tab=studies`)
    await user.click(await screen.findByRole('button', { name: `Edit ${study.degree}` }))
    const dialog = within(await screen.findByRole('dialog'))
    const degree = await dialog.findByLabelText(/^Degree/)
    await user.type(degree, ' II')
    fail()
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Error updating the study')
    expect(degree).toHaveValue(`${study.degree} II`)
  })

  test('a failed removal is shown in the confirmation dialog', { tags: 'ERR-22' }, async () => {
    ownProfile()
    const experience = buildExperience()
    api.on(`GET /experiences/owner/${DEVELOPER_ID}`, listResponse([experience]))
    renderApp(PROFILE)
    await user.click(await screen.findByRole('button', { name: `Remove ${experience.position}` }))
    const question = within(await screen.findByRole('alertdialog'))
    api.on(`PUT /experiences/${experience._id}/soft-delete`, { status: 500 })
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await question.findByRole('alert')).toHaveTextContent('Request failed')
  })
})

describe('offers', () => {
  test('a failed deletion keeps the offer and shows the reason in the confirmation dialog', {
    tags: 'ERR-31',
  }, async () => {
    signedIn(api, 'recruiter')
    api.on('GET /offers/mine', listResponse([buildOwnOffer()]))
    api.on(`GET /offers/stats/${RECRUITER_ID}`, { status: 500 })
    api.on('GET /offers/allskills', listResponse([]))
    renderApp('/private-rec/offers')
    await user.click(await screen.findByRole('button', { name: /^Options for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog'))
    api.on(`PATCH /offers/${OFFER_ID}/delete`, { status: 500 })
    await user.click(question.getByRole('button', { name: "Yes, I'm sure" }))
    expect(await question.findByRole('alert')).toHaveTextContent('Error delete offers')
  })

  test('a failed skill request leaves the filter empty and is logged', { tags: 'ERR-32' }, async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    api.on('GET /projects', listResponse([]))
    api.on('GET /offers/allskills', { status: 500 })
    renderApp('/projects')
    await user.click(await screen.findByRole('button', { name: /^Filters/ }))
    const logged = () => log.mock.calls.flat().filter((part) => String(part).includes('Error getting skills'))
    await waitFor(() => expect(logged()).not.toEqual([]))
    await api.settled()
    expect(logged()).toHaveLength(1)
    expect(screen.queryByText('Error getting skills')).toBeNull()
  })

  test.each([
    [500, undefined],
    [404, { error: true, message: 'Error getting user', code: 'NOT_FOUND' }],
  ])('a recruiter that fails to load with %i shows an error', { tags: 'ERR-39' }, async (status, body) => {
    api.on(`GET /recruiters/${RECRUITER_ID}`, { status, body })
    renderApp(`/recruiter/${RECRUITER_ID}`)
    expect(await screen.findByText('Error getting user')).toBeVisible()
    // A 404 is not retried.
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(status === 500 ? 1 : 0)
    expect(screen.getByRole('link', { name: 'All offers' })).toBeVisible()
  })
})

describe('the offers on the home page', () => {
  beforeEach(() => {
    for (const list of ['projects', 'devs', 'recruiters']) api.on(`GET /${list}`, listResponse([]))
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
  })
  const section = async () => within(await screen.findByRole('region', { name: 'Last Offers' }))

  test('are announced while loading, then shown', { tags: 'ERR-46' }, async () => {
    let response = (_: ReturnType<typeof listResponse>) => {}
    api.on('GET /offers', () => new Promise((resolve) => (response = resolve)))
    renderApp('/')
    const loading = await (await section()).findByText('Cargando ofertas...')
    expect(loading).toHaveAttribute('lang', 'es')
    await waitFor(() => expect(api.callsOf('GET /offers')).not.toEqual([]))
    response(listResponse([buildOffer()]))
    expect(await (await section()).findByRole('link', { name: 'View Offer' })).toBeVisible()
    expect(screen.queryByText('Cargando ofertas...')).toBeNull()
  })

  test.each([
    ['there are none', listResponse([])],
    ['they cannot be read', { status: 500 }],
  ])('show the error when %s', { tags: 'ERR-47' }, async (_, response) => {
    api.on('GET /offers', response)
    renderApp('/')
    expect(await (await section()).findByText('No hay ofertas disponibles')).toBeVisible()
  })
})
