import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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
})

describe('/settings/address', { tags: 'FLOW-03' }, () => {
  async function open(handle: string | null) {
    localStorage.setItem('token', buildToken('developer'))
    api.on('GET /users/getUserProfile', { body: buildUser('developer', { handle }) })
    renderApp('/settings/address')
    return within(await screen.findByRole('region', { name: 'Short address of your page' }))
  }

  test('shows the address while it is typed, and saves it by keyboard', async () => {
    const section = await open(null)
    expect(section.queryByRole('button', { name: 'Copy link' })).toBeNull()
    api.on('PUT /users/handle', {
      body: { message: 'Short address saved', user: buildUser('developer', { handle: 'ana-01' }) },
    })
    await user.type(section.getByLabelText(/^Name in the address/), 'Ana-01')
    expect(section.getByText(`Your page: ${window.location.host}/@ana-01`)).toBeVisible()
    await user.keyboard('{Enter}')
    expect(await section.findByText('Short address saved')).toBeVisible()
    expect(api.callsOf('PUT /users/handle').map(({ body }) => body)).toEqual([{ handle: 'Ana-01' }])
    expect(section.getByLabelText(/^Name in the address/)).toHaveValue('ana-01')
    expect(section.getByText(/^If you change it/)).toBeVisible()
    expect(section.getByRole('button', { name: 'Copy link' })).toBeVisible()
  })

  test('errors are at the field and keep the input', async () => {
    const section = await open('ana')
    const field = section.getByLabelText(/^Name in the address/)
    expect(field).toHaveValue('ana')
    const save = () => user.click(section.getByRole('button', { name: 'Save' }))
    for (const [typed, reason] of [
      ['an', '3 to 30 characters'],
      ['ana_b', 'Only letters from a to z, digits and hyphens'],
      ['admin', 'This word is reserved'],
    ] as const) {
      await user.clear(field)
      await user.type(field, typed)
      await save()
      expect(await section.findByText(reason)).toBeVisible()
      expect(field).toHaveAccessibleDescription(reason)
    }
    await api.settled()
    expect(api.callsOf('PUT /users/handle')).toEqual([])
    const taken = { error: true, message: 'This address is taken', code: 'HANDLE_TAKEN' }
    api.on('PUT /users/handle', { status: 409, body: taken })
    await user.clear(field)
    await user.type(field, 'lucia')
    await save()
    await waitFor(() => expect(field).toHaveAccessibleDescription('This address is taken'))
    expect(field).toHaveValue('lucia')
    expect(field).toHaveFocus()
    api.on('PUT /users/handle', { status: 409, body: { ...taken, message: 'Wait', code: 'LIMIT_REACHED' } })
    await save()
    expect(await section.findByRole('alert')).toHaveTextContent('Wait')
  })
})

describe('/@{handle}', { tags: 'FLOW-03' }, () => {
  beforeEach(() => {
    const owner = { _id: DEVELOPER_ID, role: 'developer', handle: 'ana' }
    for (const handle of ['ana', 'former']) api.on(`GET /users/handle/${handle}`, { body: owner })
    api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev({ handle: 'ana' }) })
    for (const list of ['projects/developer', 'experiences/owner', 'studies/owner']) {
      api.on(`GET /${list}/${DEVELOPER_ID}`, listResponse([]))
    }
  })

  test('is the page of the person; a former one leads there', async () => {
    const app = renderApp('/@former?tab=studies')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana García' })).toBeVisible()
    expect(app.path()).toBe('/@ana?tab=studies')
  })

  test('shows that an unknown one does not exist, and offers a retry after a failure', async () => {
    const app = renderApp('/@nobody')
    expect(await screen.findByRole('heading', { name: 'Profile not found' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    app.unmount()
    api.on('GET /users/handle/ana', { status: 503, body: { error: true, message: 'x', code: 'UNAVAILABLE' } })
    renderApp('/@ana')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

describe("'Copy link' and 'Share'", { tags: 'FLOW-03' }, () => {
  async function open(handle: string | null = 'ana') {
    api.on(`GET /devs/${DEVELOPER_ID}`, { body: buildDev({ handle }) })
    for (const list of ['projects/developer', 'experiences/owner', 'studies/owner']) {
      api.on(`GET /${list}/${DEVELOPER_ID}`, listResponse([]))
    }
    renderApp(`/profile/${DEVELOPER_ID}`)
    return screen.findByRole('button', { name: 'Copy link' })
  }
  const origin = window.location.origin

  test.each([
    ['ana', '/@ana'],
    [null, `/profile/${DEVELOPER_ID}`],
  ])('with the handle %s copies %s, and announces it to screen readers', async (handle, path) => {
    await user.click(await open(handle))
    expect(await navigator.clipboard.readText()).toBe(origin + path)
    expect(await screen.findByText('Link copied', { selector: '[role=status]' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  })

  test('a failed copy shows the address to copy by hand', async () => {
    const button = await open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
    await user.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent('The link could not be copied')
    expect(screen.getByLabelText('Address of this page')).toHaveValue(`${origin}/@ana`)
    await user.click(button)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('shares where the browser can; closing its dialog is no failure', async () => {
    const share = vi.fn()
    Object.assign(navigator, { share })
    try {
      await open()
      const button = screen.getByRole('button', { name: 'Share' })
      await user.click(button)
      expect(share).toHaveBeenCalledWith({ title: 'Ana García', url: `${origin}/@ana` })
      share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
      await user.click(button)
      expect(screen.queryByRole('alert')).toBeNull()
      share.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
      await user.click(button)
      expect(await screen.findByLabelText('Address of this page')).toHaveValue(`${origin}/@ana`)
    } finally {
      Reflect.deleteProperty(navigator, 'share')
    }
  })
})
