import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { configureLocale } from '#contract/locale.ts'
import { deleteOffer, getOffer, listAppliedOffers, listOffers } from '#contract/offers.ts'
import { login, logout } from '#contract/users.ts'
import { apiServer } from '../test/api-server.ts'
import { buildToken } from '../test/people.ts'
import { apiUrl, call, request } from './api.ts'
import { ApiError, isFailure } from './api-failure.ts'
import { auth } from './auth.ts'

const api = apiServer()
const id = '0190a000-0000-7000-8000-000000000001'
const refusal = { error: true, message: 'Not allowed', code: 'FORBIDDEN' }

beforeEach(() => localStorage.clear())
afterEach(() => auth.signOut('logout'))

describe('apiUrl', () => {
  test('fills in and encodes the parameters', () => {
    expect(apiUrl(getOffer, { params: { id: '../settings?x' } })).toMatch(/\/offers\/\.\.%2Fsettings%3Fx$/)
  })

  test('leaves out what is empty and joins lists', () => {
    const query = {
      page: 2,
      skills: ['React', 'C++'],
      contractType: '',
      sort: undefined,
      q: null,
      off: false,
      on: true,
    }
    expect(apiUrl(listOffers, { query })).toMatch(/\/offers\?page=2&skills=React%2CC%2B%2B&on=true$/)
  })
})

describe('request', () => {
  test('returns the data, and sends the body as JSON', async () => {
    api.on('POST /users/login', { body: { token: 't' } })
    const result = await request(login, { body: { email: 'ana@example.com', password: 'x' } })
    expect(result).toEqual({ token: 't' })
    expect(api.calls[0]?.body).toEqual({ email: 'ana@example.com', password: 'x' })
    expect(api.calls[0]?.headers.authorization).toBeUndefined()
  })

  test.each([
    ['en-quoted', '*'],
    ['es', 'es'],
  ] as const)(
    'sends the language of the document (%s) as %s',
    { tags: ['LANG-02'] },
    async (locale, sent) => {
      configureLocale(() => locale)
      onTestFinished(() => configureLocale(() => 'en-quoted'))
      api.on(`GET /offers/${id}`, { body: {} })
      await request(getOffer, { params: { id } })
      expect(api.calls[0]?.headers['accept-language']).toBe(sent)
    },
  )

  test('sends the token of the signed-in person', async () => {
    auth.signIn(buildToken('developer'))
    api.on(`GET /offers/${id}`, { body: {} })
    await request(getOffer, { params: { id } })
    expect(api.calls[0]?.headers.authorization).toBe(`Bearer ${buildToken('developer')}`)
  })

  test('an empty response is no failure', async () => {
    api.on('POST /users/logout', { status: 204 })
    expect(isFailure(await request(logout))).toBe(false)
  })

  test.each([400, 403, 404, 409, 429])(
    '%d: the message of the server (decision 27)',
    { tags: 'ERR-21' },
    async (status) => {
      api.on(`GET /offers/${id}`, { status, body: { ...refusal, fields: { x: 'y' } } })
      expect(await request(getOffer, { params: { id } })).toEqual({
        error: true,
        message: 'Not allowed',
        status,
        code: 'FORBIDDEN',
        fields: { x: 'y' },
      })
    },
  )

  test.each([500, 502, 503])(
    '%d: the catalogue text of the call (decision 27)',
    { tags: 'ERR-30' },
    async (status) => {
      api.on(`GET /offers/${id}`, { status, body: { error: true, message: 'at line 3', code: 'INTERNAL' } })
      expect(await request(getOffer, { params: { id } })).toMatchObject({
        error: true,
        message: 'Error getting offer',
        status,
      })
    },
  )

  test.each([
    ['no JSON', { status: 404, text: '<h1>Not found</h1>' }],
    ['another shape', { status: 400, body: { reason: 'x' } }],
    ['an empty message', { status: 400, body: { error: true, message: '', code: 'BAD_REQUEST' } }],
    ['success without a body', { status: 200, text: 'OK' }],
  ])('%s: the catalogue text [decision 27]', async (_, response) => {
    api.on(`PATCH /offers/${id}/delete`, response)
    expect(await request(deleteOffer, { params: { id } })).toMatchObject({
      error: true,
      message: 'Error delete offers',
      status: response.status,
    })
  })

  test("a call without its own text fails with 'Request failed'", { tags: 'ERR-22' }, async () => {
    api.on('POST /users/logout', { status: 500 })
    expect(await request(logout)).toMatchObject({ message: 'Request failed', status: 500 })
  })

  test('a network failure is status 0 with the catalogue text, and nothing is thrown [decision 27]', async () => {
    api.goOffline()
    expect(await request(getOffer, { params: { id } })).toEqual({
      error: true,
      message: 'Error getting offer',
      status: 0,
    })
  })
})

describe('lists', () => {
  test('are rows with the totals of the headers [decision 29]', async () => {
    api.on('GET /offers', { body: [{ _id: id }], headers: { 'X-Total-Count': '12', 'X-Total-Hires': '3' } })
    expect(await request(listOffers)).toEqual({ items: [{ _id: id }], total: 12, hires: 3 })
  })

  test('without the header the length is the total (decision 29)', { tags: 'API-29' }, async () => {
    api.on('GET /offers', { body: [{ _id: id }] })
    expect(await request(listOffers)).toEqual({ items: [{ _id: id }], total: 1 })
  })

  test.each([
    [listOffers, 'GET /offers', undefined],
    [listAppliedOffers, `GET /offers/applied/${id}`, { id }],
  ] as const)(
    'an object with an offers array is a list too (decision 29)',
    { tags: 'API-29' },
    async (endpoint, name, params) => {
      api.on(name, { body: { offers: [{ _id: id }] } })
      const result = params
        ? await request(listAppliedOffers, { params })
        : await request(endpoint as typeof listOffers)
      expect(result).toEqual({ items: [{ _id: id }], total: 1 })
    },
  )
})

test('call throws the error that request returns', async () => {
  api.on(`GET /offers/${id}`, { status: 403, body: refusal })
  const error = await call(getOffer, { params: { id } }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: 'Not allowed', status: 403, code: 'FORBIDDEN' })
})

describe('401', () => {
  const unauthenticated = {
    status: 401,
    body: { error: true, message: 'Please log in to continue.', code: 'UNAUTHENTICATED' },
  }

  test('with the current token signs out [decision 26]', async () => {
    const left = vi.fn()
    const stop = auth.onSignOut(left)
    auth.signIn(buildToken('developer'))
    api.on(`GET /offers/${id}`, unauthenticated)
    await request(getOffer, { params: { id } })
    expect(auth.get().status).toBe('visitor')
    expect(localStorage.getItem('token')).toBeNull()
    expect(left).toHaveBeenCalledWith('expired')
    stop()
  })

  test('with an older token keeps the session', async () => {
    auth.signIn(buildToken('developer'))
    api.on(`GET /offers/${id}`, () => {
      auth.signIn(buildToken('recruiter'))
      return unauthenticated
    })
    await request(getOffer, { params: { id } })
    expect(auth.get()).toMatchObject({ role: 'recruiter' })
  })

  test('without a token is an ordinary failure', async () => {
    const left = vi.fn()
    const stop = auth.onSignOut(left)
    api.on('POST /users/login', { status: 401, body: { ...refusal, code: 'INVALID_CREDENTIALS' } })
    expect(await request(login, { body: { email: 'a', password: 'b' } })).toMatchObject({ status: 401 })
    expect(left).not.toHaveBeenCalled()
    stop()
  })
})
