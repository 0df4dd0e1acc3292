import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { openChat } from '../lib/open-chat.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { buildDev, buildExperience, buildProject, listResponse, OTHER_ID } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const PROJECTS = `GET /projects/developer/${DEVELOPER_ID}`

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev() })
  api.on(PROJECTS, listResponse([]))
  api.on(`GET /experiences/owner/${DEVELOPER_ID}`, listResponse([]))
  api.on(`GET /studies/owner/${DEVELOPER_ID}`, listResponse([]))
})
afterEach(() => vi.restoreAllMocks())

type Viewer = 'visitor' | 'owner' | 'developer' | 'recruiter'

async function open(viewer: Viewer, path = `/profile/${DEVELOPER_ID}`) {
  if (viewer === 'recruiter') {
    localStorage.setItem('token', buildToken('recruiter'))
    api.on('GET /users/getUserProfile', { body: buildUser('recruiter') })
  } else if (viewer !== 'visitor') {
    const id = viewer === 'owner' ? DEVELOPER_ID : OTHER_ID
    localStorage.setItem('token', buildToken('developer', id))
    api.on('GET /users/getUserProfile', { body: buildUser('developer', { _id: id }) })
  }
  const app = renderApp(path)
  // A dialog that opens with the page hides it from screen readers.
  await screen.findByRole('heading', { level: 1, hidden: true })
  // With what the session and code that is loaded later add.
  await api.settled()
  return app
}

test('shows the person, the languages, the skills and About Me', {
  tags: ['PROF-01', 'PROF-15', 'PROF-16', 'PROF-17'],
}, async () => {
  await open('visitor')
  expect(screen.getByRole('heading', { level: 1, name: 'Ana García' })).toBeVisible()
  for (const text of ['Backend developer', 'Sevilla', 'Spanish', 'Native', 'Go', buildDev().description]) {
    expect(screen.getByText(text)).toBeVisible()
  }
})

test('shows the years of experience, and the date of joining', { tags: 'FLOW-11' }, async () => {
  api.on(`GET /devs/${DEVELOPER_ID}`, {
    body: buildDev({ createdAt: '2024-05-03T10:15:30.000Z' }, { experienceYears: '1' }),
  })
  await open('visitor')
  expect(screen.getByText('1 year of experience')).toBeVisible()
  expect(screen.getByText('Member since 05/2024')).toBeVisible()
})

test('the owner switches to the view of others, and back', { tags: 'FLOW-11' }, async () => {
  const app = await open('owner')
  await user.click(await screen.findByRole('link', { name: 'View as others see it' }))
  expect(await screen.findByText('This is how others see your profile.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Edit|Create|Add)/ })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'My Offers' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull()
  // No writing to, reporting or blocking oneself.
  expect(screen.getByRole('button', { name: 'Contact' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: /Report|Block/ })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Back to your view' }))
  expect(await screen.findByRole('button', { name: 'Edit profile' })).toBeVisible()
  expect(app.path()).toBe(`/profile/${DEVELOPER_ID}`)
})

test('the address of that view is the ordinary profile for others', { tags: 'FLOW-11' }, async () => {
  await open('developer', `/profile/${DEVELOPER_ID}?view=public`)
  expect(screen.queryByText('This is how others see your profile.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Contact' })).toBeEnabled()
})

test('a missing section shows its placeholder', { tags: ['PROF-11', 'PROF-17'] }, async () => {
  api.on(`GET /devs/${DEVELOPER_ID}`, {
    body: buildDev({ description: '' }, { skills: [], languages: [], location: '' }),
  })
  await open('visitor')
  expect(screen.getAllByText('This user has not completed this section yet.')).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'No CV available' })).toBeDisabled()
})

test('a profile that fails to load shows the quoted text, whatever the failure', {
  tags: 'PROF-26',
}, async () => {
  api.on(`GET /devs/${DEVELOPER_ID}`, { status: 404, body: { error: true, message: 'x', code: 'NOT_FOUND' } })
  renderApp(`/profile/${DEVELOPER_ID}`)
  expect(await screen.findByText('Error al cargar el profile')).toBeVisible()
})

