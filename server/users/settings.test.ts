import { describe, expect, test } from 'vitest'
import { blockPerson } from '#contract/blocks.ts'
import { updateNotificationSettings } from '#contract/notification-settings.ts'
import { changePassword, getSettings, getSettingsSummary, updateSettings } from '#contract/settings.ts'
import { getUserProfile, login } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildRecruiter, PASSWORD } from '../test/builders.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const limited = await startServer({ RATE_LIMITS: 'on' })

describe('GET /settings', () => {
  test("returns the caller's account", { tags: ['API-07', 'SET-01'] }, async () => {
    const person = await buildRecruiter(server)
    const { status, body } = await server.call(getSettings, { as: person })
    expect(status).toBe(200)
    expect(body).toEqual((await server.call(getUserProfile, { as: person })).body)
  })

  test('a visitor is refused', { tags: ['API-07', 'ROLE-17'] }, async () => {
    expect((await server.refusal(getSettings)).body).toEqual({
      error: true,
      message: 'Please log in to continue.',
      code: 'UNAUTHENTICATED',
    })
  })
})

describe('GET /settings/summary', () => {
  test("returns the current values of the caller's settings, and of no other person", {
    tags: 'SET-01',
  }, async () => {
    const [person, other] = [await buildRecruiter(server), await buildDeveloper(server)]
    const read = async (as = person) => (await server.call(getSettingsSummary, { as })).body
    const before = await read()
    expect(before).toEqual({
      secondFactor: false,
      sessions: 1,
      blocked: 0,
      mailTypes: expect.arrayContaining([1, 5, 6]),
      quiet: null,
      domain: null,
    })
    expect(before.mailTypes).not.toContain(2)

    const { email, password } = person
    await server.call(login, { body: { email, password } })
    await server.call(blockPerson, { as: person, params: { id: other.id }, body: { blocked: true } })
    const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Madrid' }
    const body = { kinds: { 5: { mail: 'never' } }, quiet } as const
    await server.call(updateNotificationSettings, { as: person, body })
    await server.db
      .insertInto('second_factors')
      .values({ user_id: person.id, totp_secret: 'sealed' })
      .execute()
    const proof = {
      verified_domain: 'acueducto.example',
      verified_at: '2026-01-01T00:00:00.000Z',
      verified_until: '9999-01-01T00:00:00.000Z',
    }
    await server.db.updateTable('users').set(proof).where('id', '=', person.id).execute()
    expect(await read()).toEqual({
      secondFactor: true,
      sessions: 2,
      blocked: 1,
      mailTypes: before.mailTypes.filter((type) => type !== 5),
      quiet,
      domain: 'acueducto.example',
    })
    expect(await read(other)).toEqual({ ...before, sessions: 1 })
  })

  test('a visitor is refused', async () => {
    expect((await server.refusal(getSettingsSummary)).status).toBe(401)
  })
})

describe('PUT /settings/profile', () => {
  test('changes five fields of the full profile, and no other (A9)', {
    tags: ['API-10', 'SET-02', 'ERR-70', 'VAL-103'],
  }, async () => {
    const person = await buildDeveloper(server, { onboarded: false })
    const before = (await server.call(getSettings, { as: person })).body
    const { status, body } = await server.call(updateSettings, {
      as: person,
      body: {
        ...before,
        _id: newId(),
        email: 'other@example.com',
        avatar: 'https://p.example.com/1.png',
        description: 'other',
        hasCompletedOnboarding: true,
        createdAt: '2000-01-01T00:00:00.000Z',
        name: ' Uxía ',
        surname: 'Castro',
        phone: '+34 600 111 222',
        birthDate: '09-02-1991',
        role: {
          type: 'recruiter',
          developer: { location: 'Ourense', professionalPosition: 'CEO', skills: ['x'] },
          recruiter: { location: 'Elsewhere', companyName: 'Mine' },
        },
      },
    })
    expect(status).toBe(200)
    expect(body.message).toBe('User information updated successfully!')
    expect(before.role.type).toBe('developer')
    expect(body.user).toEqual({
      ...before,
      name: 'Uxía',
      surname: 'Castro',
      phone: '+34 600 111 222',
      birthDate: '1991-02-09',
      role: {
        type: 'developer',
        developer: { ...('developer' in before.role && before.role.developer), location: 'Ourense' },
      },
    })
  })

  test('a recruiter has a location too; missing fields stay unchanged, phone and birth date may be emptied', {
    tags: ['API-10', 'SET-02'],
  }, async () => {
    const profile = { phone: '+34 600 000 000', birth_date: '1980-01-01', location: 'Lugo' }
    const person = await buildRecruiter(server, { profile })
    const first = await server.call(updateSettings, {
      as: person,
      body: { role: { recruiter: { location: 'Vigo' }, developer: { location: 'No' } } },
    })
    expect(first.body.user).toMatchObject({ phone: profile.phone, role: { recruiter: { location: 'Vigo' } } })
    const second = await server.call(updateSettings, { as: person, body: { phone: '', birthDate: '' } })
    expect(second.body.user).toMatchObject({ phone: '', birthDate: null, name: person.name })
  })

  test.each([
    ['name', '  ', 'Name is required'],
    ['surname', '', 'Surname is required'],
    ['name', 'x'.repeat(121), 'Max 120 characters'],
    ['name', 'a\nb', 'Contains characters that are not allowed'],
    ['phone', '600 000 000', 'Please enter a valid phone number (start with + and at least 8 digits).'],
    ['phone', '+34 60', 'Please enter a valid phone number (start with + and at least 8 digits).'],
    ['birthDate', '30-02-1990', 'Invalid date'],
    ['birthDate', '2999-01-01', 'Invalid date'],
    ['birthDate', '31-12-1899', 'Invalid date'],
  ])('%s = %j is refused with %j', { tags: ['API-10', 'VAL-71'] }, async (field, value, message) => {
    const person = await buildDeveloper(server)
    const refused = await server.refusal(updateSettings, { as: person, body: { [field]: value } })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
  })

  test('a visitor is refused, whatever is sent', { tags: ['API-10', 'ROLE-17'] }, async () => {
    expect((await server.refusal(updateSettings, { body: { name: '' } })).status).toBe(401)
  })
})

