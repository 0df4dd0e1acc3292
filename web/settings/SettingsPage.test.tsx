import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SettingsSummary } from '#contract/settings.ts'
import type { Role } from '#contract/users.ts'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const error = (message: string, code: string, fields?: object) => ({ error: true, message, code, fields })

afterEach(() => vi.restoreAllMocks())

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
  api.on('GET /settings/summary', { body: summary })
})

const summary: SettingsSummary = {
  secondFactor: false,
  sessions: 2,
  blocked: 0,
  mailTypes: [1, 4, 6],
  quiet: null,
  domain: null,
}

async function open(tile: RegExp, role: Role = 'developer') {
  localStorage.setItem('token', buildToken(role))
  api.on('GET /users/getUserProfile', { body: buildUser(role) })
  api.on('GET /settings', { body: buildUser(role) })
  const app = renderApp('/settings')
  await user.click(await screen.findByRole('button', { name: tile }))
  return { ...app, dialog: within(await screen.findByRole('dialog')) }
}

test("the page is titled 'Personal information' and has three tiles", { tags: 'SET-01' }, async () => {
  localStorage.setItem('token', buildToken('developer'))
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  renderApp('/settings')
  const main = within(await screen.findByRole('main'))
  expect(await main.findByRole('heading', { name: 'Personal information' })).toBeVisible()
  // The last part of the page to load.
  await main.findByText('No second factor · 2 sessions')
  expect(main.getAllByRole('button').map((tile) => tile.textContent)).toEqual([
    expect.stringMatching(/^User AccountAna García · Sevilla/),
    expect.stringMatching(/^Change Password/),
    expect.stringMatching(/^Remove Account/),
  ])
})

describe('the sections', { tags: 'SET-01' }, () => {
  const enter = (role: Role) => {
    localStorage.setItem('token', buildToken(role))
    api.on('GET /users/getUserProfile', { body: buildUser(role, { handle: 'ana' }) })
  }
  const linksOf = async () => {
    const list = within(await screen.findByRole('navigation', { name: 'Sections of the settings' }))
    await list.findByText(/session/)
    return list.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])
  }
  const onWideScreens = () =>
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(width >= 768px)',
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    )

  test('show their current values beside each section', async () => {
    onWideScreens()
    enter('developer')
    renderApp('/settings')
    expect(await linksOf()).toEqual([
      ['/settings', 'User Account Ana García'],
      ['/settings/security', 'Security No second factor · 2 sessions'],
      ['/settings/notifications', 'Notifications Email for 3 of 10 kinds'],
      ['/settings/privacy', 'Privacy Nobody blocked'],
      ['/settings/address', 'Short address /@ana'],
    ])
    expect(screen.getByText('ana@example.com')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change: Email address' })).toHaveAttribute(
      'href',
      '/settings/security',
    )
  })

  test('of a recruiter include the company and its domain', async () => {
    onWideScreens()
    enter('recruiter')
    const set: SettingsSummary = {
      secondFactor: true,
      sessions: 1,
      blocked: 3,
      mailTypes: [],
      quiet: { from: '22:00', to: '07:00', zone: 'Europe/Madrid' },
      domain: 'acueducto.example',
    }
    api.on('GET /settings/summary', { body: set })
    renderApp('/settings')
    expect((await linksOf()).slice(1)).toEqual([
      ['/settings/security', 'Security Second factor on · 1 session'],
      ['/settings/notifications', 'Notifications Email for 0 of 8 kinds · Quiet 22:00 to 07:00'],
      ['/settings/privacy', 'Privacy 3 people blocked'],
      ['/settings/address', 'Short address /@ana'],
      ['/settings/company', 'Company Acueducto · acueducto.example'],
    ])
  })

  test('follow the first page on phones, and link back to it', async () => {
    enter('developer')
    api.on('GET /messages/settings', { body: { signals: true } })
    api.on('GET /blocks', { body: [], headers: { 'X-Total-Count': '0' } })
    const app = renderApp('/settings')
    expect((await linksOf()).map(([href]) => href)).not.toContain('/settings')
    await user.click(screen.getByRole('link', { name: 'Privacy Nobody blocked' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
    expect(await screen.findByRole('switch', { name: /^Show when I type/ })).toBeChecked()
    expect(await screen.findByText('You have not blocked anybody.')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'All settings' }))
    await waitFor(() => expect(app.path()).toBe('/settings'))
  })

  test('are listed without values while these cannot be read', async () => {
    enter('developer')
    api.on('GET /settings/summary', { status: 500 })
    renderApp('/settings')
    expect(await screen.findByRole('link', { name: 'Security' })).toBeVisible()
  })
})

