import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))
vi.mock('../devs/ProfilePage.tsx', () => ({ default: () => <h1>profile</h1>, load: undefined }))

const user = userEvent.setup()

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

const email = () => screen.getByLabelText(/^Email/)
const password = () => screen.getByLabelText(/^Password/)
const submit = (name: string) => within(screen.getByRole('main')).getByRole('button', { name })
const error = (message: string, code: string) => ({ error: true, message, code })

/** A response with the time of its arrival, however late it is read. */
function respondOnce(body: object) {
  let givenAt = Number.POSITIVE_INFINITY
  return {
    send: () => {
      givenAt = Date.now()
      return { body }
    },
    age: () => Date.now() - givenAt,
  }
}

describe('login', () => {
  async function tryLogin() {
    const app = renderApp('/login')
    await screen.findByRole('heading', { name: 'Login' })
    await user.type(email(), 'ana@example.com')
    await user.type(password(), 'Abcdef1!')
    await user.click(submit('Login'))
    return app
  }

  test('signs in, stores the token and goes to the own profile', {
    tags: ['AUTH-03', 'AUTH-07', 'AUTH-12', 'AUTH-15'],
  }, async () => {
    api.on('POST /users/login', { body: { token: buildToken('developer') } })
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    const { path } = await tryLogin()
    await waitFor(() => expect(path()).toBe(`/profile/${DEVELOPER_ID}`))
    expect(localStorage.getItem('token')).toBe(buildToken('developer'))
    expect(api.callsOf('POST /users/login')[0]?.body).toEqual({
      email: 'ana@example.com',
      password: 'Abcdef1!',
    })
  })

  test('stores the proof of a known device, which outlives the session and goes with the next requests (X7)', {
    tags: 'AUTH-03',
  }, async () => {
    api.on('POST /users/login', { body: { token: buildToken('developer'), device: 'id.hash' } })
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    api.on('POST /users/logout', { status: 204 })
    const first = await tryLogin()
    await waitFor(() => expect(first.path()).toBe(`/profile/${DEVELOPER_ID}`))
    expect(api.callsOf('POST /users/login')[0]?.body).not.toHaveProperty('device')
    act(() => auth.signOut('logout'))
    cleanup()
    await tryLogin()
    await waitFor(() => expect(api.callsOf('POST /users/login')).toHaveLength(2))
    expect(api.callsOf('POST /users/login')[1]?.body).toMatchObject({ device: 'id.hash' })
  })

  test('requires both fields and focuses the first', { tags: 'VAL-11' }, async () => {
    renderApp('/login')
    await screen.findByRole('heading', { name: 'Login' })
    await user.click(submit('Login'))
    expect(await screen.findAllByText('This field is required')).toHaveLength(2)
    expect(email()).toHaveFocus()
    expect(email()).toHaveAccessibleDescription('This field is required')
    await api.settled()
    expect(api.calls).toEqual([])
  })

  test.each([
    [401, error('Incorrect email or password', 'INVALID_CREDENTIALS')],
    [400, error('Max 254 characters', 'VALIDATION')],
  ])(
    '%d reddens both fields until something is typed, and keeps the input',
    { tags: ['ERR-04', 'ERR-05'] },
    async (status, body) => {
      api.on('POST /users/login', { status, body })
      await tryLogin()
      expect(await screen.findByText('Incorrect email or password')).toBeVisible()
      expect(email()).toBeInvalid()
      expect(password()).toBeInvalid()
      expect(email()).toHaveValue('ana@example.com')
      await user.type(password(), 'x')
      expect(screen.queryByText('Incorrect email or password')).toBeNull()
      expect(email()).toBeValid()
      expect(password()).toBeValid()
    },
  )

  test.each([
    [
      429,
      error('Too many requests. Please try again later.', 'RATE_LIMITED'),
      'Too many requests. Please try again later.',
    ],
    [500, undefined, 'Request failed'],
  ])('%d shows its text without red fields [decision 27]', async (status, body, text) => {
    api.on('POST /users/login', { status, body })
    await tryLogin()
    expect(await screen.findByText(text)).toBeVisible()
    expect(email()).toBeValid()
    expect(password()).toBeValid()
  })

  test('links to the registration', { tags: 'AUTH-04' }, async () => {
    renderApp('/login')
    const main = within(await screen.findByRole('main'))
    expect(await main.findByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  })

  test('is disabled while it runs [decision 47]', async () => {
    let response = (): void => undefined
    api.on(
      'POST /users/login',
      () =>
        new Promise((resolve) => {
          response = () => resolve({ status: 500 })
        }),
    )
    await tryLogin()
    await waitFor(() => expect(submit('Login')).toHaveAttribute('aria-disabled', 'true'))
    await user.type(password(), '{Enter}')
    await waitFor(() => expect(api.calls).toHaveLength(1))
    response()
    await screen.findByText('Request failed')
    await api.settled()
    expect(api.calls).toHaveLength(1)
    expect(submit('Login')).not.toHaveAttribute('aria-disabled')
  })
})

describe('forgot password', () => {
  async function open() {
    renderApp('/login')
    await user.click(await screen.findByRole('button', { name: 'Forgot password' }))
    return within(await screen.findByRole('dialog'))
  }

  test('needs an email', { tags: ['AUTH-05', 'VAL-12'] }, async () => {
    const dialog = await open()
    await user.click(dialog.getByRole('button', { name: 'Send link' }))
    expect(await dialog.findByText('Please, add your email')).toBeVisible()
    await api.settled()
    expect(api.calls).toEqual([])
  })

  test.each([
    ['We sent it', 'We sent it'],
    ['', 'Mail Send. Check your inbox.'],
  ])(
    'success %j shows %j and closes after 2 s',
    { tags: ['AUTH-11', 'ERR-07', 'CONST-17'] },
    async (message, shown) => {
      const dialog = await open()
      const response = respondOnce({ message })
      api.on('POST /users/forgot-password', response.send)
      await user.type(dialog.getByLabelText(/^Email/), 'ana@example.com')
      await user.click(dialog.getByRole('button', { name: 'Send link' }))
      expect(await dialog.findByText(shown)).toBeVisible()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(response.age()).toBeGreaterThan(1900)
    },
  )

  test.each([
    ['a refusal', { status: 429, body: error('Too many', 'RATE_LIMITED') }, 'Too many'],
    ['a fault', { status: 500 }, 'Error sending email'],
    ['a broken line', undefined, 'Error sending the link'],
  ])(
    '%s shows the error and keeps the input (decision 27)',
    { tags: 'ERR-08' },
    async (_, response, text) => {
      const dialog = await open()
      if (response) api.on('POST /users/forgot-password', response)
      else api.goOffline()
      await user.type(dialog.getByLabelText(/^Email/), 'ana@example.com')
      await user.click(dialog.getByRole('button', { name: 'Send link' }))
      expect(await dialog.findByText(text)).toBeVisible()
      expect(dialog.getByLabelText(/^Email/)).toHaveValue('ana@example.com')
    },
  )
})

describe('register', () => {
  async function fill(
    values: Partial<Record<'name' | 'surname' | 'email' | 'password' | 'confirm', string>> = {},
  ) {
    const app = renderApp('/register')
    await screen.findByRole('heading', { name: 'Register' })
    const all = {
      name: 'Ana',
      surname: 'García',
      email: 'ana@example.com',
      password: 'Abcdef1!',
      confirm: 'Abcdef1!',
      ...values,
    }
    const type = async (field: HTMLElement, text: string) => text && (await user.type(field, text))
    await type(screen.getByLabelText(/^Name/), all.name)
    await type(screen.getByLabelText(/^Surname/), all.surname)
    await type(email(), all.email)
    await type(password(), all.password)
    await type(screen.getByLabelText(/^Confirm password/), all.confirm)
    await user.click(submit('Register'))
    return app
  }

  test('keeps its input over a reload, except the passwords, until it is sent', async () => {
    api.on('POST /users/register', { status: 409, body: error('whatever', 'EMAIL_TAKEN') })
    await fill()
    await waitFor(() => expect(email()).toHaveAccessibleDescription('Email is already registered'))
    expect(JSON.stringify(sessionStorage)).not.toContain('Abcdef1!')
    cleanup()

    api.on('POST /users/register', { status: 201, body: { message: 'x', user: {} } })
    const { path } = renderApp('/register')
    await waitFor(() => expect(email()).toHaveValue('ana@example.com'))
    expect(screen.getByLabelText(/^Surname/)).toHaveValue('García')
    expect(password()).toHaveValue('')
    await user.type(password(), 'Abcdef1!')
    await user.type(screen.getByLabelText(/^Confirm password/), 'Abcdef1!')
    await user.click(submit('Register'))
    await waitFor(() => expect(path()).toBe('/login'))
    expect(JSON.stringify(sessionStorage)).not.toContain('García')
  })

  test('sends all fields and leads to the login', { tags: ['AUTH-01', 'AUTH-02', 'VAL-10'] }, async () => {
    api.on('POST /users/register', { status: 201, body: { message: 'x', user: {} } })
    const { path } = await fill()
    await waitFor(() => expect(path()).toBe('/login'))
    expect(api.callsOf('POST /users/register')[0]?.body).toEqual({
      name: 'Ana',
      surname: 'García',
      email: 'ana@example.com',
      password: 'Abcdef1!',
      'confirm-password': 'Abcdef1!',
      role: 'developer',
    })
  })

  test('the message about the new account is replaced by a refusal', { tags: 'ERR-04' }, async () => {
    api.on('POST /users/register', { status: 201, body: { message: 'x', user: {} } })
    api.on('POST /users/login', { status: 401, body: error('no', 'INVALID_CREDENTIALS') })
    await fill()
    expect(await screen.findByText('User registered successfully')).toBeVisible()
    await user.type(password(), 'Abcdef2!')
    await user.click(submit('Login'))
    expect(await screen.findByText('Incorrect email or password')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('User registered successfully')).toBeNull())
  })

  test('of a recruiter', { tags: 'VAL-10' }, async () => {
    renderApp('/register')
    const recruiter = await screen.findByRole('radio', { name: 'Recruiter' })
    expect(screen.getByRole('radio', { name: 'Developer' })).toBeChecked()
    await user.click(recruiter)
    expect(recruiter).toBeChecked()
  })

  test('shows an error at every empty field, and focuses the first', {
    tags: ['VAL-01', 'VAL-02', 'VAL-03', 'VAL-05', 'VAL-08'],
  }, async () => {
    await fill({ name: '', surname: '', email: '', password: '', confirm: '' })
    const needs = [
      [/^Name/, 'Name is required'],
      [/^Surname/, 'Surname is required'],
      [/^Email/, 'Email is required'],
      [/^Password/, 'Password is required'],
      [/^Confirm password/, 'Confirm password is required'],
    ] as const
    for (const [label, text] of needs) {
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text))
    }
    expect(screen.getByLabelText(/^Name/)).toHaveFocus()
    await api.settled()
    expect(api.calls).toEqual([])
  })

  test.each([
    [{ email: 'a@b' }, 'Email must be at least 4 characters', 'VAL-04'],
    [{ password: 'Ab1!', confirm: 'Ab1!' }, 'Password must be at least 6 characters', 'VAL-06'],
    [
      { password: 'abcdef1!', confirm: 'abcdef1!' },
      'Password must include uppercase, lowercase, number and special character',
      'VAL-07',
    ],
    [{ confirm: 'Abcdef1?' }, 'Passwords do not match', 'VAL-09'],
  ])('%j: %s [%s]', async (values, text, _requirement) => {
    await fill(values)
    expect(await screen.findByText(text)).toBeVisible()
    await api.settled()
    expect(api.calls).toEqual([])
  })

  test('a taken email is reported at its field, and the input stays', { tags: 'ERR-02' }, async () => {
    api.on('POST /users/register', { status: 409, body: error('whatever', 'EMAIL_TAKEN') })
    await fill()
    await waitFor(() => expect(email()).toHaveAccessibleDescription('Email is already registered'))
    expect(email()).toHaveFocus()
    expect(password()).toHaveValue('Abcdef1!')
  })

  test.each([400, 429, 500])('%d always shows the same text', { tags: 'ERR-03' }, async (status) => {
    api.on('POST /users/register', { status, body: error('whatever', 'VALIDATION') })
    await fill()
    expect(await screen.findByText('Error registering user')).toBeVisible()
  })
})

