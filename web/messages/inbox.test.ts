import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../lib/auth.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken, DEVELOPER_ID, RECRUITER_ID } from '../test/people.ts'
import { inboxOf } from './inbox.ts'

const api = apiServer()

vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  api.breakLine()
  auth.signIn(buildToken('developer'))
  const inbox = inboxOf(DEVELOPER_ID)
  inbox.type('ben', 'On its way')
  inbox.send('ben')
  inbox.type('ana', 'Half a sen')
})
afterEach(() => auth.signOut('logout'))

test('what is not sent when a sign-in expires is there after the next, to the last letter [AUTH-14]', () => {
  auth.signOut('expired')
  auth.signIn(buildToken('developer'))
  const { drafts, outbox } = inboxOf(DEVELOPER_ID).get()
  expect(drafts).toEqual({ ana: { text: 'Half a sen' } })
  expect(outbox).toMatchObject([{ receiverId: 'ben', text: 'On its way', status: 'waiting' }])
})

test.each(['logout', 'deactivated'] as const)('nothing of it stays in the tab: %s [AUTH-16]', (how) => {
  auth.signOut(how)
  expect(kept()).toEqual([])
})

test('nor when somebody else comes after a sign-in that expired', () => {
  auth.signOut('expired')
  expect(kept()).toHaveLength(2)
  auth.signIn(buildToken('recruiter'))
  expect(inboxOf(RECRUITER_ID).get()).toMatchObject({ drafts: {}, outbox: [] })
  expect(kept()).toEqual([])
})

test('nor when another tab signs in as somebody else', () => {
  localStorage.setItem('token', buildToken('recruiter'))
  auth.restore()
  inboxOf(RECRUITER_ID)
  expect(kept()).toEqual([])
})

const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith('chat-'))
