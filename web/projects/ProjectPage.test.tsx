import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ListedProject, type Project } from '#contract/projects.ts'
import { auth } from '../lib/auth.ts'
import { openChat } from '../lib/open-chat.ts'
import { realtime } from '../lib/realtime.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { buildProject, listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'
import { likeQuery } from './projects.api.ts'

const api = apiServer()
const { emitted } = vi.hoisted(() => ({ emitted: [] as unknown[] }))

vi.mock('../lib/socket.ts', () => ({
  openSocket: (_id: string, hub: { setState: (state: string) => void }) => {
    // Connects asynchronously, like a socket.
    queueMicrotask(() => hub.setState('connected'))
    return { emit: (...event: unknown[]) => emitted.push(event), close: () => undefined }
  },
}))

vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))
const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  realtime.disconnect()
  localStorage.clear()
  sessionStorage.clear()
  emitted.length = 0
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
})

afterEach(() => vi.restoreAllMocks())

type Opening = { as?: 'visitor' | 'developer'; query?: string; liked?: boolean }

async function open(
  changes: Partial<Project> = {},
  { as = 'visitor', query = '', liked = false }: Opening = {},
) {
  const project = buildProject(changes)
  api.on(`GET /projects/${project._id}`, { body: project })
  api.on(`PUT /projects/${project._id}/view`, { body: { views: project.views + 1 } })
  api.on(`GET /projects/${project._id}/like-status`, { body: { liked, likes: project.likes } })
  if (as === 'developer') localStorage.setItem('token', buildToken('developer'))
  const app = renderApp(`/projects/${project._id}${query}`)
  await screen.findByRole('heading', { level: 1, name: project.title })
  return { ...app, project }
}

const info = () => within(screen.getByRole('region', { name: 'About this project' }))
const fact = (name: string) => info().getByText(name).nextElementSibling
const own = { ...buildProject().owner, _id: DEVELOPER_ID }

test('shows the facts, the owner and the links', {
  tags: ['PROJD-02', 'PROJD-07', 'PROJD-08', 'PROJD-09', 'PROJD-10', 'PROJD-11', 'PROJD-14'],
}, async () => {
  await open({
    professionalRole: 'Lead',
    duration: '3 months',
    liveLink: 'https://ferry.example',
    githubProjectLink: 'https://example.com/no-repository',
    owner: { ...buildProject().owner, avatar: 'https://pictures.example/iker.png' },
  })
  expect(fact('Category')).toHaveTextContent('Frontend')
  expect(fact('Likes')).toHaveTextContent('3')
  expect(fact('Year')).toHaveTextContent('2025')
  expect(fact('Role')).toHaveTextContent('Lead')
  expect(fact('Duration')).toHaveTextContent('3 months')
  expect(info().getByRole('link', { name: /Iker Olmo/ })).toHaveAttribute(
    'href',
    `/profile/${buildProject().owner._id}`,
  )
  const avatar = info()
    .getByRole('link', { name: /Iker Olmo/ })
    .querySelector('img')
  expect(avatar).toHaveAttribute('src', expect.stringContaining('https://pictures.example/iker.png'))
  expect(info().getByText('React')).toBeVisible()
  for (const [name, href] of [
    ['Live Project', 'https://ferry.example'],
    ['GitHub', 'https://example.com/no-repository'],
  ] as const) {
    expect(info().getByRole('link', { name })).toHaveAttribute('href', href)
    expect(info().getByRole('link', { name })).toHaveAttribute('rel', expect.stringContaining('noopener'))
  }
})

test('missing sections have no heading', { tags: ['PROJD-04', 'PROJD-05'] }, async () => {
  await open()
  for (const name of ['Description', 'Code', 'Repository']) {
    expect(screen.queryByRole('heading', { name })).toBeNull()
  }
  expect(screen.getByText('No image available')).toBeVisible()
})

test('code is rendered as text', { tags: 'PROJD-05' }, async () => {
  const code = '<img src=x onerror="alert(1)">\nconst a = `x`'
  await open({ codeSections: [code] })
  const section = screen.getByRole('region', { name: 'Code 1' })
  // First plain, then highlighted.
  expect(section.textContent).toBe(code)
  await waitFor(() => expect(section.querySelectorAll('span').length).toBeGreaterThan(1))
  expect(section.textContent).toBe(code)
  expect(section.querySelector('img')).toBeNull()
})

