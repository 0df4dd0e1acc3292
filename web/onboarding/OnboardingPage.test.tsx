import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/users.ts'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'
import { listenForBack } from '../ui/back-layers.ts'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))
vi.mock('../home/HomePage.tsx', () => ({ default: () => <h1>home</h1>, load: undefined }))

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
})

const user = userEvent.setup()
const next = () => screen.getByRole('button', { name: 'Next' })
const press = (name: string) => user.click(screen.getByRole('button', { name }))

async function open(role: Role) {
  localStorage.setItem('token', buildToken(role))
  api.on('GET /users/getUserProfile', { body: buildUser(role, { hasCompletedOnboarding: false }) })
  api.on('GET /offers/allskills', { body: [{ name: 'React' }, { name: 'Rust' }, { name: 'PostgreSQL' }] })
  api.on('POST /upload', { status: 201, body: { secure_urls: ['/files/me.webp'] } })
  const app = renderApp('/onboarding')
  await user.click(await screen.findByRole('button', { name: 'Start' }))
  return app
}

async function fillPerson() {
  await user.type(screen.getByLabelText(/^Phone/), '+34600111222')
  await user.type(screen.getByLabelText(/^Description/), 'Hola')
  await user.type(screen.getByLabelText(/^Birth date/), '1990-05-03')
  await user.click(next())
}

async function fillAvatar() {
  const picture = new File(['x'], 'me.png', { type: 'image/png' })
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
  await user.upload(input, picture)
  await waitFor(() => expect(next()).toBeEnabled())
  await user.click(next())
}

