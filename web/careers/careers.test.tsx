import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { buildDev, buildExperience, buildStudy, listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const PROFILE = `/profile/${DEVELOPER_ID}`
const EXPERIENCES = `GET /experiences/owner/${DEVELOPER_ID}`
const STUDIES = `GET /studies/owner/${DEVELOPER_ID}`
const notFound = (message: string) => ({ status: 404, body: { error: true, message, code: 'NOT_FOUND' } })

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev() })
  api.on(`GET /projects/developer/${DEVELOPER_ID}`, listResponse([]))
  api.on(EXPERIENCES, listResponse([]))
  api.on(STUDIES, listResponse([]))
})

function openProfile({ tab = '', signedIn = true } = {}) {
  if (signedIn) localStorage.setItem('token', buildToken('developer'))
  return renderApp(PROFILE + tab)
}

async function openDialog(button: string) {
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('button', { name: 'Cancel' })
  return dialog
}

type Dialog = Awaited<ReturnType<typeof openDialog>>

async function chooseMonth(dialog: Dialog, field: string, month: string, year: string) {
  const group = within(dialog.getByRole('group', { name: field }))
  await user.selectOptions(group.getByLabelText('Month'), month)
  await user.selectOptions(group.getByLabelText('Year'), year)
}

describe('experiences', () => {
  test('are shown with their period, the ongoing one as Actualidad', {
    tags: ['PROF-18', 'DATA-18', 'DATA-19'],
  }, async () => {
    const ended = buildExperience({ position: 'Junior', startDate: '2018-01', endDate: '2020-02' })
    api.on(EXPERIENCES, listResponse([buildExperience({ startDate: '2020-03' }), ended]))
    openProfile({ signedIn: false })
    expect(await screen.findByText('Actualidad')).toBeInTheDocument()
    expect(screen.getByText(/03\/2020 -/)).toHaveTextContent('03/2020 - Actualidad')
    expect(screen.getByText('01/2018 - 02/2020')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Create|Edit|Remove/ })).toBeNull()
  })

  test('an empty list shows a text, a failing one its own', { tags: ['PROF-25', 'ERR-27'] }, async () => {
    openProfile({ signedIn: false })
    expect(await screen.findByText('There are no experiences to show')).toBeInTheDocument()
    api.on(EXPERIENCES, notFound('something else'))
    openProfile({ signedIn: false })
    const alert = await screen.findByText('Error al obtener las experiencias')
    expect(alert).toHaveAttribute('lang', 'es')
  })

  test('a new experience is created from the input', {
    tags: ['PROF-27', 'VAL-14', 'VAL-15', 'VAL-16', 'VAL-17', 'VAL-20'],
  }, async () => {
    openProfile()
    const dialog = await openDialog('Create experience')
    await user.click(dialog.getByRole('button', { name: 'Create experience' }))
    expect(await dialog.findAllByText('This field is required')).toHaveLength(2)
    expect(dialog.getByText('Start Date is required')).toBeVisible()
    expect(dialog.getByText('End Date is required')).toBeVisible()
    await waitFor(() => expect(dialog.getByLabelText(/^Company/, { selector: 'input' })).toHaveFocus())

    await user.type(dialog.getByLabelText(/^Company/, { selector: 'input' }), 'Puerto')
    await user.type(dialog.getByLabelText(/^Position/), 'Engineer')
    await chooseMonth(dialog, 'Start date', 'March', '2020')
    await chooseMonth(dialog, 'End date', 'January', '2019')
    const end = within(dialog.getByRole('group', { name: 'End date' }))
    expect(end.getByLabelText('Month')).toHaveDisplayValue('March')
    expect(end.getByLabelText('Year')).toHaveDisplayValue('2020')
    await user.click(dialog.getByRole('checkbox', { name: 'Actualidad' }))
    expect(end.getByLabelText('Month')).toBeDisabled()
    expect(end.getByLabelText('Month')).toHaveValue('')

    api.on('POST /experiences', { status: 201, body: buildExperience() })
    api.on(EXPERIENCES, listResponse([buildExperience({ company: 'Puerto' })]))
    await user.click(dialog.getByRole('button', { name: 'Create experience' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('POST /experiences')[0]?.body).toEqual({
      company: 'Puerto',
      companyLogo: '',
      position: 'Engineer',
      description: '',
      experienceSkills: [],
      startDate: '2020-03',
      endDate: null,
    })
    expect(await screen.findByText('Puerto')).toBeInTheDocument()
  })

  test.each([
    [500, undefined, 'Error updating the experience'],
    [0, undefined, 'Error updating the experience'],
    [404, 'Error updating the experience', 'Error updating the experience'],
  ])(
    'a change that fails with %i keeps the input and shows the reason',
    { tags: 'ERR-24' },
    async (status, message, shown) => {
      const experience = buildExperience()
      api.on(EXPERIENCES, listResponse([experience]))
      openProfile()
      const dialog = await openDialog('Edit Engineer')
      const position = dialog.getByLabelText(/^Position/)
      await user.clear(position)
      await user.type(position, 'Lead')
      api.on(
        `PUT /experiences/${experience._id}`,
        message ? notFound(message) : { status: status || 500, text: 'not json' },
      )
      // Removed in another tab: the list is read again.
      if (status === 404) api.on(EXPERIENCES, listResponse([]))
      if (status === 0) api.goOffline()
      await user.click(dialog.getByRole('button', { name: 'Save changes' }))
      expect(await dialog.findByRole('alert')).toHaveTextContent(shown)
      expect(position).toHaveValue('Lead')
      if (status === 404)
        expect(await screen.findByText('There are no experiences to show')).toBeInTheDocument()
    },
  )

  test('a failed creation keeps the input and the refused logo', {
    tags: ['ERR-23', 'VAL-42', 'VAL-48'],
  }, async () => {
    openProfile()
    const dialog = await openDialog('Create experience')
    await user.type(dialog.getByLabelText(/^Company/, { selector: 'input' }), 'Puerto')
    await user.type(dialog.getByLabelText(/^Position/), 'Engineer')
    await chooseMonth(dialog, 'Start date', 'March', '2020')
    await user.click(dialog.getByRole('checkbox', { name: 'Actualidad' }))
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
    await userEvent
      .setup({ applyAccept: false })
      .upload(input as HTMLInputElement, new File(['x'], 'logo.txt', { type: 'text/plain' }))
    const save = dialog.getByRole('button', { name: 'Create experience' })
    await user.click(save)
    expect(await dialog.findByText('Try again or remove the file that is not uploaded.')).toBeVisible()
    await api.settled()
    expect(api.callsOf('POST /experiences')).toEqual([])

    await user.click(dialog.getByRole('button', { name: /^Remove/ }))
    api.on('POST /experiences', { status: 500 })
    await user.click(save)
    expect(await dialog.findByText('Error saving the experience')).toBeVisible()
    expect(dialog.getByLabelText(/^Position/)).toHaveValue('Engineer')
  })

  test('an experience is removed after confirmation and leaves the list', {
    tags: ['PROF-31', 'PROF-32'],
  }, async () => {
    const experience = buildExperience()
    api.on(EXPERIENCES, listResponse([experience]))
    openProfile()
    await user.click(await screen.findByRole('button', { name: 'Remove Engineer' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Are you sure you want to delete this experience?')).toBeVisible()
    expect(question.getByRole('button', { name: 'Cancel' })).toBeVisible()
    api.on(`PUT /experiences/${experience._id}/soft-delete`, { body: { message: 'x', _id: experience._id } })
    api.on(EXPERIENCES, listResponse([]))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('There are no experiences to show')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('an experience removed elsewhere shows an error, and the list is refetched', {
    tags: ['PROF-31', 'ERR-22'],
  }, async () => {
    const experience = buildExperience()
    api.on(EXPERIENCES, listResponse([experience]))
    openProfile()
    await user.click(await screen.findByRole('button', { name: 'Remove Engineer' }))
    const question = within(await screen.findByRole('alertdialog'))
    api.on(`PUT /experiences/${experience._id}/soft-delete`, notFound('Request failed'))
    api.on(EXPERIENCES, listResponse([]))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await question.findByRole('alert')).toHaveTextContent('Request failed')
    expect(await screen.findByText('There are no experiences to show')).toBeInTheDocument()
  })
})

describe('studies', () => {
  test('are shown with their period, the ongoing one as Current', {
    tags: ['PROF-18', 'DATA-21'],
  }, async () => {
    api.on(STUDIES, listResponse([buildStudy(), buildStudy({ degree: 'Master', endDate: null })]))
    openProfile({ tab: '?tab=studies', signedIn: false })
    expect(await screen.findByText('09/2010 - 06/2014')).toBeInTheDocument()
    expect(screen.getByText(/Current/)).toHaveTextContent('09/2010 - Current')
  })

  test('a failing list shows its text', { tags: 'ERR-28' }, async () => {
    api.on(STUDIES, notFound('something else'))
    openProfile({ tab: '?tab=studies', signedIn: false })
    expect(await screen.findByText('Error giving studies')).toBeInTheDocument()
  })

  test('a failed creation keeps the input', { tags: ['PROF-28', 'VAL-21', 'VAL-22', 'ERR-25'] }, async () => {
    openProfile({ tab: '?tab=studies' })
    const dialog = await openDialog('Create study')
    await user.click(dialog.getByRole('button', { name: 'Create study' }))
    expect(await dialog.findAllByText('This field is required')).toHaveLength(2)
    expect(dialog.getByText('Start Date is required')).toBeVisible()
    await user.type(dialog.getByLabelText(/^Degree/), 'Engineering')
    await user.type(dialog.getByLabelText(/^Institute/, { selector: 'input' }), 'UPV')
    await chooseMonth(dialog, 'Start date', 'September', '2010')
    await user.click(dialog.getByRole('checkbox', { name: 'Current' }))
    api.on('POST /studies', { status: 500 })
    await user.click(dialog.getByRole('button', { name: 'Create study' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Error saving the study')
    expect(dialog.getByLabelText(/^Degree/)).toHaveValue('Engineering')
  })
})

describe('an existing study', () => {
  test('keeps its input when the change fails', { tags: 'ERR-26' }, async () => {
    const study = buildStudy()
    api.on(STUDIES, listResponse([study]))
    openProfile({ tab: '?tab=studies' })
    const dialog = await openDialog('Edit Computer Engineering')
    await user.type(dialog.getByLabelText(/^Degree/), ' II')
    api.on(`PUT /studies/${study._id}`, { status: 500 })
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Error updating the study')
    expect(dialog.getByLabelText(/^Degree/)).toHaveValue('Computer Engineering II')
  })
})

describe('unsaved input', () => {
  test('a dialog asks for confirmation before closing, and discards the input', async () => {
    openProfile()
    let dialog = await openDialog('Create experience')
    await user.type(dialog.getByLabelText(/^Position/), 'Engineer')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    let question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(dialog.getByLabelText(/^Position/)).toHaveValue('Engineer')

    await user.keyboard('{Escape}')
    question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    dialog = await openDialog('Create experience')
    expect(dialog.getByLabelText(/^Position/)).toHaveValue('')
  })

  test('a dialog without input closes without confirmation', async () => {
    openProfile()
    const dialog = await openDialog('Create experience')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('an expired session leads to the login and back to the form with its input', async () => {
    const app = openProfile()
    const dialog = await openDialog('Create experience')
    await user.type(dialog.getByLabelText(/^Position/), 'Engineer')
    await user.type(dialog.getByLabelText(/^Company/, { selector: 'input' }), 'Puerto')
    await chooseMonth(dialog, 'Start date', 'March', '2020')
    await user.click(dialog.getByRole('checkbox', { name: 'Actualidad' }))
    api.on('POST /experiences', {
      status: 401,
      body: { error: true, message: 'Please log in to continue.', code: 'UNAUTHENTICATED' },
    })
    await user.click(dialog.getByRole('button', { name: 'Create experience' }))
    await waitFor(() => expect(app.path()).toBe('/login'))

    api.on('POST /users/login', { body: { token: buildToken('developer') } })
    // The address changes first, and the profile has an e-mail address too.
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
    await user.type(screen.getByLabelText(/^Email/), 'ana@example.com')
    await user.type(screen.getByLabelText(/^Password/), 'Str0ng!pass')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(app.path()).toBe(PROFILE))
    const again = within(await screen.findByRole('dialog'))
    expect(await again.findByText('We restored your unsaved changes.')).toBeVisible()
    expect(again.getByLabelText(/^Position/)).toHaveValue('Engineer')
    expect(again.getByRole('checkbox', { name: 'Actualidad' })).toBeChecked()

    await user.click(again.getByRole('button', { name: 'Discard' }))
    expect(again.getByLabelText(/^Position/)).toHaveValue('')
  })
})
