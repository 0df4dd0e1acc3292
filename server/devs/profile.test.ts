import { describe, expect, test } from 'vitest'
import { getDev, listDevs, onboardDev, searchDevs, updateDevProfile } from '#contract/devs.ts'
import { searchProjects } from '#contract/projects.ts'
import { getUserProfile } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildProject, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { buildUpload } from '../test/uploads.ts'

const server = await startServer()

const about = 'I build things that people use every day, and I like it.'
const picture = 'https://p.example.com/me.png'

const complete = {
  phone: '+34 600 000 000',
  birthDate: '03-05-1990',
  description: 'x',
  avatar: picture,
  hasCompletedOnboarding: true,
  role: {
    type: 'developer',
    developer: {
      professionalPosition: 'Backend developer',
      experienceYears: '7',
      location: 'Vigo',
      linkedin: 'https://linkedin.com/in/x',
      skills: ['Go', 'SQL'],
      languages: [{ language: 'Galego', languageLevel: 'Native' }],
    },
  },
}

describe('PUT /devs/profile', () => {
  test("merges the sent fields into the caller's profile", {
    tags: ['API-48', 'PROF-23', 'ROLE-05', 'DATA-03', 'DATA-05', 'DATA-06', 'DATA-09', 'VAL-35', 'VAL-36'],
  }, async () => {
    const dev = await buildDeveloper(server, {
      profile: { github: 'https://github.com/x', location: 'Vigo' },
    })
    const changed = await server.call(updateDevProfile, {
      as: dev,
      body: {
        description: ` ${about} `,
        avatar: picture,
        role: {
          developer: {
            experienceYears: 4,
            github: '',
            skills: 'Go, go, , SQL',
            languages: [
              { language: 'English', languageLevel: 'C1' },
              { language: '', languageLevel: 'A1' },
              { language: 'Deutsch', languageLevel: ' ' },
            ],
          },
        },
      },
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      message: 'Profile updated',
      user: {
        _id: dev.id,
        name: dev.name,
        surname: dev.surname,
        email: dev.email,
        phone: '',
        birthDate: null,
        avatar: picture,
        description: about,
        createdAt: expect.any(String),
        emailConfirmed: true,
        handle: null,
        hasCompletedOnboarding: true,
        language: '',
        role: {
          type: 'developer',
          developer: {
            professionalPosition: 'Backend developer',
            resume: '',
            experienceYears: '4',
            location: 'Vigo',
            linkedin: '',
            github: '',
            skills: ['Go', 'SQL'],
            languages: [{ language: 'English', languageLevel: 'C1' }],
          },
        },
      },
    })
    expect((await server.call(getUserProfile, { as: dev })).body).toEqual(changed.body.user)
  })

  test('the picture can be removed, and is then not required any more', { tags: 'FLOW-11' }, async () => {
    const dev = await buildDeveloper(server, { profile: { avatar: picture } })
    const removed = await server.call(updateDevProfile, { as: dev, body: { avatar: '' } })
    expect(removed.body.user.avatar).toBe('')
    const changed = await server.call(updateDevProfile, { as: dev, body: { location: 'Vigo' } })
    expect(changed.status).toBe(200)
  })

  test('top-level keys are read too; nested ones have precedence', {
    tags: ['API-48', 'DATA-08'],
  }, async () => {
    const dev = await buildDeveloper(server)
    const { body } = await server.call(updateDevProfile, {
      as: dev,
      body: { location: 'Lugo', skills: 'A', role: { developer: { skills: ['B'] } } },
    })
    expect(body.user.role).toMatchObject({ developer: { location: 'Lugo', skills: ['B'] } })
  })

  test('id, e-mail, role, password, times and onboarding cannot be changed by this call (A9)', {
    tags: 'API-48',
  }, async () => {
    const dev = await buildDeveloper(server, { onboarded: false })
    const before = (await server.call(getUserProfile, { as: dev })).body
    const body = {
      _id: newId(),
      email: 'other@example.com',
      password: 'Other-1',
      createdAt: '2000-01-01T00:00:00.000Z',
      hasCompletedOnboarding: true,
      role: { type: 'recruiter', developer: {} },
    }
    const changed = await server.call(updateDevProfile, { as: dev, body })
    expect(changed.body.user).toEqual(before)
  })

  test('a new name is found in directory, search and own projects at once', {
    tags: ['API-47', 'API-20'],
  }, async () => {
    const dev = await buildDeveloper(server)
    await buildProject(server, dev)
    const name = `Name${newId().slice(-8)}`
    await server.call(updateDevProfile, { as: dev, body: { name, role: { developer: { skills: [name] } } } })
    expect((await server.call(searchDevs, { query: { q: name } })).body.total).toBe(1)
    expect((await server.call(searchProjects, { query: { q: name } })).body.total).toBe(1)
    expect((await server.call(listDevs, { query: { skills: name } })).body.total).toBe(1)
    await server.call(updateDevProfile, { as: dev, body: { role: { developer: { skills: ['Go'] } } } })
    expect((await server.call(listDevs, { query: { skills: name } })).body.total).toBe(0)
  })

  test.each([
    ['name', { name: ' ' }, 'Name is required'],
    ['description', { description: 'x'.repeat(49) }, 'Min 50 characters'],
    ['description', { description: '' }, 'Min 50 characters'],
    ['description', { description: 'x'.repeat(501) }, 'Max 500 characters'],
    [
      'phone',
      { phone: '600000000' },
      'Please enter a valid phone number (start with + and at least 8 digits).',
    ],
    ['birthDate', { birthDate: '31-02-1990' }, 'Invalid date'],
    ['avatar', { avatar: 'http://p.example.com/1.png' }, 'Must be a valid URL starting with https://'],
    ['avatar', { avatar: 'javascript:alert(1)' }, 'Please upload this file first.'],
    ['role.developer.experienceYears', { experienceYears: '-1' }, 'Must be a positive number'],
    ['role.developer.experienceYears', { experienceYears: '100' }, 'Must be a positive number'],
    ['role.developer.linkedin', { linkedin: 'http://x.com' }, 'Must be a valid URL starting with https://'],
    ['role.developer.github', { github: 'github.com/x' }, 'Must be a valid URL starting with https://'],
    ['role.developer.resume', { resume: 'https://x.example.com/cv.pdf' }, 'Please upload this file first.'],
    ['role.developer.skills', { skills: ['x'.repeat(41)] }, 'Max 40 characters'],
  ])(
    '%s of %j is refused (F3, P1)',
    { tags: ['VAL-32', 'VAL-33', 'VAL-81', 'VAL-82'] },
    async (field, body, message) => {
      const dev = await buildDeveloper(server)
      const refused = await server.refusal(updateDevProfile, { as: dev, body })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
    },
  )

  test('required fields of an onboarded profile cannot be emptied; a refusal changes nothing', {
    tags: ['VAL-80', 'VAL-84', 'VAL-86'],
  }, async () => {
    const dev = await buildDeveloper(server, {
      profile: { skills: '["Go"]', location: 'Vigo', experience_years: 0 },
    })
    const body = { name: 'Changed', location: '', experienceYears: '', skills: [], languages: [] }
    const refused = await server.refusal(updateDevProfile, { as: dev, body })
    expect(refused.status).toBe(400)
    // Languages were missing before.
    expect(refused.body.fields).toEqual({
      'role.developer.experienceYears': 'This field is required',
      'role.developer.location': 'This field is required',
      'role.developer.skills': 'Add at least one skill',
    })
    expect((await server.call(getDev, { params: { id: dev.id } })).body.name).toBe(dev.name)
  })

  test('the CV is an own PDF; the former one is no longer served (F3, F5)', {
    tags: ['DATA-07', 'VAL-43'],
  }, async () => {
    const dev = await buildDeveloper(server)
    const [first, second, image] = [
      await buildUpload(server, dev, 'pdf'),
      await buildUpload(server, dev, 'pdf'),
      await buildUpload(server, dev, 'image'),
    ]
    const foreign = await buildUpload(server, await buildDeveloper(server), 'pdf')
    for (const resume of [image, foreign, `${server.url}/files/AAAAAAAAAAAAAAAAAAAAAA.pdf`]) {
      const refused = await server.refusal(updateDevProfile, { as: dev, body: { resume } })
      expect(refused.body.fields).toEqual({ 'role.developer.resume': 'Please upload this file first.' })
    }
    const set = async (resume: string) =>
      (await server.call(updateDevProfile, { as: dev, body: { resume } })).body.user.role
    const isRetired = async (url: string) => {
      const row = await server.db
        .selectFrom('files')
        .select('deleted_at')
        .where('name', '=', url.slice(url.lastIndexOf('/') + 1))
        .executeTakeFirstOrThrow()
      return row.deleted_at !== null
    }
    expect(await set(first)).toMatchObject({ developer: { resume: first } })
    expect(await set(first)).toMatchObject({ developer: { resume: first } })
    expect(await isRetired(first)).toBe(false)
    expect(await set(second)).toMatchObject({ developer: { resume: second } })
    expect([await isRetired(first), await isRetired(second)]).toEqual([true, false])
    const back = await server.refusal(updateDevProfile, { as: dev, body: { resume: first } })
    expect(back.status).toBe(400)
    expect(await set('')).toMatchObject({ developer: { resume: '' } })
    expect(await isRetired(second)).toBe(true)
  })

  test('a visitor and a recruiter are refused, whatever they send', {
    tags: ['API-48', 'ROLE-18'],
  }, async () => {
    expect((await server.refusal(updateDevProfile, { body: { name: '' } })).status).toBe(401)
    const recruiter = await buildRecruiter(server)
    const refused = await server.refusal(updateDevProfile, { as: recruiter, body: { name: '' } })
    expect([refused.status, refused.body.message]).toEqual([403, 'Error editing the devProfile'])
  })
})

