import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/users.ts'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOffer, OFFER_ID } from '../test/offers.ts'
import { buildToken, buildUser, DEVELOPER_ID, RECRUITER_ID } from '../test/people.ts'
import { buildDev, buildExperience, buildProject, buildStudy, listResponse } from '../test/portfolio.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()

const experience = buildExperience()
const study = buildStudy()
const project = buildProject({ owner: { ...buildProject().owner, _id: DEVELOPER_ID } })
const company = {
  companyName: 'Acueducto',
  location: 'Segovia',
  sector: 'Software',
  multimedia: [],
  website: 'https://acueducto.example',
  contactEmail: 'jobs@acueducto.example',
  contactPhone: '+34 921000000',
  contact: { email: 'jobs@acueducto.example', phone: '+34 921000000' },
}
const recruiter = buildUser('recruiter', { role: { type: 'recruiter', recruiter: company } })

const PROFILE = `/profile/${DEVELOPER_ID}`

/** Every form in a dialog: its person and page, an input, and its call. */
const FORMS: {
  name: string
  who: Role
  path: string
  button: string
  field: RegExp
  submit: string
  call: string
}[] = [
  {
    name: 'an experience',
    who: 'developer',
    path: PROFILE,
    button: 'Edit Engineer',
    field: /^Description/,
    submit: 'Save changes',
    call: `PUT /experiences/${experience._id}`,
  },
  {
    name: 'a study',
    who: 'developer',
    path: `${PROFILE}?tab=studies`,
    button: 'Edit Computer Engineering',
    field: /^Description/,
    submit: 'Save changes',
    call: `PUT /studies/${study._id}`,
  },
  {
    name: 'a project',
    who: 'developer',
    path: `${PROFILE}?tab=projects`,
    button: 'Edit Ferry timetable',
    field: /^Description/,
    submit: 'Save changes',
    call: `PUT /projects/${project._id}`,
  },
  {
    name: 'the profile',
    who: 'developer',
    path: PROFILE,
    button: 'Edit profile',
    field: /^About Me/,
    submit: 'Save changes',
    call: 'PUT /devs/profile',
  },
  {
    name: 'an application',
    who: 'developer',
    path: `/offers/${OFFER_ID}`,
    button: 'Apply Now',
    field: /^Cover letter/,
    submit: 'Apply',
    call: `POST /offers/${OFFER_ID}/apply`,
  },
  {
    name: 'a new offer',
    who: 'recruiter',
    path: `/recruiter/${RECRUITER_ID}`,
    button: '+ Create new offer',
    field: /^Description/,
    submit: 'Post offer',
    call: 'POST /offers',
  },
  {
    name: 'an offer',
    who: 'recruiter',
    path: `/offers/${OFFER_ID}`,
    button: 'Edit Offer',
    field: /^Description/,
    submit: 'Save changes',
    call: `PUT /offers/${OFFER_ID}`,
  },
  {
    name: 'the page of a recruiter',
    who: 'recruiter',
    path: `/recruiter/${RECRUITER_ID}`,
    button: 'Edit profile',
    field: /^About Me/,
    submit: 'Save',
    call: 'PUT /recruiters/profile',
  },
]

const TYPED = ' And a sentence that nobody has stored yet.'

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /offers/technology', listResponse([]))
  api.on('GET /offers/allskills', listResponse([]))
  api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev() })
  api.on(`GET /experiences/owner/${DEVELOPER_ID}`, listResponse([experience]))
  api.on(`GET /studies/owner/${DEVELOPER_ID}`, listResponse([study]))
  api.on(`GET /projects/developer/${DEVELOPER_ID}`, listResponse([project]))
  api.on(`GET /recruiters/${RECRUITER_ID}`, { body: recruiter })
  api.on(`GET /projects/${project._id}`, { body: project })
  api.on(`GET /offers/${OFFER_ID}`, { body: buildOffer() })
  api.on('GET /offers/mine', listResponse([]))
})

const signInAs = (role: Role) => {
  api.on('GET /users/getUserProfile', { body: role === 'recruiter' ? recruiter : buildUser('developer') })
  return buildToken(role)
}

async function openForm({ who, path, button }: (typeof FORMS)[number]) {
  localStorage.setItem('token', signInAs(who))
  const app = renderApp(path)
  await waitFor(() => expect(auth.get().status).toBe('signed-in'))
  const [opener] = await screen.findAllByRole('button', { name: button })
  await user.click(opener as HTMLElement)
  return { app, dialog: await openDialog() }
}

async function openDialog() {
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('button', { name: 'Cancel' })
  return dialog
}

describe.each(FORMS)('$name', (form) => {
  test('keeps its input on an attempt to leave, on a lost connection and on an expired session', async () => {
    const { app, dialog } = await openForm(form)
    const input = dialog.getByLabelText(form.field)
    await user.click(input)
    await user.paste(TYPED)
    const typed = (input as HTMLTextAreaElement).value
    for (const consent of dialog.queryAllByRole('checkbox', { name: /Privacy Policy/ }))
      await user.click(consent)

    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)

    api.goOffline()
    await user.click(dialog.getByRole('button', { name: form.submit }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toBeVisible()
    // Beside the button, which is always visible.
    expect(alert.closest('footer')).toContainElement(dialog.getByRole('button', { name: form.submit }))
    expect(input).toHaveValue(typed)

    api.goOnline()
    api.on(form.call, {
      status: 401,
      body: { error: true, message: 'Please log in to continue.', code: 'UNAUTHENTICATED' },
    })
    await user.click(dialog.getByRole('button', { name: form.submit }))
    await waitFor(() => expect(app.path()).toBe('/login'))

    api.on('POST /users/login', { body: { token: signInAs(form.who) } })
    await user.type(await screen.findByRole('textbox', { name: /^Email/ }), 'ana@example.com')
    await user.type(screen.getByLabelText(/^Password/), 'Str0ng!pass')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(app.path()).toBe(form.path))
    const again = await openDialog()
    expect(await again.findByText('We restored your unsaved changes.')).toBeVisible()
    expect(again.getByLabelText(form.field)).toHaveValue(typed)
  })
})

describe('an entry that was removed in another tab', () => {
  test.each([
    [0, `GET /experiences/owner/${DEVELOPER_ID}`, 'There are no experiences to show'],
    [1, `GET /studies/owner/${DEVELOPER_ID}`, 'There are no studies to show'],
    [2, `GET /projects/developer/${DEVELOPER_ID}`, 'There are no projects to show'],
  ])('is announced, and leaves the list', async (index, list, empty) => {
    const form = FORMS[index] as (typeof FORMS)[number]
    const { dialog } = await openForm(form)
    await user.click(dialog.getByLabelText(form.field))
    await user.paste(TYPED)
    api.on(form.call, { status: 404, body: { error: true, message: 'It is not there', code: 'NOT_FOUND' } })
    api.on(list, listResponse([]))
    await user.click(dialog.getByRole('button', { name: form.submit }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('It is not there')
    expect(dialog.getByLabelText(form.field)).toHaveValue(TYPED)
    await waitFor(() => expect(screen.queryByRole('button', { name: form.button, hidden: true })).toBeNull())
    // The most viewed projects may show the same text.
    expect(await screen.findAllByText(empty)).not.toHaveLength(0)
  })
})