describe('User Account', () => {
  test.each(['developer', 'recruiter'] as const)(
    'shows and sends the full profile of a %s with what was changed',
    { tags: ['SET-02', 'ERR-70', 'VAL-102', 'VAL-103'] },
    async (role) => {
      const { dialog } = await open(/User Account/, role)
      const surname = await dialog.findByLabelText(/^Surname/)
      await waitFor(() => expect(surname).toHaveValue('García'))
      expect(dialog.getByLabelText('Birth date')).toHaveValue('1990-05-03')
      await user.clear(surname)
      await user.type(surname, 'López')
      await user.clear(dialog.getByLabelText('Location'))
      await user.type(dialog.getByLabelText('Location'), 'Cádiz')
      const changed = buildUser(role, { surname: 'López' })
      api.on('PUT /settings/profile', {
        body: { message: 'User information updated successfully!', user: changed },
      })
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(screen.getByText('User information updated successfully!')).toBeVisible())
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(auth.get().profile?.surname).toBe('López')
      expect(api.callsOf('PUT /settings/profile')[0]?.body).toMatchObject({
        ...buildUser(role),
        surname: 'López',
        birthDate: '03-05-1990',
        role: { type: role, [role]: { location: 'Cádiz' } },
      })
    },
  )

  test('requires a name, and refuses an invalid phone', async () => {
    const { dialog } = await open(/User Account/)
    const name = await dialog.findByLabelText(/^Name/)
    await waitFor(() => expect(name).toHaveValue('Ana'))
    await user.clear(name)
    await user.type(dialog.getByLabelText('Phone'), 'x')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(name).toHaveAccessibleDescription('Name is required'))
    expect(dialog.getByText(/Please enter a valid phone number/)).toBeVisible()
    await api.settled()
    expect(api.callsOf('PUT /settings/profile')).toEqual([])
  })

  test('a refused field is reported under it, a server error above the form (decision 47)', {
    tags: 'ERR-69',
  }, async () => {
    const { dialog } = await open(/User Account/)
    const location = await dialog.findByLabelText('Location')
    await waitFor(() => expect(location).toHaveValue('Sevilla'))
    api.on('PUT /settings/profile', {
      status: 400,
      body: error('Max 120 characters', 'VALIDATION', { 'role.developer.location': 'Max 120 characters' }),
    })
    await user.type(location, 'x')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(location).toHaveAccessibleDescription('Max 120 characters'))
    api.on('PUT /settings/profile', { status: 500 })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Error updating user information')).toBeVisible()
    expect(location).toHaveValue('Sevillax')
  })
})

