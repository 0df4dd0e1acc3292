import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { buildDev, listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  api.on(`GET /projects/developer/${DEVELOPER_ID}`, listResponse([]))
  api.on(`GET /experiences/owner/${DEVELOPER_ID}`, listResponse([]))
  api.on('GET /offers/technology', listResponse([]))
})

async function open(developer = buildDev()) {
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: developer })
  localStorage.setItem('token', buildToken('developer'))
  renderApp(`/profile/${DEVELOPER_ID}`)
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
  return within(await screen.findByRole('dialog', { name: 'Edit Dev Profile' }))
}

type Dialog = Awaited<ReturnType<typeof open>>
const field = (dialog: Dialog, label: string) =>
  dialog.getByLabelText(new RegExp(`^${label}`), { selector: 'input, textarea' })
const save = (dialog: Dialog) => user.click(dialog.getByRole('button', { name: 'Save changes' }))

async function retype(dialog: Dialog, label: string, text: string) {
  await user.clear(field(dialog, label))
  if (text) await user.type(field(dialog, label), text)
}

test.each([
  ['About Me', 'Too short', 'Min 50 characters'],
  ['About Me', `${'x'.repeat(501)}`, 'Max 500 characters'],
  ['Name', '', 'Name is required'],
  ['Surname', '', 'Surname is required'],
  ['Professional position', '', 'This field is required'],
  ['Location', '', 'This field is required'],
  ['Years of experience', '', 'This field is required'],
  ['Years of experience', 'many', 'Must be a positive number'],
  ['Years of experience', '-1', 'Must be a positive number'],
  ['LinkedIn', 'http://linkedin.com/in/ana', 'Must be a valid URL starting with https://'],
  ['GitHub', 'ftp://github.com', 'Must be a valid URL starting with https://'],
])(
  '%s %j is refused: %s',
  { tags: ['VAL-32', 'VAL-33', 'VAL-80', 'VAL-81', 'VAL-82'] },
  async (label, typed, message) => {
    const dialog = await open()
    await user.clear(field(dialog, label))
    if (typed) {
      await user.click(field(dialog, label))
      await user.paste(typed)
    }
    await save(dialog)
    expect(await dialog.findByText(message)).toBeVisible()
    expect(field(dialog, label)).toHaveFocus()
    expect(field(dialog, label)).toHaveValue(typed)
    await api.settled()
    expect(api.callsOf('PUT /devs/profile')).toEqual([])
  },
)

test('at least one complete language and one skill are required', {
  tags: ['VAL-84', 'VAL-85', 'VAL-86'],
}, async () => {
  const dialog = await open()
  expect(dialog.getByRole('button', { name: 'Remove language 1' })).toBeDisabled()
  await user.clear(dialog.getByLabelText('Language 1'))
  await user.click(dialog.getByRole('button', { name: 'Remove Go' }))
  await save(dialog)
  expect(await dialog.findByText('At least one language with level is required')).toBeVisible()
  expect(dialog.getByText('Add at least one skill')).toBeVisible()
})

test('saving sends the whole profile, without incomplete languages and with https:// added', {
  tags: ['VAL-35', 'VAL-36', 'VAL-83'],
}, async () => {
  const dialog = await open()
  await retype(dialog, 'Location', 'Cádiz')
  await retype(dialog, 'GitHub', 'github.com/ana')
  await user.click(dialog.getByRole('button', { name: 'Add language' }))
  await user.type(dialog.getByLabelText('Language 2'), 'English')
  await user.type(field(dialog, 'Skills'), ' Rust ,')
  const saved = buildUser('developer', { name: 'Ana', surname: 'García' })
  api.on('PUT /devs/profile', { body: { message: 'Profile updated', user: saved } })
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev({}, { location: 'Cádiz' }) })
  await save(dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf('PUT /devs/profile')[0]?.body).toEqual({
    avatar: 'https://pictures.example/ana.png',
    name: 'Ana',
    surname: 'García',
    description: buildDev().description,
    role: {
      developer: {
        professionalPosition: 'Backend developer',
        resume: '',
        experienceYears: 4,
        location: 'Cádiz',
        linkedin: '',
        github: 'https://github.com/ana',
        skills: ['Go', 'Rust'],
        languages: [{ language: 'Spanish', languageLevel: 'Native' }],
      },
    },
  })
  expect(await screen.findByText('Cádiz')).toBeVisible()
})