test('code shows its language if one was chosen', { tags: 'PROJD-05' }, async () => {
  await open({ codeSections: ['puts 1', 'plain'], codeLanguages: ['Ruby', ''] })
  const section = screen.getByRole('region', { name: 'Code 1, Ruby' })
  expect(screen.getByText('Ruby')).toBeVisible()
  expect(section.textContent).toBe('puts 1')
  expect(screen.getByRole('region', { name: 'Code 2' })).toHaveTextContent('plain')
})

test('code is copied as typed, and a failure is reported', { tags: 'PROJD-05' }, async () => {
  const user = userEvent.setup()
  const code = 'const a = `x`\n\treturn a'
  await open({ codeSections: ['first', code] })
  await user.click(screen.getByRole('button', { name: 'Copy code 2' }))
  expect(await screen.findByText('Code copied')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(code)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(screen.getByRole('button', { name: 'Copy code 1' }))
  expect(await screen.findByText(/^The code could not be copied/)).toBeInTheDocument()
})

test('a single picture opens large without arrows, and the focus returns to it', async () => {
  await open({ title: 'Quay', gallery: ['/files/quay.webp'] })
  const link = screen.getByRole('link', { name: 'Quay' })
  await user.click(link)
  const dialog = within(await screen.findByRole('dialog', { name: 'Quay' }))
  expect(dialog.getByRole('img')).toHaveAttribute('src', '/files/quay.webp')
  expect(dialog.queryByRole('button', { name: 'Next image' })).toBeNull()
  await user.keyboard('{ArrowRight}{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(link).toHaveFocus())
})

test('a swipe changes the large picture, and a short one does not', async () => {
  await open({ title: 'Quay', gallery: ['/a.webp', '/b.webp', '/c.webp'] })
  await user.click(screen.getByRole('link', { name: 'Quay, image 1 of 3' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Quay' }))
  const swipe = (by: number) => {
    const target = dialog.getByRole('img')
    fireEvent.touchStart(target, { touches: [{ clientX: 200, clientY: 5 }] })
    fireEvent.touchEnd(target, { changedTouches: [{ clientX: 200 + by, clientY: 5 }] })
  }
  swipe(-20)
  expect(dialog.getByRole('status')).toHaveTextContent('Image 1 of 3')
  swipe(-120)
  expect(dialog.getByRole('status')).toHaveTextContent('Image 2 of 3')
  swipe(120)
  swipe(120)
  expect(dialog.getByRole('status')).toHaveTextContent('Image 3 of 3')
})

test('other projects of the owner follow, without the open one, and nothing where there are none', async () => {
  const opened = buildProject()
  const others = ['Harbour', 'Quay', 'Pier'].map((title) => buildProject({ title }))
  api.on(`GET /projects/developer/${opened.owner._id}`, listResponse(others))
  const { unmount } = await open({ _id: opened._id })
  const more = within(await screen.findByRole('region', { name: 'More by Iker' }))
  expect(more.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'View project: Harbour',
    'View project: Quay',
    'View project: Pier',
  ])
  expect(api.callsOf(`GET /projects/developer/${opened.owner._id}`)[0]?.query.get('after')).toBe(opened._id)
  expect(more.getByRole('link', { name: 'Next project: Harbour' })).toHaveAttribute(
    'href',
    `/projects/${others[0]?._id}`,
  )
  unmount()
  api.on(`GET /projects/developer/${opened.owner._id}`, listResponse([]))
  await open({ _id: opened._id })
  await api.settled()
  expect(api.callsOf(`GET /projects/developer/${opened.owner._id}`)).toHaveLength(2)
  expect(screen.queryByRole('region', { name: 'More by Iker' })).toBeNull()
})

test('a note names its sign of a scam, to all but its owner', { tags: 'TRUST-03' }, async () => {
  const { unmount } = await open({ warning: 'repository' })
  expect(screen.getByRole('note')).toHaveTextContent('This asks you to run or install something.')
  unmount()
  // Like the document rendered for everybody.
  await open({ warning: 'repository', owner: own }, { as: 'developer' })
  await api.settled()
  expect(screen.queryByRole('note')).toBeNull()
})

test('the back link keeps the query string of the list', { tags: 'ROUTE-07' }, async () => {
  await open({}, { query: '?category=Frontend&page=2' })
  expect(screen.getByRole('link', { name: 'Explore Projects' })).toHaveAttribute(
    'href',
    '/projects?category=Frontend&page=2',
  )
})

test('a failing request shows the text of the endpoint and can be retried', { tags: 'ERR-16' }, async () => {
  const project = buildProject()
  api.on(`GET /projects/${project._id}`, {
    status: 403,
    body: { error: true, message: 'Fallo en la solicitud', code: 'FORBIDDEN' },
  })
  renderApp(`/projects/${project._id}`)
  expect(await screen.findByText('Fallo en la solicitud')).toBeVisible()
  api.on(`GET /projects/${project._id}`, { body: project })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: project.title })).toBeVisible()
})

describe('views', () => {
  test('the first view is counted and stored, and half of the count is shown', {
    tags: ['PROJD-22', 'PROJD-23', 'PROJD-24', 'CONST-09'],
  }, async () => {
    const { project } = await open({ views: 41 })
    await waitFor(() => expect(fact('Views')).toHaveTextContent('21'))
    await api.settled()
    expect(api.callsOf(`PUT /projects/${project._id}/view`)).toHaveLength(1)
    const stored = Number(localStorage.getItem(`lastView_${project._id}`))
    expect(Date.now() - stored).toBeLessThan(60_000)
  })

  test('a second view within an hour is not counted', { tags: 'PROJD-22' }, async () => {
    const project = buildProject()
    localStorage.setItem(`lastView_${project._id}`, String(Date.now() - 3_500_000))
    await open(project)
    expect(fact('Views')).toHaveTextContent('20')
    await api.settled()
    expect(api.callsOf(`PUT /projects/${project._id}/view`)).toEqual([])
  })

  test('a failure is logged and not stored', { tags: 'ERR-15' }, async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const project = buildProject()
    api.on(`GET /projects/${project._id}`, { body: project })
    api.on(`PUT /projects/${project._id}/view`, { status: 500 })
    renderApp(`/projects/${project._id}`)
    await waitFor(() => expect(error).toHaveBeenCalledWith('Error incrementando views'))
    expect(fact('Views')).toHaveTextContent('20')
    expect(localStorage.getItem(`lastView_${project._id}`)).toBeNull()
  })
})