describe('PUT /settings/change-password', () => {
  const change = { oldPassword: PASSWORD, newPassword: 'Other-22' }

  test('signs out everywhere else, and notifies the owner (A6, A8)', {
    tags: ['API-08', 'SET-03', 'ERR-72'],
  }, async () => {
    const person = await buildDeveloper(server)
    const other = await server.call(login, { body: { email: person.email, password: PASSWORD } })
    const { status, body } = await server.call(changePassword, { as: person, body: change })
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Password changed!', token: expect.any(String) })
    expect((await server.call(getSettings, { as: body.token })).status).toBe(200)
    expect((await server.refusal(getSettings, { as: person })).status).toBe(401)
    expect((await server.refusal(getSettings, { as: other.body.token })).status).toBe(401)

    const credentials = (password: string) => ({ body: { email: person.email, password } })
    expect((await server.refusal(login, credentials(PASSWORD))).status).toBe(401)
    expect((await server.call(login, credentials('Other-22'))).status).toBe(200)
    const mails = await mailsTo(server, person.email)
    expect(mails.map((mail) => mail.subject)).toEqual(['Your password was changed'])
    expect(mails[0]?.text).toContain(`${server.url}/login`)
    expect(mails[0]?.text).not.toContain('Other-22')
  })

  test.each([
    ['oldPassword', { oldPassword: '' }, 'Current password is required'],
    ['newPassword', { newPassword: '' }, 'New password is required'],
    ['newPassword', { newPassword: 'Aa-1' }, 'Password must be at least 6 characters'],
    [
      'newPassword',
      { newPassword: 'abcdef' },
      'Password must include uppercase, lowercase, number and special character',
    ],
    ['newPassword', { newPassword: `Aa-1${'x'.repeat(125)}` }, 'Max 128 characters'],
    ['newPassword', { newPassword: PASSWORD }, 'New password must be different'],
  ])(
    '%s of %j is refused',
    { tags: ['VAL-93', 'VAL-94', 'VAL-95', 'VAL-104'] },
    async (field, given, message) => {
      const person = await buildDeveloper(server)
      const refused = await server.refusal(changePassword, { as: person, body: { ...change, ...given } })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
    },
  )

  test('a wrong current password is 400, after five of them 429, whatever follows (A8)', {
    tags: 'API-08',
  }, async () => {
    const person = await buildDeveloper(limited)
    const wrong = { as: person, body: { ...change, oldPassword: 'Wrong-11' } }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const refused = await limited.refusal(changePassword, wrong)
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({
        error: true,
        message: 'Current password is incorrect',
        code: 'WRONG_PASSWORD',
        fields: { oldPassword: 'Current password is incorrect' },
      })
    }
    const limitedNow = await limited.refusal(changePassword, { as: person, body: change })
    expect([limitedNow.status, limitedNow.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(limitedNow.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await buildDeveloper(limited)
    expect((await limited.call(changePassword, { as: other, body: change })).status).toBe(200)
  })

  test('concurrent calls change it once (D-1)', async () => {
    const person = await buildDeveloper(server)
    const responses = await Promise.all(
      ['First-11', 'Second-22'].map((newPassword) =>
        server.refusal(changePassword, { as: person, body: { oldPassword: PASSWORD, newPassword } }),
      ),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
  })

  test('a visitor is refused', { tags: ['API-08', 'ROLE-17'] }, async () => {
    expect((await server.refusal(changePassword, { body: change })).status).toBe(401)
  })
})
