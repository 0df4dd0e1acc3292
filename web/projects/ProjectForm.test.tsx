import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { buildDev, buildProject, listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup({ applyAccept: false })
const NEW = '/private-dev/projects/new'
const own = { ...buildProject().owner, _id: DEVELOPER_ID }

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev() })
  api.on(`GET /experiences/owner/${DEVELOPER_ID}`, listResponse([]))
  api.on(`GET /projects/developer/${DEVELOPER_ID}`, listResponse([]))
  api.on('GET /offers/technology', listResponse([]))
})

async function open(path = NEW) {
  const app = renderApp(path)
  await screen.findByLabelText(/^Title/)
  return app
}
const field = (label: string) =>
  screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input, select, textarea' })
const submit = () => user.click(screen.getByRole('button', { name: /^(Create project|Save changes)$/ }))
const input = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
const picture = (name: string) => new File(['x'], name, { type: 'image/png' })

async function fill() {
  await user.type(field('Title'), 'Ferry')
  await user.selectOptions(field('Category'), 'Backend')
  await user.type(field('Year'), '2024')
}

test('the pages show their headings', { tags: ['ROUTE-25', 'ROUTE-26'] }, async () => {
  const { unmount } = await open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Crear nuevo proyecto')
  unmount()
  const project = buildProject({ owner: own })
  api.on(`GET /projects/${project._id}`, { body: project })
  await open(`/private-dev/projects/${project._id}/edit`)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Edit project already created')
  expect(field('Title')).toHaveValue(project.title)
})

test('missing fields show errors, and the first one gets the focus', {
  tags: ['VAL-23', 'VAL-24', 'VAL-25'],
}, async () => {
  await open()
  await submit()
  expect(await screen.findByText('Title is required')).toBeVisible()
  expect(screen.getByText('Category is required')).toBeVisible()
  expect(screen.getByText('Year is required')).toBeVisible()
  await waitFor(() => expect(field('Title')).toHaveFocus())
  await api.settled()
  expect(api.callsOf('POST /projects')).toEqual([])
})

test.each([
  ['Year', '1899', 'Year must be ≥ 1900'],
  ['Year', '20245', 'Year must have exactly 4 digits'],
  ['Year', '20', 'Year must have exactly 4 digits'],
  ['Year', String(new Date().getFullYear() + 1), 'Year cannot be in the future'],
  ['Live link', 'ferry', 'Must be a valid URL'],
  ['GitHub link', 'javascript:alert(1)', 'Must be a valid URL'],
])(
  '%s %j is refused: %s',
  { tags: ['VAL-26', 'VAL-27', 'VAL-28', 'VAL-29'] },
  async (label, typed, message) => {
    await open()
    await user.type(field(label), typed)
    await submit()
    expect(await screen.findByText(message)).toBeVisible()
    expect(field(label)).toHaveValue(typed)
  },
)

test('links without a scheme get https:// when their field is left', async () => {
  await open()
  await user.type(field('Live link'), 'ferry.example')
  await user.type(field('GitHub link'), 'github.com/ana/ferry')
  await user.tab()
  expect(field('Live link')).toHaveValue('https://ferry.example')
  expect(field('GitHub link')).toHaveValue('https://github.com/ana/ferry')
})

test('the category is one of six', { tags: ['VAL-24', 'CONST-01'] }, async () => {
  await open()
  const options = within(field('Category')).getAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'Choose a category',
    'Frontend',
    'Backend',
    'Full Stack',
    'Mobile',
    'DevOps',
    'UX/UI',
  ])
})

test('skills are trimmed, unique, and ten at most', { tags: ['VAL-31', 'CONST-08'] }, async () => {
  await open()
  await user.click(field('Skills'))
  await user.paste(' Go , go,, Rust,a,b,c,d,e,f,g,h,i')
  await user.keyboard('{Enter}')
  const chosen = within(screen.getByRole('list', { name: 'Chosen' }))
  expect(chosen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    'Go,Rust,a,b,c,d,e,f,g,h'.split(','),
  )
})

