import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Verification } from '#contract/verification.ts'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser } from '../test/people.ts'
import { renderApp } from '../test/render-app.tsx'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))
vi.mock('../messages/ChatWidget.tsx', () => ({ default: () => null }))
vi.mock('../notifications/Bell.tsx', () => ({ default: () => null }))

const user = userEvent.setup()
const NONE: Verification = {
  ...{ state: 'none', domain: null, by: null, record: null, endsAt: null, verified: null },
}
const pending = (by: Verification['by']): Verification => ({
  ...{ ...NONE, state: 'pending', domain: 'faro.test', by, endsAt: '2026-12-23T10:00:00.000Z' },
  record: by === 'mail' ? null : { host: '_puente.faro.test', type: 'TXT', value: 'puente-verification=12' },
})
const VERIFIED: Verification = {
  ...{ ...NONE, state: 'verified', domain: 'faro.test', endsAt: '2027-11-23T10:00:00.000Z' },
  verified: { domain: 'faro.test', since: '2026-11-23T10:00:00.000Z' },
}

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
  sessionStorage.clear()
})

async function open(verification: Verification) {
  localStorage.setItem('token', buildToken('recruiter'))
  const me = buildUser('recruiter')
  if (me.role.type === 'recruiter') me.role.recruiter.website = 'https://www.faro.test/jobs'
  api.on('GET /users/getUserProfile', { body: me })
  api.on('GET /recruiters/verification', { body: verification })
  renderApp('/settings/company')
  return within(await screen.findByRole('region', { name: 'Verified company' }))
}

test('a code by mail: errors are at the field and keep the input', {
  tags: ['TRUST-01'],
}, async () => {
  const section = await open(NONE)
  expect(await section.findByText('Your company is not verified.')).toBeVisible()
  expect(section.getByLabelText(/^Domain of your company/)).toHaveValue('faro.test')
  await user.click(section.getByRole('button', { name: 'Send code' }))
  expect(await section.findByText('This field is required')).toBeVisible()

  const address = section.getByLabelText(/^Your address at the domain/)
  const text = 'Enter an address at faro.test.'
  api.on('POST /recruiters/verification', {
    status: 400,
    body: { error: true, message: text, code: 'VALIDATION', fields: { address: text } },
  })
  await user.type(address, 'ana@other.test')
  await user.click(section.getByRole('button', { name: 'Send code' }))
  expect(await section.findByText(text)).toBeVisible()
  expect(address).toHaveValue('ana@other.test')

  api.on('POST /recruiters/verification', { body: pending('mail') })
  await user.clear(address)
  await user.type(address, 'ana@faro.test')
  await user.click(section.getByRole('button', { name: 'Send code' }))
  const code = await section.findByLabelText(/^Code from the email/)
  const wrong = 'This code is incorrect.'
  api.on('POST /recruiters/verification/check', {
    status: 400,
    body: { error: true, message: wrong, code: 'WRONG_CODE', fields: { code: wrong } },
  })
  await user.type(code, '123456')
  await user.click(section.getByRole('button', { name: 'Verify' }))
  expect(await section.findByText(wrong)).toBeVisible()
  expect(code).toHaveValue('123456')
  api.on('POST /recruiters/verification/check', { body: VERIFIED })
  await user.click(section.getByRole('button', { name: 'Verify' }))
  expect(await section.findByText('Verified: faro.test')).toBeVisible()
})

test.each([
  ['dns', '_puente.faro.test'],
  ['file', 'https://faro.test/.well-known/puente-verification.txt'],
] as const)(
  'a proof by %s shows the record to publish, and checks it',
  { tags: ['TRUST-01'] },
  async (by, record) => {
    const section = await open(pending(by))
    expect(await section.findByText(record)).toBeVisible()
    expect(section.getByText('puente-verification=12')).toBeVisible()
    api.on('POST /recruiters/verification/check', {
      status: 409,
      body: { error: true, message: 'Not found yet', code: 'PROOF_NOT_FOUND' },
    })
    await user.click(section.getByRole('button', { name: 'Check now' }))
    expect(await section.findByRole('alert')).toHaveTextContent('Not found yet')
    // Another method can be chosen, and cancelled again.
    await user.click(section.getByRole('button', { name: 'Start again' }))
    expect(section.getByLabelText(/^Domain of your company/)).toHaveValue('faro.test')
    await user.click(section.getByRole('button', { name: 'Cancel' }))
    api.on('POST /recruiters/verification/check', { body: VERIFIED })
    await user.click(section.getByRole('button', { name: 'Check now' }))
    expect(await section.findByText('Verified: faro.test')).toBeVisible()
  },
)

test('an ended verification is marked, and asks for a new one', { tags: ['TRUST-01'] }, async () => {
  const section = await open({
    ...VERIFIED,
    state: 'expired',
    verified: null,
    endsAt: '2026-11-20T10:00:00.000Z',
  })
  expect(
    await section.findByText(/The verification of faro.test ended on .* Verify it again\./),
  ).toBeVisible()
  expect(section.getByRole('button', { name: 'Send code' })).toBeVisible()
})