describe('a developer', () => {
  test('goes through four steps, completes and lands on the home page', {
    tags: ['ONB-01', 'ONB-03', 'ONB-05', 'ONB-06', 'ONB-07', 'ONB-09', 'ONB-10', 'ONB-15'],
  }, async () => {
    const { path } = await open('developer')
    expect(screen.getByRole('heading', { name: 'Personal Info' })).toHaveFocus()
    expect(screen.getByText('1 / 4')).toBeVisible()
    expect(next()).toBeDisabled()
    await fillPerson()

    expect(screen.getByRole('heading', { name: 'Avatar' })).toHaveFocus()
    expect(screen.getByText('2 / 4')).toBeVisible()
    expect(next()).toBeDisabled()
    await fillAvatar()

    expect(screen.getByRole('heading', { name: 'Developer details' })).toBeVisible()
    await user.type(screen.getByLabelText(/^Professional position/), 'Backend')
    await user.type(screen.getByLabelText(/^Years/), '3')
    await user.type(screen.getByLabelText(/^Location/), 'Sevilla')
    await user.type(screen.getByLabelText('GitHub'), 'github.com/ana')
    expect(next()).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Remove language 1' })).toBeDisabled()
    await user.type(screen.getByLabelText('Language 1'), 'Español')
    await user.selectOptions(screen.getByLabelText('Level of language 1'), 'Native')
    expect(screen.getByLabelText('GitHub')).toHaveValue('https://github.com/ana')
    await user.click(next())

    expect(screen.getByRole('heading', { name: 'Skills' })).toBeVisible()
    expect(screen.getByText('4 / 4')).toBeVisible()
    expect(next()).toBeDisabled()
    await user.type(screen.getByRole('combobox'), 'r')
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['React', 'Rust', 'PostgreSQL'])
    await user.click(screen.getByRole('option', { name: 'Rust' }))
    await user.type(screen.getByRole('combobox'), 'rea{Enter}')
    await user.type(screen.getByRole('combobox'), 'Own words{Enter}')
    await user.click(next())

    expect(screen.getByRole('heading', { name: 'Congratulations!' })).toBeVisible()
    expect(screen.getByText("You've completed the onboarding")).toBeVisible()
    api.on('PUT /devs/onboarding', () => {
      api.on('GET /users/getUserProfile', { body: buildUser('developer') })
      return { body: { message: 'Profile updated', user: buildUser('developer') } }
    })
    sessionStorage.setItem('redirectAfterLogin', '/settings')
    await press('Finish')
    await waitFor(() => expect(path()).toBe('/'))
    expect(sessionStorage.getItem('redirectAfterLogin')).toBeNull()
    expect(api.callsOf('PUT /devs/onboarding')[0]?.body).toEqual({
      phone: '+34 600111222',
      description: 'Hola',
      birthDate: '03-05-1990',
      avatar: '/files/me.webp',
      hasCompletedOnboarding: true,
      role: {
        type: 'developer',
        developer: {
          professionalPosition: 'Backend',
          experienceYears: 3,
          location: 'Sevilla',
          linkedin: '',
          github: 'https://github.com/ana',
          languages: [{ language: 'Español', languageLevel: 'Native' }],
          skills: ['Rust', 'React', 'Own words'],
        },
      },
    })
  })

  test('goes back to the welcome screen and finds the input again (decision 35)', {
    tags: ['ONB-08', 'VAL-76', 'DATA-37'],
  }, async () => {
    const { router } = await open('developer')
    await user.type(screen.getByLabelText(/^Description/), 'Hola')
    await press('Back')
    await press('Start')
    expect(screen.getByLabelText(/^Description/)).toHaveValue('Hola')
    expect(screen.getByText('4 / 500')).toBeVisible()
    await router.navigate('/about')
    await screen.findByRole('heading', { name: 'About us' })
    await router.navigate('/onboarding')
    expect(await screen.findByLabelText(/^Description/)).toHaveValue('Hola')
  })

  test("the browser's Back goes a step back", async () => {
    const stop = listenForBack()
    // The router's name for the entry in a browser.
    window.history.replaceState({ key: 'default' }, '')
    await open('developer')
    await fillPerson()
    expect(screen.getByText('2 / 4')).toBeVisible()
    window.history.back()
    expect(await screen.findByText('1 / 4')).toBeVisible()
    expect(screen.getByLabelText(/^Description/)).toHaveValue('Hola')
    stop()
  })

  test('loses the draft with a logout [decision 35]', async () => {
    const { unmount } = await open('developer')
    await user.type(screen.getByLabelText(/^Description/), 'Hola')
    auth.signOut('logout')
    unmount()
    await open('developer')
    expect(screen.getByLabelText(/^Description/)).toHaveValue('')
  })

  test('cannot continue with a picture that failed, and may retry', {
    tags: ['VAL-41', 'VAL-48', 'VAL-78', 'VAL-79'],
  }, async () => {
    await open('developer')
    await fillPerson()
    api.on('POST /upload', { status: 500 })
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['x'], 'me.png', { type: 'image/png' }))
    expect(await screen.findByText('Error uploading the image.')).toBeVisible()
    expect(screen.getByText('me.png')).toBeVisible()
    expect(next()).toBeDisabled()
    api.on('POST /upload', { status: 201, body: { secure_urls: ['/files/me.webp'] } })
    await press('Try again')
    await waitFor(() => expect(next()).toBeEnabled())
  })

  test('errors show after a field was left', async () => {
    await open('developer')
    expect(screen.queryByText(/Please enter a valid phone/)).toBeNull()
    await user.click(screen.getByLabelText(/^Phone/))
    await user.tab()
    expect(screen.getByText(/Please enter a valid phone/)).toBeVisible()
    expect(screen.getByLabelText(/^Phone/)).toBeInvalid()
  })
})

