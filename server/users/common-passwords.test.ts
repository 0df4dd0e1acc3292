import { describe, expect, test } from 'vitest'
import { changePassword } from '#contract/settings.ts'
import { register } from '#contract/users.ts'
import { buildDeveloper, PASSWORD } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { isCommonPassword } from './common-passwords.ts'

const strict = await startServer({ PASSWORD_BLOCKLIST: 'enforce' })
const lenient = await startServer()

describe('isCommonPassword (A3)', () => {
  test.each([
    'Password1!',
    'P@ssw0rd',
    'p4$$w0rd',
    'Qwerty123!',
    'Admin-2024',
    '123Welcome!',
    'Contraseña1.',
  ])('%s', (password) => expect(isCommonPassword(password)).toBe(true))

  test.each(['Other-11 harbour', 'x7#Kq2-9vT', 'Passwords are fine 1!', 'Ferry-Timetable9'])(
    'not %s',
    (password) => expect(isCommonPassword(password)).toBe(false),
  )
})

test('when enforced, a common password is refused by registration and change; else it is accepted (A3)', async () => {
  const body = {
    name: 'Ana',
    surname: 'Peña',
    email: 'common@example.com',
    password: 'P@ssw0rd',
    'confirm-password': 'P@ssw0rd',
  }
  const fields = (field: string) => ({ [field]: 'This password is too common. Please choose another one.' })
  expect((await strict.refusal(register, { body })).body.fields).toEqual(fields('password'))
  const person = await buildDeveloper(strict)
  const change = { oldPassword: PASSWORD, newPassword: 'Qwerty123!' }
  const refused = await strict.refusal(changePassword, { as: person, body: change })
  expect([refused.status, refused.body.fields]).toEqual([400, fields('newPassword')])
  expect((await lenient.call(register, { body })).status).toBe(201)
})
