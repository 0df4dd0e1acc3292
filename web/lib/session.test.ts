import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiServer } from '../test/api-server.ts'
import { buildToken, buildUser, DEVELOPER_ID, RECRUITER_ID } from '../test/people.ts'
import { toast } from '../ui/toast.ts'
import { browserApi } from './api.ts'
import { auth, parseToken } from './auth.ts'
import { returnPath } from './return-path.ts'
import { logOut, reloadProfile, startSession, startSignIn } from './session.ts'

const api = apiServer()
const SIGNED_OUT = 'You have been signed out. Please sign in again.'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => auth.signOut('logout'))

describe('parseToken', () => {
  test('role and id come from the payload', { tags: 'AUTH-17' }, () => {
    expect(parseToken(buildToken('recruiter'))).toEqual({ id: RECRUITER_ID, role: 'recruiter' })
  })

  test.each([
    '',
    'abc',
    'a.b.c',
    `a.${btoa('null')}.c`,
    `a.${btoa('{"id":"1"}')}.c`,
    `a.${btoa('{"id":"1","role":"admin"}')}.c`,
    `a.${btoa('{"role":"developer"}')}.c`,
  ])('%j has no payload', (token) => {
    expect(parseToken(token)).toBeUndefined()
  })
})

describe('starting with a stored token', () => {
  test('the profile is fetched; meanwhile id and role are known', {
    tags: ['AUTH-13', 'AUTH-17'],
  }, async () => {
    localStorage.setItem('token', buildToken('developer'))
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    startSession()
    expect(auth.get()).toEqual({ status: 'checking', id: DEVELOPER_ID, role: 'developer' })
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
    expect(auth.get().profile?.name).toBe('Ana')
    expect(localStorage.getItem('token')).toBe(buildToken('developer'))
  })

  test.each([
    [
      'refused',
      { status: 401, body: { error: true, message: 'Please log in to continue.', code: 'UNAUTHENTICATED' } },
    ],
    ['broken', { status: 500 }],
    ['gone', { status: 404 }],
  ])('a fetch that is %s clears token and profile', { tags: ['AUTH-14', 'ERR-06'] }, async (_, response) => {
    localStorage.setItem('token', buildToken('developer'))
    api.on('GET /users/getUserProfile', response)
    startSession()
    await waitFor(() => expect(auth.get().status).toBe('visitor'))
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('a single network failure, such as on leaving a page, does not sign out', async () => {
    localStorage.setItem('token', buildToken('developer'))
    api.goOffline()
    const sending = vi.spyOn(browserApi, 'fetch')
    startSession()
    await waitFor(() => expect(sending.mock.settledResults[0]?.type).toBe('rejected'))
    expect(auth.get().status).toBe('checking')
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    api.goOnline()
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
  })

  test('a temporarily busy server does not sign out', async () => {
    localStorage.setItem('token', buildToken('developer'))
    api.on('GET /users/getUserProfile', () => {
      api.on('GET /users/getUserProfile', { body: buildUser('developer') })
      return { status: 503 }
    })
    startSession()
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
    expect(api.callsOf('GET /users/getUserProfile')).toHaveLength(2)
  })

  test('a sign-out by a failure is announced', async () => {
    localStorage.setItem('token', buildToken('developer'))
    const showError = vi.spyOn(toast, 'error').mockReturnValue()
    api.on('GET /users/getUserProfile', { status: 401 })
    startSession()
    await waitFor(() => expect(showError).toHaveBeenCalledWith(SIGNED_OUT, { id: 'signed-out' }))
  })

  test('the end of a session during use is announced, a logout is not', async () => {
    localStorage.setItem('token', buildToken('developer'))
    const showError = vi.spyOn(toast, 'error').mockClear().mockReturnValue()
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    startSession()
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
    api.on('POST /users/logout', { body: { message: 'ok' } })
    logOut()
    expect(showError).not.toHaveBeenCalled()
    await startSignIn(buildToken('developer'))
    api.on('GET /users/getUserProfile', { status: 401 })
    await reloadProfile()
    expect(auth.get().status).toBe('visitor')
    expect(showError).toHaveBeenCalledWith(SIGNED_OUT, { id: 'signed-out' })
  })

  test('a lasting network failure clears token and profile', { tags: 'AUTH-14' }, async () => {
    localStorage.setItem('token', buildToken('developer'))
    api.goOffline()
    startSession()
    await waitFor(() => expect(auth.get().status).toBe('visitor'))
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('leaving a page does not sign out, and the profile is requested again when it is shown again', async () => {
    localStorage.setItem('token', buildToken('developer'))
    api.goOffline()
    startSession()
    window.dispatchEvent(new Event('pagehide'))
    expect(await reloadProfile()).toBe(false)
    expect(auth.get().status).toBe('checking')
    expect(localStorage.getItem('token')).toBe(buildToken('developer'))
    api.goOnline()
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(auth.get().status).toBe('signed-in'))
  })

  test('a token without a role is invalid', { tags: 'ONB-13' }, async () => {
    localStorage.setItem('token', `a.${btoa('{"id":"1"}')}.c`)
    startSession()
    expect(auth.get().status).toBe('visitor')
    expect(localStorage.getItem('token')).toBeNull()
    await api.settled()
    expect(api.calls).toEqual([])
  })
})

describe('signing in', () => {
  test('stores the token and fetches the profile', { tags: ['AUTH-12', 'AUTH-15'] }, async () => {
    api.on('GET /users/getUserProfile', { body: buildUser('recruiter') })
    expect(await startSignIn(buildToken('recruiter'))).toBe(true)
    expect(localStorage.getItem('token')).toBe(buildToken('recruiter'))
    expect(auth.get()).toMatchObject({ status: 'signed-in', role: 'recruiter' })
  })

  test('fails when the profile cannot be read', { tags: 'AUTH-14' }, async () => {
    api.on('GET /users/getUserProfile', { status: 500 })
    expect(await startSignIn(buildToken('recruiter'))).toBe(false)
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('a fresh token of the same person keeps the profile [decision 33]', async () => {
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    await startSignIn(buildToken('developer'))
    const fresh = `${buildToken('developer')}2`
    auth.signIn(fresh)
    expect(auth.get().status).toBe('signed-in')
    expect(auth.token()).toBe(fresh)
    await api.settled()
    expect(api.callsOf('GET /users/getUserProfile')).toHaveLength(1)
  })
})

async function signIn() {
  api.on('GET /users/getUserProfile', { body: buildUser('developer') })
  await startSignIn(buildToken('developer'))
}

describe('reading the profile again', () => {
  test.each([
    ['a server that is busy', () => api.on('GET /users/getUserProfile', { status: 503 })],
    ['a line that stays broken', () => api.goOffline()],
  ])('%s does not sign out a person who has a profile', { tags: 'AUTH-14' }, async (_, fail) => {
    await signIn()
    fail()
    expect(await reloadProfile()).toBe(false)
    expect(auth.get()).toMatchObject({ status: 'signed-in', profile: { name: 'Ana' } })
    expect(localStorage.getItem('token')).toBe(buildToken('developer'))
  })

  test('a refused token signs out (decision 26)', { tags: 'AUTH-14' }, async () => {
    await signIn()
    api.on('GET /users/getUserProfile', { status: 401 })
    expect(await reloadProfile()).toBe(false)
    expect(auth.get().status).toBe('visitor')
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('logging out', () => {
  test('clears profile, token and remembered path, and notifies the server (decision 35)', {
    tags: 'AUTH-16',
  }, async () => {
    await signIn()
    returnPath.save('/settings')
    const left = vi.fn()
    const stop = auth.onSignOut(left)
    logOut()
    expect(auth.get()).toEqual({ status: 'visitor' })
    expect(localStorage.getItem('token')).toBeNull()
    expect(returnPath.peek()).toBeUndefined()
    expect(left).toHaveBeenCalledExactlyOnceWith('logout')
    await waitFor(() => expect(api.callsOf('POST /users/logout')).toHaveLength(1))
    expect(api.callsOf('POST /users/logout')[0]?.headers.authorization).toMatch(/^Bearer /)
    stop()
  })

  test('works without the server [decision 38]', async () => {
    await signIn()
    api.goOffline()
    logOut()
    expect(auth.get().status).toBe('visitor')
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('a response that arrives after it does not sign in again', async () => {
    await signIn()
    let response = (): void => undefined
    api.on(
      'GET /users/getUserProfile',
      () =>
        new Promise((resolve) => {
          response = () => resolve({ body: buildUser('developer') })
        }),
    )
    const reloading = reloadProfile()
    await waitFor(() => expect(api.callsOf('GET /users/getUserProfile')).toHaveLength(2))
    logOut()
    response()
    await reloading
    expect(auth.get().status).toBe('visitor')
  })
})

describe('another tab', () => {
  const changeToken = (token: string | null) => {
    if (token === null) localStorage.removeItem('token')
    else localStorage.setItem('token', token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }))
  }

  test('signs this one in', async () => {
    startSession()
    api.on('GET /users/getUserProfile', { body: buildUser('recruiter') })
    changeToken(buildToken('recruiter'))
    await waitFor(() => expect(auth.get()).toMatchObject({ status: 'signed-in', role: 'recruiter' }))
  })

  test('signs this one in as somebody else, and clears the data of the person before', async () => {
    startSession()
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    await startSignIn(buildToken('developer'))
    const left = vi.fn()
    const stop = auth.onSignOut(left)
    api.on('GET /users/getUserProfile', { body: buildUser('recruiter') })
    changeToken(buildToken('recruiter'))
    expect(left).toHaveBeenCalledOnce()
    expect(auth.get()).toMatchObject({ status: 'checking', role: 'recruiter' })
    await waitFor(() => expect(auth.get().profile?._id).toBe(RECRUITER_ID))
    stop()
  })

  test('signs this one out', async () => {
    startSession()
    api.on('GET /users/getUserProfile', { body: buildUser('developer') })
    await startSignIn(buildToken('developer'))
    changeToken(null)
    expect(auth.get().status).toBe('visitor')
  })
})