describe('Change Password', () => {
  const fill = async (dialog: ReturnType<typeof within>, old: string, next: string, again: string) => {
    if (old) await user.type(dialog.getByLabelText(/^Current password/), old)
    if (next) await user.type(dialog.getByLabelText(/^New password/), next)
    if (again) await user.type(dialog.getByLabelText(/^Confirm new password/), again)
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
  }

  test.each([
    [
      '',
      '',
      '',
      ['Current password is required', 'New password is required', 'Please confirm your password'],
    ],
    ['x', 'short', 'short', ['Password must be at least 6 characters']],
    ['x', 'Abcdef1!', 'Abcdef1?', ["Passwords don't match"]],
  ])(
    '%j, %j, %j: %j',
    { tags: ['SET-03', 'VAL-93', 'VAL-94', 'VAL-95', 'VAL-96', 'VAL-97'] },
    async (old, next, again, messages) => {
      const { dialog } = await open(/Change Password/)
      await fill(dialog, old, next, again)
      for (const message of messages) expect(await dialog.findByText(message)).toBeVisible()
      await api.settled()
      expect(api.callsOf('PUT /settings/change-password')).toEqual([])
    },
  )

  test('success keeps this session, with the new token (decision 33)', { tags: 'ERR-72' }, async () => {
    const { dialog } = await open(/Change Password/)
    const fresh = `${buildToken('developer')}2`
    api.on('PUT /settings/change-password', { body: { message: 'Password changed!', token: fresh } })
    await fill(dialog, 'old', 'Abcdef1!', 'Abcdef1!')
    await waitFor(() => expect(screen.getByText('Password changed!')).toBeVisible())
    expect(localStorage.getItem('token')).toBe(fresh)
    expect(api.callsOf('PUT /settings/change-password')[0]?.body).toEqual({
      oldPassword: 'old',
      newPassword: 'Abcdef1!',
    })
  })

  test.each([
    [
      {
        status: 400,
        body: error('Current password is incorrect', 'WRONG_PASSWORD', {
          oldPassword: 'Current password is incorrect',
        }),
      },
      'Current password is incorrect',
    ],
    [{ status: 500 }, 'Error updating password'],
    [undefined, 'Error changing password'],
  ])(
    '%j keeps the dialog open and shows the error (decision 27)',
    { tags: 'ERR-71' },
    async (response, text) => {
      const { dialog } = await open(/Change Password/)
      if (response) api.on('PUT /settings/change-password', response)
      else api.goOffline()
      await fill(dialog, 'old', 'Abcdef1!', 'Abcdef1!')
      expect(await dialog.findByText(text)).toBeVisible()
      expect(dialog.getByLabelText(/^Current password/)).toHaveValue('old')
      expect(auth.get().status).toBe('signed-in')
    },
  )
})

describe('Remove Account', () => {
  const confirm = async (dialog: ReturnType<typeof within>, address: string) => {
    if (address) await user.type(dialog.getByLabelText(/^Your email/), address)
    await user.click(dialog.getByRole('button', { name: 'Remove account' }))
  }

  test('requires the email', { tags: ['SET-04', 'VAL-98'] }, async () => {
    const { dialog } = await open(/Remove Account/)
    await confirm(dialog, '')
    expect(await dialog.findByText('Your email is required')).toBeVisible()
  })

  test('another email is refused with an alert', { tags: 'VAL-99' }, async () => {
    const { dialog } = await open(/Remove Account/)
    await confirm(dialog, 'other@example.com')
    expect(await dialog.findByRole('alert')).toHaveTextContent('The email does not match your account email.')
    await api.settled()
    expect(api.callsOf('PUT /settings/delete-account/soft-delete')).toEqual([])
  })

  test('the email of the account, ignoring case, deactivates, signs out and leads to the login', {
    tags: ['SET-05', 'ERR-74', 'VAL-99'],
  }, async () => {
    const { dialog, path } = await open(/Remove Account/)
    api.on('PUT /settings/delete-account/soft-delete', {
      body: { message: 'Account deactivated successfully!' },
    })
    await confirm(dialog, 'ANA@example.com')
    await waitFor(() => expect(path()).toBe('/login'))
    await waitFor(() => expect(screen.getByText('Account deactivated successfully!')).toBeVisible())
    expect(localStorage.getItem('token')).toBeNull()
    expect(sessionStorage.getItem('redirectAfterLogin')).toBeNull()
  })

  test.each([
    [{ status: 500 }, 'Error removing your account'],
    [undefined, 'Error desactivating account. Please try again.'],
  ])('%j shows the error (decision 27)', { tags: 'ERR-73' }, async (response, text) => {
    const { dialog } = await open(/Remove Account/)
    if (response) api.on('PUT /settings/delete-account/soft-delete', response)
    else api.goOffline()
    await confirm(dialog, 'ana@example.com')
    expect(await dialog.findByText(text)).toBeVisible()
    expect(auth.get().status).toBe('signed-in')
  })
})