describe('a recruiter', () => {
  async function fillAll() {
    await fillPerson()
    await fillAvatar()
    await fillCompany()
  }

  async function fillCompany() {
    expect(screen.getByRole('heading', { name: 'About the Company' })).toBeVisible()
    expect(screen.getByText('3 / 3')).toBeVisible()
    await user.type(screen.getByLabelText(/^Company name/), 'Acueducto')
    await user.type(screen.getByLabelText(/^Location/), 'Segovia')
    await user.type(screen.getByLabelText(/^Sector/), 'Software')
    await user.type(screen.getByLabelText(/^Contact email/), 'jobs@acueducto.example')
    await user.type(screen.getByLabelText(/^Contact phone/), '92100000')
    await user.type(screen.getByLabelText(/^Website/), 'acueducto.example')
    await user.click(next())
  }

  test('has three steps, and a refusal keeps all input', {
    tags: ['ONB-04', 'ERR-48', 'ERR-49'],
  }, async () => {
    await open('recruiter')
    await fillAll()
    api.on('PUT /recruiters/profile', { status: 500 })
    await press('Finish')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Error al completar onboarding: Error al actualizar perfil')
    for (const spanish of ['Error al completar onboarding:', 'Error al actualizar perfil']) {
      expect(within(alert).getByText(spanish)).toHaveAttribute('lang', 'es')
    }

    const refusal = {
      error: true,
      message: 'Invalid date',
      code: 'VALIDATION',
      fields: { birthDate: 'Invalid date' },
    }
    api.on('PUT /recruiters/profile', { status: 400, body: refusal })
    await press('Finish')
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Error al completar onboarding: Invalid date'),
    )
    await press('Back')
    expect(screen.getByLabelText(/^Website/)).toHaveValue('https://acueducto.example')
    expect(api.callsOf('PUT /recruiters/profile')[0]?.body).toMatchObject({
      hasCompletedOnboarding: true,
      role: {
        type: 'recruiter',
        recruiter: { website: 'https://acueducto.example', contactPhone: '92100000' },
      },
    })
  })

  test('can be finished again when the profile could not be read after it', { tags: 'ONB-09' }, async () => {
    const { path } = await open('recruiter')
    await fillAll()
    api.on('PUT /recruiters/profile', { body: {} })
    api.on('GET /users/getUserProfile', { status: 503 })
    await press('Finish')
    expect(await screen.findByRole('alert')).toHaveTextContent('Request failed')
    expect(path()).toBe('/onboarding')
    api.on('GET /users/getUserProfile', { body: buildUser('recruiter', { hasCompletedOnboarding: true }) })
    await press('Finish')
    await waitFor(() => expect(path()).toBe('/'))
  })

  test('Enter continues, every field has an autocomplete name, Finish pressed twice sends once [decision 47]', async () => {
    await open('recruiter')
    expect(screen.getByLabelText(/^Phone/)).toHaveAttribute('autocomplete', 'tel')
    expect(screen.getByLabelText(/^Birth date/)).toHaveAttribute('autocomplete', 'bday')
    await user.type(screen.getByLabelText(/^Description/), 'Hola')
    await user.type(screen.getByLabelText(/^Birth date/), '1990-05-03')
    await user.type(screen.getByLabelText(/^Phone/), '+34600111222{Enter}')
    expect(screen.getByRole('heading', { name: 'Avatar' })).toHaveFocus()
    await fillAvatar()
    for (const [label, autoComplete] of [
      [/^Company name/, 'organization'],
      [/^Location/, 'address-level2'],
      [/^Contact email/, 'work email'],
      [/^Contact phone/, 'work tel'],
      [/^Website/, 'url'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', autoComplete)
    }
    await fillCompany()

    let response = (): void => undefined
    const held = new Promise<{ status: number }>((resolve) => {
      response = () => resolve({ status: 500 })
    })
    api.on('PUT /recruiters/profile', () => held)
    await press('Finish')
    const finish = screen.getByRole('button', { name: 'Finish' })
    await waitFor(() => expect(finish).toHaveAttribute('aria-disabled', 'true'))
    await user.click(finish)
    response()
    await screen.findByRole('alert')
    expect(finish).not.toHaveAttribute('aria-disabled')
    await api.settled()
    expect(api.callsOf('PUT /recruiters/profile')).toHaveLength(1)
  })

  test('errors show after blur only', { tags: 'VAL-92' }, async () => {
    await open('recruiter')
    await fillPerson()
    await fillAvatar()
    await user.type(screen.getByLabelText(/^Contact email/), 'jobs')
    expect(screen.queryByText('Invalid email format')).toBeNull()
    await user.tab()
    expect(screen.getByText('Invalid email format')).toBeVisible()
  })
})
