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

test('what a form says while its sign-in ends is the person’s, and nobody else reads it', {
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

test('a logout forgets; what a visitor types after it outlives a reload', async () => {
  drafts.save('ticket', 'of the developer')
  auth.signOut('logout')
  vi.runAllTimers()
  expect(drafts.read('ticket')).toBeUndefined()
  drafts.save('ticket', 'of a visitor')
  vi.resetModules()
  const reloaded = await import('./drafts.ts')
  expect(reloaded.drafts.read('ticket')).toBe('of a visitor')
})

test('a logout in another tab forgets too; a sign-in that ends there does not', {
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

test('an application outlives its tab, for the same person, until a logout', { tags: 'APPL-11' }, () => {
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

test('a visitor’s draft is not taken for that of a person', () => {
  auth.signOut('logout')
  vi.runAllTimers()
  drafts.save('ticket', 'of a visitor')
  auth.signIn(buildToken('recruiter'))
  expect(drafts.read('ticket')).toBeUndefined()
})