describe.each([
  ['visitor', false],
  ['developer', false],
  ['recruiter', false],
  ['owner', true],
] as const)('as %s', (viewer, isOwner) => {
  test(`tools and tabs of the owner: ${isOwner}`, {
    tags: ['PROF-07', 'PROF-10', 'PROF-19', 'PROF-23', 'PROF-24', 'PROF-25'],
  }, async () => {
    api.on(`GET /experiences/owner/${DEVELOPER_ID}`, listResponse([buildExperience()]))
    api.on(`GET /devs/${DEVELOPER_ID}`, {
      body: buildDev({ counts: { experiences: 5, projects: 7, studies: 0 } }),
    })
    // With drafts for the owner.
    api.on(PROJECTS, listResponse([], isOwner ? 8 : 7))
    await open(viewer)
    await screen.findByText('Puerto Software')
    const isThere = (name: string | RegExp) => screen.queryAllByRole('button', { name }).length > 0
    await waitFor(() => expect(isThere('Edit profile')).toBe(isOwner))
    expect(isThere('Create experience')).toBe(isOwner)
    expect(isThere(/^(Edit|Remove) Engineer/)).toBe(isOwner)
    expect(isThere('Add your CV!')).toBe(isOwner)
    expect(isThere('Contact')).toBe(!isOwner)
    expect(screen.queryByRole('tab', { name: 'Portfolio' }) !== null).toBe(isOwner)
    expect(screen.queryByRole('tab', { name: 'My Offers' }) !== null).toBe(isOwner)
    const tabs = screen.getAllByRole('tab').slice(-3)
    await waitFor(() =>
      expect(tabs.map((tab) => tab.textContent)).toEqual([
        'Experiences 5',
        `Projects ${isOwner ? 8 : 7}`,
        'Studies 0',
      ]),
    )
  })

  test('an unset link is disabled for others and opens the editor for the owner', {
    tags: ['PROF-05', 'PROF-06'],
  }, async () => {
    await open(viewer)
    if (!isOwner) {
      expect(screen.getByRole('button', { name: 'LinkedIn' })).toBeDisabled()
      expect(screen.getByRole('button', { name: 'GitHub' })).toBeDisabled()
      return
    }
    await user.click(await screen.findByRole('button', { name: 'Add your GitHub' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Dev Profile' })).toBeVisible()
  })
})

describe('contact options', () => {
  test('existing links open in a new tab', { tags: 'PROF-02' }, async () => {
    api.on(`GET /devs/${DEVELOPER_ID}`, {
      body: buildDev({}, { linkedin: 'https://linkedin.com/in/ana', github: 'https://github.com/ana' }),
    })
    await open('visitor')
    const link = screen.getByRole('link', { name: 'GitHub' })
    expect(link).toHaveAttribute('href', 'https://github.com/ana')
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
    expect(screen.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('target', '_blank')
  })

  test('copying the e-mail address is confirmed', { tags: 'PROF-03' }, async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await open('visitor')
    await user.click(screen.getByRole('button', { name: 'Email' }))
    expect(await screen.findByText('Email copied')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('ana@example.com')
  })

  test('a failed copy is an alert, for 10 s or until it succeeds', { tags: 'PROF-04' }, async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await open('visitor')
    const button = screen.getByRole('button', { name: 'Email' })
    const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    const failure = async () => {
      // With its effects: they start the timer.
      await act(async () => void fireEvent.click(button))
      expect(screen.getByRole('alert')).toHaveTextContent('No se pudo copiar el email')
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await failure()
      act(() => vi.advanceTimersByTime(9_000))
      expect(screen.getByRole('alert')).toBeVisible()
      act(() => vi.advanceTimersByTime(1_000))
      expect(screen.queryByRole('alert')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
    await failure()
    copying.mockResolvedValue()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('Contact asks visitors to sign in, and opens the chat for others', { tags: 'PROF-07' }, async () => {
    const app = await open('visitor')
    await user.click(screen.getByRole('button', { name: 'Contact' }))
    await waitFor(() => expect(app.path()).toBe('/login'))
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe(`/profile/${DEVELOPER_ID}`)
    app.unmount()
    await open('recruiter')
    await user.click(await screen.findByRole('button', { name: 'Contact' }))
    expect(openChat.get()).toMatchObject({ _id: DEVELOPER_ID, name: 'Ana', role: { type: 'developer' } })
  })

  test('a CV that cannot be downloaded opens in a new tab, and the failure is logged', {
    tags: ['PROF-08', 'PROF-09'],
  }, async () => {
    const resume = `${api.base()}/cv.pdf`
    api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev({ name: 'A/na' }, { resume }) })
    const pressed: HTMLAnchorElement[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      pressed.push(this.cloneNode() as HTMLAnchorElement)
    })
    const error = vi.spyOn(console, 'error').mockReturnValue()
    URL.createObjectURL = () => 'blob:cv'
    await open('visitor')
    await user.click(screen.getByRole('button', { name: 'Download CV' }))
    await waitFor(() => expect(pressed).toHaveLength(1))
    expect(pressed[0]).toHaveAttribute('target', '_blank')
    expect(pressed[0]).toHaveAttribute('href', resume)
    expect(error).toHaveBeenCalled()

    api.on('GET /cv.pdf', { text: '%PDF-', headers: { 'content-type': 'application/pdf' } })
    await user.click(screen.getByRole('button', { name: 'Download CV' }))
    await waitFor(() => expect(pressed).toHaveLength(2))
    expect(pressed[1]).toHaveAttribute('download', 'A_na_García_CV.pdf')
  })

  test('a CV opens in a new tab when the download code fails to load', {
    tags: ['PROF-08', 'PROF-09'],
  }, async () => {
    const resume = 'http://localhost/api/cv.pdf'
    api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev({}, { resume }) })
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    vi.doMock('../lib/download.ts', () => {
      throw new Error('The line is away')
    })
    await open('visitor')
    await user.click(screen.getByRole('button', { name: 'Download CV' }))
    await waitFor(() => expect(opened).toHaveBeenCalledWith(resume, '_blank', 'noopener,noreferrer'))
    expect(error).toHaveBeenCalled()
    vi.doUnmock('../lib/download.ts')
  })
})

describe('Most Viewed Projects', () => {
  const section = () => within(screen.getByText('Most Viewed Projects').closest('section') as HTMLElement)

  test('shows at most three in the order of the server, with half of their views', {
    tags: ['PROF-12', 'PROF-21', 'CONST-09'],
  }, async () => {
    api.on(PROJECTS, (call) =>
      call.query.get('order') === 'views'
        ? listResponse(
            [buildProject({ title: 'Most seen', views: 201 }), buildProject({ title: 'Second' })],
            9,
          )
        : listResponse([]),
    )
    await open('visitor')
    const link = await section().findByRole('link', { name: 'Most seen' })
    expect(link.getAttribute('href')).toMatch(/^\/projects\/[\w-]+$/)
    expect(section().getByText('100')).toBeInTheDocument()
    expect(api.callsOf(PROJECTS).map(({ query }) => query.get('limit'))).toContain('3')
  })

  test('shows loading, then the empty text, with one request although the person arrives first', {
    tags: ['PROF-13', 'PROF-14'],
  }, async () => {
    const PERSON = `GET /devs/${DEVELOPER_ID}`
    let respondPerson = () => {}
    let respondProjects = () => {}
    api.on(PERSON, () => new Promise((resolve) => (respondPerson = () => resolve({ body: buildDev() }))))
    api.on(PROJECTS, () => new Promise((resolve) => (respondProjects = () => resolve(listResponse([])))))
    renderApp(`/profile/${DEVELOPER_ID}`)
    expect(await screen.findByText('Loading projects...')).toBeVisible()
    await waitFor(() =>
      expect([api.callsOf(PERSON), api.callsOf(PROJECTS)].map((of) => of.length)).toEqual([1, 1]),
    )
    respondPerson()
    await screen.findByRole('heading', { level: 1 })
    expect(section().getByText('Loading projects...')).toBeVisible()
    respondProjects()
    expect(await section().findByText('There are no projects to show')).toBeVisible()
    await api.settled()
    expect(api.callsOf(PROJECTS)).toHaveLength(1)
  })

  test('a failed request has its own text', { tags: 'ERR-75' }, async () => {
    api.on(PROJECTS, { status: 404, body: { error: true, message: 'x', code: 'NOT_FOUND' } })
    await open('visitor')
    expect(await section().findByText('No top projects found.')).toBeVisible()
    api.on(PROJECTS, listResponse([buildProject({ title: 'Ferry timetable' })], 1))
    await user.click(section().getByRole('button', { name: 'Try again' }))
    expect(await section().findByRole('link', { name: /Ferry timetable/ })).toBeVisible()
  })
})

describe('the tabs', () => {
  test('are stored in the URL, with the page', { tags: ['PROF-18', 'PROF-35'] }, async () => {
    api.on(PROJECTS, listResponse([buildProject()], 7))
    const app = await open('visitor')
    await user.click(screen.getByRole('tab', { name: /^Projects/ }))
    expect(app.path()).toBe(`/profile/${DEVELOPER_ID}?tab=projects`)
    expect(await screen.findByText('Page 1 of 3 total')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Last page' }))
    await waitFor(() => expect(app.path()).toBe(`/profile/${DEVELOPER_ID}?tab=projects&page=3`))
    await waitFor(() => expect(api.callsOf(PROJECTS).at(-1)?.query.get('page')).toBe('3'))
    expect(api.callsOf(PROJECTS).at(-1)?.query.get('limit')).toBe('3')
  })

  test('a failing project list has its own text', { tags: 'ERR-19' }, async () => {
    api.on(PROJECTS, { status: 404, body: { error: true, message: 'x', code: 'NOT_FOUND' } })
    await open('visitor', `/profile/${DEVELOPER_ID}?tab=projects`)
    expect(await screen.findByText('Error al cargar los proyectos')).toBeVisible()
  })

  test('My Offers shows each application with its status in capitals', {
    tags: ['PROF-19', 'PROF-20', 'PROF-22'],
  }, async () => {
    const offer = {
      _id: OTHER_ID,
      position: 'Bridge builder',
      company: 'Acueducto',
      location: 'Segovia',
      createdAt: '2026-01-01T00:00:00.000Z',
      applicants: [{ _id: OTHER_ID, user: DEVELOPER_ID, status: 'interviewed' }],
    }
    api.on(`GET /offers/applied/${DEVELOPER_ID}`, {
      body: { offers: [offer] },
      headers: { 'x-total-count': '1' },
    })
    await open('owner')
    await user.click(await screen.findByRole('tab', { name: 'My Offers' }))
    expect(await screen.findByRole('link', { name: 'Bridge builder' })).toHaveAttribute(
      'href',
      `/offers/${OTHER_ID}`,
    )
    expect(screen.getByText('Interviewed')).toBeVisible()
    expect(api.callsOf(`GET /offers/applied/${DEVELOPER_ID}`)[0]?.query.get('limit')).toBe('4')
  })
})

describe('editing a project of the list', () => {
  const project = buildProject({
    description: 'From the beginning to the end.',
    codeSections: ['const light = true'],
  })
  const { codeSections: _, ...listed } = project
  const openEditor = async () => {
    api.on(PROJECTS, listResponse([{ ...listed, description: 'The beginning…' }]))
    await open('owner', '/private-dev/projects')
    await user.click(await screen.findByRole('button', { name: `Edit ${project.title}` }))
  }

  test('starts from the whole project (X2)', { tags: 'PROF-24' }, async () => {
    api.on(`GET /projects/${project._id}`, { body: project })
    await openEditor()
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit project' }))
    expect(dialog.getByDisplayValue(project.description)).toBeVisible()
    expect(dialog.getByDisplayValue('const light = true')).toBeVisible()
  })

  test('reports a project that cannot be fetched (X2)', async () => {
    await openEditor()
    await waitFor(() => expect(api.callsOf(`GET /projects/${project._id}`)).toHaveLength(1))
    await waitFor(() => expect(screen.getByText('Not found')).toBeVisible())
    await api.settled()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the URLs of the own profile (decision 35)', () => {
  test.each([
    ['/profile', 'Experiences'],
    ['/private-dev/profile', 'Experiences'],
    ['/private-dev/projects', 'Projects'],
  ])('%s shows the own profile at %s', { tags: ['ROUTE-09', 'ROUTE-22', 'ROUTE-24'] }, async (path, tab) => {
    await open('owner', path)
    expect(await screen.findByRole('tab', { name: new RegExp(`^${tab}`) })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Ana García' })).toBeVisible()
  })

  test.each(['/private-dev/profile/edit', `/private-dev/developers/${DEVELOPER_ID}/edit`])(
    '%s opens the editor, and closing it leads to the profile',
    { tags: ['ROUTE-23', 'ROUTE-27'] },
    async (path) => {
      const app = await open('owner', path)
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit Dev Profile' }))
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(app.path()).toBe('/private-dev/profile'))
      // The page is rendered again at the new address: the first match may be of the former one.
      await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Ana García' })).toBeVisible())
    },
  )

  test("somebody else's editor leads to the profile", { tags: 'ROUTE-27' }, async () => {
    api.on(`GET /devs/${OTHER_ID}`, { body: buildDev({ _id: OTHER_ID, name: 'Iker' }) })
    const app = await open('owner', `/private-dev/developers/${OTHER_ID}/edit`)
    await waitFor(() => expect(app.path()).toBe(`/profile/${OTHER_ID}`))
  })
})
