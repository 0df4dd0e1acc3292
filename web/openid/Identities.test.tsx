import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureProduct, PRODUCT } from '#contract/product.ts'
import { auth } from '../lib/auth.ts'
import { fullNavigation } from '../lib/full-navigation.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const opened = vi.spyOn(fullNavigation, 'to').mockReturnValue()
const none = { body: [], headers: { 'X-Total-Count': '0' } }

beforeEach(() => {
  auth.signOut('logout')
  localStorage.setItem('token', buildToken('developer'))
  sessionStorage.clear()
  configureProduct({ ...PRODUCT, providers: [{ id: 'oidc', name: 'Faro' }] })
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  api.on('GET /users/second-factor', { body: { totp: false, passkeys: [], recoveryCodesLeft: 0 } })
  api.on('GET /users/identities', { body: [] })
  api.on('GET /users/sessions', none)
})
afterEach(() => configureProduct({ ...PRODUCT, providers: [] }))

test('connecting an identity requires the password when the sign-in is not recent', {
  tags: ['ACCT-03'],
}, async () => {
  const asked = 'Enter your current password'
  const wrong = 'The password is wrong'
  const refusal = (code: string, message: string) => ({
    status: 400,
    body: { error: true, message, code, fields: { password: message } },
  })
  api.on('POST /users/oidc/oidc/start', ({ body }) => {
    const { password } = body as { password?: string }
    if (password === undefined) return refusal('VALIDATION', asked)
    if (password !== 'Right-1') return refusal('WRONG_PASSWORD', wrong)
    return { body: { url: 'https://faro.example/authorize', flow: 'flow' } }
  })
  renderApp('/settings/security')
  await user.click(await screen.findByRole('button', { name: 'Connect Faro' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Faro' }))
  const password = await dialog.findByLabelText(/^Your password/)
  await user.type(password, 'Wrong-1')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText(wrong)).toBeVisible()
  expect(password).toHaveValue('Wrong-1')
  expect(opened).not.toHaveBeenCalled()
  await user.clear(password)
  await user.type(password, 'Right-1{Enter}')
  await waitFor(() => expect(opened).toHaveBeenCalledWith('https://faro.example/authorize'))
  expect(JSON.parse(sessionStorage.getItem('signInFlow') ?? '')).toMatchObject({
    provider: 'oidc',
    flow: 'flow',
  })
})
