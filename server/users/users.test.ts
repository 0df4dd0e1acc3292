import { describe, expect, test } from 'vitest'
import { getUserProfile, login, logout, register } from '#contract/users.ts'
import { buildDeveloper, PASSWORD } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

const registration = (email: string) => ({
  name: 'Ana',
  surname: 'Peña',
  email,
  password: 'Secret-1',
  'confirm-password': 'Secret-1',
  role: 'recruiter',
})

describe('POST /users/register', () => {
  test('opens an account without signing in, once per e-mail in any case', {
    tags: ['API-02', 'AUTH-01', 'VAL-10'],
  }, async () => {
    const opened = await server.call(register, { body: registration(' Ana.Pena@Example.com ') })
    expect(opened.status).toBe(201)
    expect(opened.body).toEqual({
      message: 'User registered successfully',
      user: {
        _id: expect.any(String),
        name: 'Ana',
        surname: 'Peña',
        email: 'ana.pena@example.com',
        role: { type: 'recruiter' },
      },
    })

    const again = await server.refusal(register, { body: registration('ana.pena@example.com') })
    expect(again.status).toBe(409)
    expect(again.body).toEqual({ error: true, message: 'Email is already registered', code: 'EMAIL_TAKEN' })
  })

  test('fifty concurrent calls open one account (A1)', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => server.call(register, { body: registration('once@example.com') })),
    )
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 409)).toHaveLength(49)
  })

  test('the role is developer by default; `confirmPassword` and `{ type }` are accepted too', {
    tags: ['API-02', 'VAL-10'],
  }, async () => {
    const { role: _, 'confirm-password': __, ...rest } = registration('plain@example.com')
    const plain = await server.call(register, { body: { ...rest, confirmPassword: 'Secret-1' } })
    expect(plain.body.user.role.type).toBe('developer')
    const nested = await server.call(register, {
      body: { ...registration('nested@example.com'), role: { type: 'recruiter' } },
    })
    expect(nested.body.user.role.type).toBe('recruiter')
  })

  test.each([
    ['name', '', 'Name is required'],
    ['surname', '  ', 'Surname is required'],
    ['email', '', 'Email is required'],
    ['email', 'a@b', 'Email must be at least 4 characters'],
    ['email', 'ana@example', 'Invalid email format'],
    ['email', '"ana@evil.com,x"@example.com', 'Invalid email format'],
    ['password', '', 'Password is required'],
    ['password', 'Aa-1', 'Password must be at least 6 characters'],
    ['password', 'abcdef', 'Password must include uppercase, lowercase, number and special character'],
    ['password', `Aa-1${'x'.repeat(130)}`, 'Max 128 characters'],
    ['confirm-password', '', 'Confirm password is required'],
    ['confirm-password', 'Other-1', 'Passwords do not match'],
    ['role', 'admin', 'Rol no válido'],
    ['name', 'A\u0000na', 'Contains characters that are not allowed'],
  ])(
    '%s = %j is refused with %j',
    {
      tags: [
        'VAL-01',
        'VAL-02',
        'VAL-03',
        'VAL-04',
        'VAL-05',
        'VAL-06',
        'VAL-07',
        'VAL-08',
        'VAL-09',
        'VAL-10',
        'VAL-104',
      ],
    },
    async (field, value, message) => {
      const { status, body } = await server.refusal(register, {
        body: { ...registration('refused@example.com'), [field]: value },
      })
      expect(status).toBe(400)
      expect(body.code).toBe('VALIDATION')
      expect(body.fields).toHaveProperty([field], message)
    },
  )
})

describe('POST /users/login', () => {
  test('returns a token for the account', { tags: ['API-03', 'API-04'] }, async () => {
    const person = await buildDeveloper(server)
    const { status, body } = await server.call(login, {
      body: { email: person.email.toUpperCase(), password: PASSWORD },
    })
    expect(status).toBe(200)
    const profile = await server.call(getUserProfile, { as: body.token })
    expect(profile.body).toMatchObject({ _id: person.id, email: person.email, role: { type: 'developer' } })
    expect(profile.headers.get('cache-control')).toBe('no-store')
  })

  test('a wrong password and an unknown e-mail get the same response', { tags: 'ERR-04' }, async () => {
    const person = await buildDeveloper(server)
    const wrong = await server.refusal(login, { body: { email: person.email, password: 'Wrong-1' } })
    const unknown = await server.refusal(login, {
      body: { email: 'nobody@example.com', password: 'Wrong-1' },
    })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({
      error: true,
      message: 'Incorrect email or password',
      code: 'INVALID_CREDENTIALS',
    })
    expect(unknown.body).toEqual(wrong.body)
  })

  test('both fields are required', { tags: 'VAL-11' }, async () => {
    const { status, body } = await server.refusal(login, { body: { email: ' ', password: '' } })
    expect(status).toBe(400)
    expect(body.fields).toEqual({ email: 'This field is required', password: 'This field is required' })
  })
})

describe('POST /users/logout', () => {
  test('ends this session on the server and no other (A6)', async () => {
    const person = await buildDeveloper(server)
    const second = await server.call(login, { body: { email: person.email, password: PASSWORD } })
    expect((await server.call(logout, { as: person })).status).toBe(204)

    const ended = await server.refusal(getUserProfile, { as: person })
    expect(ended.status).toBe(401)
    expect(ended.body).toEqual({ error: true, message: 'Token inválido', code: 'UNAUTHENTICATED' })
    expect((await server.call(getUserProfile, { as: second.body.token })).status).toBe(200)
  })
})

describe('GET /users/getUserProfile', () => {
  test('a visitor and an invalid token are refused', { tags: ['API-04', 'ERR-06'] }, async () => {
    expect((await server.refusal(getUserProfile)).status).toBe(401)
    const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.x`
    expect((await server.refusal(getUserProfile, { as: forged })).body.message).toBe('Token inválido')
  })
})