describe('PUT /devs/onboarding', () => {
  test('completes a whole profile; the person is then in the directory', {
    tags: ['API-49', 'API-63', 'ONB-09', 'ONB-12', 'DATA-02', 'VAL-75'],
  }, async () => {
    const total = async () => (await server.call(listDevs, { query: { limit: '1' } })).body.total
    const before = await total()
    const dev = await buildDeveloper(server, { onboarded: false })
    expect(await total()).toBe(before)
    const done = await server.call(onboardDev, { as: dev, body: complete })
    expect(done.status).toBe(200)
    expect(done.body.message).toBe('Profile updated')
    expect(done.body.user).toMatchObject({
      hasCompletedOnboarding: true,
      birthDate: '1990-05-03',
      role: { developer: { experienceYears: '7', skills: ['Go', 'SQL'] } },
    })
    expect(await total()).toBe(before + 1)
    const again = await server.call(onboardDev, { as: dev, body: complete })
    expect(again.body.user).toEqual(done.body.user)
    expect(await total()).toBe(before + 1)
  })

  test('accepts parts: each call merges, and the last one completes', { tags: 'API-49' }, async () => {
    const dev = await buildDeveloper(server, { onboarded: false })
    const { hasCompletedOnboarding: _, role, ...personal } = complete
    const first = await server.call(onboardDev, { as: dev, body: { ...personal, role: 'developer' } })
    expect(first.body.user).toMatchObject({ hasCompletedOnboarding: false, phone: '+34 600 000 000' })
    const last = await server.call(onboardDev, {
      as: dev,
      body: { ...role.developer, hasCompletedOnboarding: true },
    })
    expect(last.body.user.hasCompletedOnboarding).toBe(true)
    const never = await server.call(onboardDev, { as: dev, body: { hasCompletedOnboarding: false } })
    expect(never.body.user.hasCompletedOnboarding).toBe(true)
  })

  test('is refused while a field is missing, and names it', {
    tags: ['API-49', 'VAL-71', 'VAL-77', 'VAL-79', 'VAL-80', 'VAL-84', 'VAL-86'],
  }, async () => {
    const dev = await buildDeveloper(server, { onboarded: false, profile: { professional_position: '' } })
    const refused = await server.refusal(onboardDev, { as: dev, body: { hasCompletedOnboarding: true } })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({
      error: true,
      code: 'VALIDATION',
      message: 'Please enter a valid phone number (start with + and at least 8 digits).',
      fields: {
        phone: 'Please enter a valid phone number (start with + and at least 8 digits).',
        description: 'This field is required',
        birthDate: 'This field is required',
        avatar: 'This field is required',
        'role.developer.professionalPosition': 'This field is required',
        'role.developer.experienceYears': 'This field is required',
        'role.developer.location': 'This field is required',
        'role.developer.languages': 'At least one language with level is required',
        'role.developer.skills': 'Add at least one skill',
      },
    })
    const wrong = await server.refusal(onboardDev, { as: dev, body: { ...complete, description: '' } })
    expect(wrong.body.fields).toEqual({ description: 'This field is required' })
    expect((await server.call(getUserProfile, { as: dev })).body).toMatchObject({
      hasCompletedOnboarding: false,
      phone: '',
    })
  })

  test('a visitor and a recruiter are refused', { tags: ['API-49', 'ROLE-18'] }, async () => {
    expect((await server.refusal(onboardDev, { body: complete })).status).toBe(401)
    const refused = await server.refusal(onboardDev, { as: await buildRecruiter(server), body: complete })
    expect([refused.status, refused.body.message]).toEqual([403, 'Error al actualizar perfil'])
  })
})