describe('likes', () => {
  /** Once the status of the like is known. */
  async function likeButton() {
    const button = await screen.findByRole('button', { name: 'Like' })
    await waitFor(() => expect(button).toBeEnabled())
    return button
  }

  test('visitors see the count and no button', { tags: 'PROJD-06' }, async () => {
    await open()
    expect(fact('Likes')).toHaveTextContent('3')
    await api.settled()
    expect(screen.queryByRole('button', { name: /Like/ })).toBeNull()
  })

  test('the button waits for the status and for the call; its response is shown and announced', {
    tags: ['PROJD-19', 'PROJD-20', 'PROJD-21', 'SOCK-06'],
  }, async () => {
    const project = buildProject()
    let response = () => {}
    const later = (body: object) => () =>
      new Promise<{ body: object }>((resolve) => {
        response = () => resolve({ body })
      })
    await open(project, { as: 'developer' })
    const button = await likeButton()
    await realtime.connect(DEVELOPER_ID)

    api.on(`POST /projects/${project._id}/like`, later({ liked: true, likes: 9 }))
    // The second press comes before the button shows the pending state.
    act(() => {
      button.click()
      button.click()
    })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-disabled', 'true'),
    )
    await api.settled()
    expect(api.callsOf(`POST /projects/${project._id}/like`)).toHaveLength(1)
    response()
    const liked = await screen.findByRole('button', { name: 'Liked' })
    expect(liked).toHaveAttribute('aria-pressed', 'true')
    expect(fact('Likes')).toHaveTextContent('9')
    await waitFor(() =>
      expect(emitted).toEqual([
        ['sendNotification', { type: 2, receiverId: project.owner._id, projectId: project._id }],
      ]),
    )

    api.on(`POST /projects/${project._id}/like`, { body: { liked: false, likes: 8 } })
    await user.click(liked)
    expect(await screen.findByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'false')
    expect(fact('Likes')).toHaveTextContent('8')
    await api.settled()
    expect(emitted).toHaveLength(1)
  })

  test('a cached list shows the new number on its card', { tags: 'PROJD-20' }, async () => {
    const project = buildProject()
    api.on('GET /projects', listResponse([ListedProject.parse(project)]))
    api.on(`GET /projects/${project._id}`, { body: project })
    api.on(`PUT /projects/${project._id}/view`, { body: { views: 42 } })
    api.on(`GET /projects/${project._id}/like-status`, { body: { liked: false, likes: 3 } })
    api.on(`POST /projects/${project._id}/like`, { body: { liked: true, likes: 4 } })
    localStorage.setItem('token', buildToken('developer'))
    const { router } = renderApp('/projects')
    await user.click(await screen.findByRole('link', { name: /Ferry timetable/ }))
    await user.click(await likeButton())
    await screen.findByRole('button', { name: 'Liked' })
    api.on('GET /projects', listResponse([ListedProject.parse({ ...project, likes: 4 })]))
    await router.navigate('/projects')
    expect(await screen.findByText('4 likes')).toBeInTheDocument()
  })

  test('a status that was requested before the like does not undo it', async () => {
    const { project, queryClient } = await open({}, { as: 'developer' })
    const button = await likeButton()
    const former = Promise.withResolvers<{ body: object }>()
    const name = `GET /projects/${project._id}/like-status`
    api.on(name, () => former.promise)
    void queryClient.refetchQueries({ queryKey: likeQuery(project._id, DEVELOPER_ID).queryKey })
    await waitFor(() => expect(api.callsOf(name)).toHaveLength(2))
    api.on(`POST /projects/${project._id}/like`, { body: { liked: true, likes: 4 } })
    await user.click(button)
    await screen.findByRole('button', { name: 'Liked' })
    former.resolve({ body: { liked: false, likes: 3 } })
    await api.settled()
    expect(screen.getByRole('button', { name: 'Liked' })).toBeVisible()
  })

  test('a like of the own project notifies nobody (decision 40)', { tags: 'PROJD-20' }, async () => {
    const { project } = await open({ owner: own }, { as: 'developer' })
    api.on(`POST /projects/${project._id}/like`, { body: { liked: true, likes: 4 } })
    await user.click(await likeButton())
    await screen.findByRole('button', { name: 'Liked' })
    await api.settled()
    expect(emitted).toEqual([])
  })

  test('a failed toggle shows an alert and changes nothing', { tags: 'ERR-13' }, async () => {
    const { project } = await open({}, { as: 'developer' })
    api.on(`POST /projects/${project._id}/like`, { status: 500 })
    await user.click(await likeButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to toggle like')
    await api.settled()
    expect(fact('Likes')).toHaveTextContent('3')
    expect(emitted).toEqual([])
  })

  test('a failed status request is logged; the button still works', { tags: 'ERR-14' }, async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const project = buildProject()
    api.on(`GET /projects/${project._id}`, { body: project })
    api.on(`PUT /projects/${project._id}/view`, { body: { views: 1 } })
    api.on(`GET /projects/${project._id}/like-status`, {
      status: 404,
      body: { error: true, message: 'Failed to fetch like status', code: 'NOT_FOUND' },
    })
    localStorage.setItem('token', buildToken('developer'))
    renderApp(`/projects/${project._id}`)
    await waitFor(() => expect(error).toHaveBeenCalledWith('Failed to fetch like status'))
    expect(screen.getByRole('button', { name: 'Like' })).toBeEnabled()
  })
})