test('with a refused avatar nothing can be saved', { tags: 'VAL-34' }, async () => {
  const dialog = await open(buildDev({ avatar: '' }))
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  // The file types of a file dialog can be overridden.
  await userEvent
    .setup({ applyAccept: false })
    .upload(input as HTMLInputElement, new File(['x'], 'ana.txt', { type: 'text/plain' }))
  expect(await dialog.findByText('Invalid file. Only images are allowed.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled()
})

test('the avatar can be removed, and a refused file keeps the previous one', {
  tags: 'FLOW-11',
}, async () => {
  const dialog = await open()
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  api.on('POST /upload', { status: 500 })
  await user.upload(input as HTMLInputElement, new File(['x'], 'ana.png', { type: 'image/png' }))
  await dialog.findByText('Error uploading the image.')
  expect(dialog.queryByRole('button', { name: 'Crop' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Remove ana.png' }))
  expect(dialog.getByRole('button', { name: 'Crop' })).toBeEnabled()

  await user.click(dialog.getByRole('button', { name: 'Remove Current image' }))
  expect(dialog.queryByRole('button', { name: 'Crop' })).toBeNull()
  api.on('PUT /devs/profile', { body: { message: 'Profile updated', user: buildUser('developer') } })
  await save(dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf('PUT /devs/profile')[0]?.body).toMatchObject({ avatar: '' })
})

test('a failure keeps the input and is shown in the dialog, at the field named by the server', {
  tags: 'ERR-37',
}, async () => {
  const dialog = await open()
  await retype(dialog, 'Location', 'Cádiz')
  api.on('PUT /devs/profile', { status: 500 })
  await save(dialog)
  expect(await dialog.findByRole('alert')).toHaveTextContent('Error editing the devProfile')
  expect(field(dialog, 'Location')).toHaveValue('Cádiz')
  api.on('PUT /devs/profile', {
    status: 400,
    body: {
      error: true,
      code: 'VALIDATION',
      message: 'Max 120 characters',
      fields: { 'role.developer.location': 'Max 120 characters' },
    },
  })
  await save(dialog)
  expect(await dialog.findByText('Max 120 characters')).toBeVisible()
  await waitFor(() => expect(field(dialog, 'Location')).toHaveFocus())
})

test('a CV that fails to upload shows its reason and blocks saving', {
  tags: ['VAL-43', 'VAL-45', 'VAL-48'],
}, async () => {
  const dialog = await open()
  const [, input] = document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=file]')
  api.on('POST /upload-pdf', { status: 500 })
  await user.upload(input as HTMLInputElement, new File(['%PDF-'], 'ana.pdf', { type: 'application/pdf' }))
  expect(await dialog.findByText('Error uploading the PDF.')).toBeVisible()
  expect(dialog.getByText('ana.pdf')).toBeVisible()
  await save(dialog)
  expect(await dialog.findByText('Try again or remove the file that is not uploaded.')).toBeVisible()
  await api.settled()
  expect(api.callsOf('PUT /devs/profile')).toEqual([])

  api.on('POST /upload-pdf', {
    status: 201,
    body: { secure_urls: ['https://puente.example/files/cv.pdf'] },
  })
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(dialog.queryByText('ana.pdf')).toBeNull())
  await save(dialog)
  await waitFor(() => expect(api.callsOf('PUT /devs/profile')).toHaveLength(1))
  const sent = api.callsOf('PUT /devs/profile')[0]?.body as { role: { developer: { resume: string } } }
  expect(sent.role.developer.resume).toBe('https://puente.example/files/cv.pdf')
})

test("'Add your CV!' focuses the CV", { tags: 'PROF-10' }, async () => {
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev() })
  localStorage.setItem('token', buildToken('developer'))
  renderApp(`/profile/${DEVELOPER_ID}`)
  await user.click(await screen.findByRole('button', { name: 'Add your CV!' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Dev Profile' }))
  const cv = dialog.getByRole('group', { name: 'CV' })
  await waitFor(() => expect(document.activeElement?.contains(cv)).toBe(true))
})
