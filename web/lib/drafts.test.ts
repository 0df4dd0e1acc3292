import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildToken } from '../test/people.ts'
import { auth } from './auth.ts'
import { drafts } from './drafts.ts'
import { startSession } from './session.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  sessionStorage.clear()
  localStorage.clear()
  auth.signIn(buildToken('developer'))
})
afterEach(() => {
  auth.signOut('logout')
  vi.runAllTimers()
  vi.useRealTimers()
})

test('the input of a form during an expired session belongs to that person, and no other can read it', {
  tags: ['AUTH-06', 'AUTH-14'],
}, () => {
  auth.signOut('expired')
  drafts.save('ticket', 'of the developer')
  vi.runAllTimers()
  expect(drafts.read('ticket')).toBeUndefined()
  auth.signIn(buildToken('recruiter'))
  expect(drafts.read('ticket')).toBeUndefined()
  auth.signIn(buildToken('developer'))
  expect(drafts.read('ticket')).toBe('of the developer')
})

test('a logout deletes drafts; later input of a visitor survives a reload', async () => {
  drafts.save('ticket', 'of the developer')
  auth.signOut('logout')
  vi.runAllTimers()
  expect(drafts.read('ticket')).toBeUndefined()
  drafts.save('ticket', 'of a visitor')
  vi.resetModules()
  const reloaded = await import('./drafts.ts')
  expect(reloaded.drafts.read('ticket')).toBe('of a visitor')
})

test('a logout in another tab deletes drafts, too; an expired session there does not', {
  tags: ['AUTH-14', 'AUTH-16'],
}, () => {
  startSession()
  const emitStorage = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  drafts.save('ticket', 'of the developer')
  localStorage.removeItem('token')
  emitStorage('token', null)
  vi.runAllTimers()
  auth.signIn(buildToken('developer'))
  expect(drafts.read('ticket')).toBe('of the developer')
  emitStorage('leftOnPurpose', 'yes')
  emitStorage('leftOnPurpose', null)
  expect(drafts.read('ticket')).toBeUndefined()
})

test('the draft of an application survives its tab, for the same person, until a logout', {
  tags: 'APPL-11',
}, () => {
  drafts.save('application:1', 'Dear all')
  drafts.save('ticket', 'of this tab')
  // Another tab, later.
  sessionStorage.clear()
  expect([drafts.read('application:1'), drafts.read('ticket')]).toEqual(['Dear all', undefined])
  auth.signIn(buildToken('recruiter'))
  expect(drafts.read('application:1')).toBeUndefined()
  auth.signIn(buildToken('developer'))
  expect(drafts.read('application:1')).toBe('Dear all')
  auth.signOut('logout')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('the draft of a visitor is not used for a person', () => {
  auth.signOut('logout')
  vi.runAllTimers()
  drafts.save('ticket', 'of a visitor')
  auth.signIn(buildToken('recruiter'))
  expect(drafts.read('ticket')).toBeUndefined()
})