describe('Contact', () => {
  const liveLink = 'https://ferry.example'

  test.each([
    ['a visitor', { liveLink }, 'visitor', false],
    ['a signed-in person', { liveLink }, 'developer', true],
    ['a signed-in person without a live link', { liveLink: '' }, 'developer', false],
    ['the owner', { liveLink, owner: own }, 'developer', false],
  ] as const)(
    'is shown to %s: %s %s %s',
    { tags: ['PROJD-12', 'PROJD-13', 'VAL-64'] },
    async (_, changes, as, isShown) => {
      await open(changes, { as })
      if (as === 'developer') await screen.findByRole('button', { name: 'Like' })
      await api.settled()
      expect(screen.queryByRole('button', { name: 'Contact' }) !== null).toBe(isShown)
      if (!isShown) return
      await user.click(screen.getByRole('button', { name: 'Contact' }))
      expect(openChat.get()).toMatchObject({ _id: buildProject().owner._id, role: { type: 'developer' } })
    },
  )
})

test('a project from a cached list is shown at once', { tags: 'PROJ-13' }, async () => {
  const project = buildProject({ title: 'Listed' })
  api.on('GET /projects', listResponse([ListedProject.parse(project)]))
  renderApp('/projects')
  api.on(`GET /projects/${project._id}`, () => new Promise(() => {}))
  await user.click(await screen.findByRole('link', { name: /Listed/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Listed' })).toBeVisible()
})