describe('reset password', () => {
  async function reset(value: string) {
    const app = renderApp('/reset-password/abc-123')
    await screen.findByRole('heading', { name: 'Reset password' })
    if (value) await user.type(screen.getByLabelText(/^New password/), value)
    await user.click(submit('Change password'))
    return app
  }

  test('an invalid link is reported on opening, and offers a new one', async () => {
    api.on('GET /users/reset-password/abc-123', { body: { valid: false } })
    renderApp('/reset-password/abc-123')
    expect(await screen.findByText('Invalid or expired reset link')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Get a new link' }))
    expect(await screen.findByRole('dialog', { name: 'Forgot password' })).toBeVisible()
  })

  test('requires only a password', { tags: ['AUTH-09', 'VAL-13'] }, async () => {
    await reset('')
    expect(await screen.findByText('This field is required')).toBeVisible()
    await api.settled()
    expect(api.callsOf('PUT /users/reset-password/abc-123')).toEqual([])
  })

  test.each([
    ['Done', 'Done'],
    ['', 'Password updated successfully.'],
  ])(
    'success %j shows %j and leads to the login after 2 s',
    { tags: ['AUTH-10', 'ERR-09', 'CONST-17'] },
    async (msg, shown) => {
      const response = respondOnce({ msg })
      api.on('PUT /users/reset-password/abc-123', response.send)
      const { path } = await reset('x')
      expect(await screen.findByText(shown)).toBeVisible()
      await waitFor(() => expect(path()).toBe('/login'))
      expect(response.age()).toBeGreaterThan(1900)
      await act(async () => undefined)
    },
  )

  test.each([
    [
      'a dead link',
      { status: 400, body: error('Invalid or expired reset link', 'RESET_TOKEN_INVALID') },
      'Invalid or expired reset link',
    ],
    [
      'a weak password',
      {
        status: 400,
        body: {
          ...error('Password must be at least 6 characters', 'VALIDATION'),
          fields: { password: 'Password must be at least 6 characters' },
        },
      },
      'Password must be at least 6 characters',
    ],
    ['a fault', { status: 500 }, 'Erro changing the password'],
    ['a broken line', undefined, 'Erro changing the password'],
  ])('%s shows the error (decision 33)', { tags: 'ERR-10' }, async (_, response, text) => {
    if (response) api.on('PUT /users/reset-password/abc-123', response)
    else api.goOffline()
    await reset('x')
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByLabelText(/^New password/)).toHaveValue('x')
  })
})