test('a new project is sent as typed and opens its page', { tags: ['PROF-30', 'ROUTE-25'] }, async () => {
  const app = await open()
  await fill()
  await user.click(screen.getByRole('button', { name: 'Add code section' }))
  await user.type(screen.getByLabelText('Code section 1'), 'const a = 1')
  await user.selectOptions(screen.getByLabelText('Language of code section 1'), 'TypeScript')
  await user.click(screen.getByRole('button', { name: 'Add code section' }))
  // A new section has the language of the former one.
  expect(screen.getByLabelText('Language of code section 2')).toHaveValue('TypeScript')
  await user.selectOptions(screen.getByLabelText('Language of code section 2'), 'No language')
  await user.type(screen.getByLabelText('Code section 2'), 'b')
  await user.click(screen.getByRole('button', { name: 'Add code section' }))
  await user.click(screen.getByRole('button', { name: 'Remove code section 3' }))
  const stored = buildProject({ owner: own })
  api.on('POST /projects', { status: 201, body: stored })
  api.on(`GET /projects/${stored._id}`, { body: stored })
  await submit()
  await waitFor(() => expect(app.path()).toBe(`/projects/${stored._id}`))
  expect(api.callsOf('POST /projects')[0]?.body).toEqual({
    title: 'Ferry',
    category: 'Backend',
    year: '2024',
    professionalRole: '',
    duration: '',
    projectSkills: [],
    description: '',
    liveLink: '',
    githubProjectLink: '',
    codeSections: ['const a = 1', 'b'],
    codeLanguages: ['TypeScript', ''],
    gallery: [],
  })
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('code that is too long stays complete, and the form shows the limit', async () => {
  await open()
  await fill()
  expect(screen.getByText('Up to 10 sections of 5000 characters.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add code section' }))
  const section = screen.getByLabelText('Code section 1')
  await user.click(section)
  await user.paste('x'.repeat(5001))
  await submit()
  await waitFor(() => expect(section).toHaveAccessibleDescription('Max 5000 characters'))
  expect(section).toHaveValue('x'.repeat(5001))
  await api.settled()
  expect(api.callsOf('POST /projects')).toEqual([])
})

test('a reached limit of projects is shown in the form, which keeps the input', async () => {
  await open()
  await fill()
  const message = 'You have reached the limit of 500 projects.'
  api.on('POST /projects', { status: 409, body: { error: true, message, code: 'LIMIT_REACHED' } })
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(field('Title')).toHaveValue('Ferry')
})

test.each([
  ['a new one', NEW, 'POST /projects', 'Error creating project'],
  ['an edited one', undefined, undefined, 'Error updating project'],
])(
  '%s that fails to save keeps its input',
  { tags: ['ERR-17', 'ERR-18', 'ERR-54'] },
  async (_, path, call, message) => {
    const project = buildProject({ owner: own })
    api.on(`GET /projects/${project._id}`, { body: project })
    await open(path ?? `/private-dev/projects/${project._id}/edit`)
    if (path) await fill()
    else await user.type(field('Title'), ' 2')
    const typed = (field('Title') as HTMLInputElement).value
    api.on(call ?? `PUT /projects/${project._id}`, { status: 500 })
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(field('Title')).toHaveValue(typed)
  },
)

test('an unknown project is a 404, and somebody else’s redirects to its page', {
  tags: 'ROUTE-26',
}, async () => {
  const { unmount } = renderApp(`/private-dev/projects/${DEVELOPER_ID}/edit`)
  expect(await screen.findByText('Oops! Page Not Found')).toBeVisible()
  unmount()
  const project = buildProject()
  api.on(`GET /projects/${project._id}`, { body: project })
  const app = renderApp(`/private-dev/projects/${project._id}/edit`)
  await waitFor(() => expect(app.path()).toBe(`/projects/${project._id}`))
})

describe('the dialog of the profile', () => {
  test('creates a project and opens it', { tags: ['PROF-29', 'PROF-30'] }, async () => {
    const app = renderApp('/private-dev/projects')
    await user.click(await screen.findByRole('button', { name: 'Create project' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create project' }))
    await fill()
    const stored = buildProject({ owner: own })
    api.on('POST /projects', { status: 201, body: stored })
    api.on(`GET /projects/${stored._id}`, { body: stored })
    await user.click(dialog.getByRole('button', { name: 'Create project' }))
    await waitFor(() => expect(app.path()).toBe(`/projects/${stored._id}`))
  })
})

describe('the gallery', () => {
  let count = 0
  beforeEach(() => {
    count = 0
    api.on('POST /upload', () => ({
      status: 201,
      body: { secure_urls: [`https://puente.example/files/${count++}.webp`] },
    }))
  })
  const sent = async () => {
    const stored = buildProject({ owner: own })
    api.on('POST /projects', { status: 201, body: stored })
    api.on(`GET /projects/${stored._id}`, { body: stored })
    await submit()
    await waitFor(() => expect(api.callsOf('POST /projects')).toHaveLength(1))
    const body = api.callsOf('POST /projects')[0]?.body as { gallery?: string[] } | undefined
    return body?.gallery?.map((url) => url.slice(-6, -5))
  }
  const uploaded = (number: number) =>
    waitFor(() => expect(screen.getAllByAltText(/^Image \d/)).toHaveLength(number))

  test('images upload when chosen, in an order that can be changed', {
    tags: ['VAL-46', 'VAL-47', 'DATA-16'],
  }, async () => {
    await open()
    await fill()
    await user.upload(input(), [picture('a.png'), picture('b.png'), picture('c.png')])
    await uploaded(3)
    await user.click(screen.getByRole('button', { name: 'Move image 3 earlier' }))
    await user.click(screen.getByRole('button', { name: 'Move image 2 earlier' }))
    await user.click(screen.getByRole('button', { name: 'Remove image 2' }))
    expect(await sent()).toEqual(['2', '1'])
  })

  test('accepts five images at most', { tags: 'VAL-30' }, async () => {
    await open()
    await user.upload(
      input(),
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => picture(`${name}.png`)),
    )
    expect(await screen.findByText('You can upload up to 5 images.')).toBeVisible()
    await uploaded(5)
    expect(screen.getByRole('button', { name: 'Add images' })).toBeDisabled()
  })

  test.each([
    ['no image', new File(['x'], 'a.txt', { type: 'text/plain' }), 'Invalid file. Only images are allowed.'],
    [
      'an image of exactly 5 MB',
      new File([new Uint8Array(5 * 1024 * 1024)], 'a.png', { type: 'image/png' }),
      'The image must be smaller than 5MB.',
    ],
  ])(
    '%s is not sent, and stays until it is removed',
    { tags: ['VAL-39', 'VAL-40', 'VAL-48'] },
    async (_, file, message) => {
      await open()
      await fill()
      await user.upload(input(), [file])
      expect(await screen.findByText(message)).toBeVisible()
      await submit()
      expect(await screen.findByText('Try again or remove the images that are not uploaded.')).toBeVisible()
      await user.click(screen.getByRole('button', { name: 'Remove image 1' }))
      expect(await sent()).toEqual([])
      expect(api.callsOf('POST /upload')).toEqual([])
    },
  )

  test('a failed upload shows its reason and can be retried', { tags: ['VAL-41', 'VAL-48'] }, async () => {
    await open()
    await fill()
    api.on('POST /upload', { status: 500 })
    await user.upload(input(), [picture('a.png')])
    expect(await screen.findByText('Error uploading the image.')).toBeVisible()
    api.on('POST /upload', {
      status: 201,
      body: { secure_urls: ['https://puente.example/files/7.webp'] },
    })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await uploaded(1)
    expect(await sent()).toEqual(['7'])
  })

  test('uploaded images are restored after a reload', async () => {
    const { unmount } = await open()
    await fill()
    await user.upload(input(), [picture('a.png')])
    await uploaded(1)
    unmount()
    await open()
    expect(await screen.findByText('We restored your unsaved changes.')).toBeVisible()
    expect(field('Title')).toHaveValue('Ferry')
    await uploaded(1)
    expect(await sent()).toEqual(['0'])
  })
})

describe('leaving', () => {
  test('asks for confirmation with unsaved changes, and discards them', async () => {
    const app = await open()
    await user.type(field('Title'), 'Ferry')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    let question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(app.path()).toBe(NEW)
    expect(field('Title')).toHaveValue('Ferry')
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)

    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(app.path()).toBe('/private-dev/projects'))
    app.unmount()
    await open()
    expect(field('Title')).toHaveValue('')
  })

  test('asks nothing without unsaved changes', async () => {
    const app = await open()
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(app.path()).toBe('/private-dev/projects'))
  })

  test('an expired session asks nothing: the input is restored after signing in', async () => {
    const app = await open()
    await fill()
    api.on('POST /projects', {
      status: 401,
      body: { error: true, message: 'Please log in to continue.', code: 'UNAUTHENTICATED' },
    })
    await submit()
    await waitFor(() => expect(app.path()).toBe('/login'))
    api.on('POST /users/login', { body: { token: buildToken('developer') } })
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
    await user.type(screen.getByLabelText(/^Email/), 'ana@example.com')
    await user.type(screen.getByLabelText(/^Password/), 'Str0ng!pass')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('We restored your unsaved changes.')).toBeVisible()
    expect(app.path()).toBe(NEW)
    expect(field('Title')).toHaveValue('Ferry')
    expect(field('Category')).toHaveValue('Backend')
  })

  test('a logout discards the input', async () => {
    const { unmount } = await open()
    await user.type(field('Title'), 'Ferry')
    expect(Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))).toBe(true)
    unmount()
    auth.signOut('logout')
    expect(Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))).toBe(false)
  })
})
