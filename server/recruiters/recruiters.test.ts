import { describe, expect, test } from 'vitest'
import { getRecruiter, listRecruiters, updateRecruiterProfile } from '#contract/recruiters.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { buildUpload } from '../test/uploads.ts'

const server = await startServer()

const company = {
  companyName: 'Puerto Software',
  location: 'Gijón',
  sector: 'Logistics',
  website: 'https://puerto.example.com',
  contactEmail: 'jobs@puerto.example.com',
  contactPhone: '+34 985 000 000',
}
const complete = {
  phone: '+34 600 000 000',
  birthDate: '03-05-1980',
  description: 'We ship.',
  avatar: 'https://p.example.com/me.png',
  hasCompletedOnboarding: true,
  role: { type: 'recruiter', recruiter: company },
}
const columns = {
  company_name: company.companyName,
  location: company.location,
  sector: company.sector,
  website: company.website,
  contact_email: company.contactEmail,
  contact_phone: company.contactPhone,
  phone: '+34 600 000 000',
  birth_date: '1980-05-03',
  avatar: 'https://p.example.com/me.png',
  description: 'We ship.',
}

describe('GET /recruiters', () => {
  test('lists onboarded recruiters, newest first, without contact data', {
    tags: ['API-50', 'HOME-36', 'DATA-01'],
  }, async () => {
    const before = (await server.call(listRecruiters, { query: { limit: '1' } })).body.total
    const createdAt = '2200-01-01T00:00:00.000Z'
    const recruiter = await buildRecruiter(server, { createdAt, profile: columns })
    await buildRecruiter(server, { onboarded: false, createdAt: '2201-01-01T00:00:00.000Z' })
    await buildRecruiter(server, { createdAt: '2199-01-01T00:00:00.000Z' })
    const { body } = await server.call(listRecruiters, { query: { limit: '1' } })
    expect(body).toEqual({
      items: [
        {
          _id: recruiter.id,
          name: recruiter.name,
          surname: recruiter.surname,
          avatar: columns.avatar,
          description: 'We ship.',
          createdAt,
          role: {
            type: 'recruiter',
            recruiter: {
              companyName: 'Puerto Software',
              location: 'Gijón',
              sector: 'Logistics',
            },
          },
        },
      ],
      total: before + 2,
    })
    const oldest = await server.call(listRecruiters, { query: { sort: 'oldest' } })
    expect(oldest.body.items.at(-1)?._id).toBe(recruiter.id)
  })
})

describe('GET /recruiters/{id}', () => {
  test('shows a recruiter with contact data, but not the account e-mail, phone or birth date', {
    tags: ['API-51', 'REC-01', 'REC-02', 'DATA-11', 'DATA-12'],
  }, async () => {
    const recruiter = await buildRecruiter(server, { onboarded: false, profile: columns })
    const { status, body } = await server.call(getRecruiter, { params: { id: recruiter.id } })
    expect(status).toBe(200)
    expect(body).toEqual({
      _id: recruiter.id,
      name: recruiter.name,
      surname: recruiter.surname,
      avatar: columns.avatar,
      description: 'We ship.',
      createdAt: expect.any(String),
      handle: null,
      responsiveness: { rated: false, answeredPercent: null, medianDays: null, applications: null },
      verified: null,
      role: {
        type: 'recruiter',
        recruiter: {
          ...company,
          contact: { email: company.contactEmail, phone: company.contactPhone },
          multimedia: [],
        },
      },
    })
  })

  test('a developer, an unknown and a malformed id are not found', { tags: 'API-51' }, async () => {
    const developer = await buildDeveloper(server)
    for (const id of [developer.id, newId(), 'x']) {
      const { status, body } = await server.refusal(getRecruiter, { params: { id } })
      expect([status, body.message]).toEqual([404, 'Error getting user'])
    }
  })
})

describe('PUT /recruiters/profile', () => {
  test("merges the sent fields into the caller's page", {
    tags: ['API-52', 'REC-03', 'DATA-10'],
  }, async () => {
    const recruiter = await buildRecruiter(server, { profile: columns })
    const multimedia = [await buildUpload(server, recruiter), 'https://p.example.com/2.png']
    const { status, body } = await server.call(updateRecruiterProfile, {
      as: recruiter,
      body: {
        description: '',
        companyName: 'Other name',
        email: 'other@example.com',
        role: { type: 'developer', recruiter: { sector: 'Games', multimedia } },
      },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'Profile updated',
      recruiter: {
        _id: recruiter.id,
        name: recruiter.name,
        surname: recruiter.surname,
        email: recruiter.email,
        phone: '+34 600 000 000',
        birthDate: '1980-05-03',
        avatar: columns.avatar,
        description: '',
        createdAt: expect.any(String),
        emailConfirmed: true,
        handle: null,
        hasCompletedOnboarding: true,
        language: '',
        role: {
          type: 'recruiter',
          recruiter: {
            ...company,
            companyName: 'Other name',
            sector: 'Games',
            contact: { email: company.contactEmail, phone: company.contactPhone },
            multimedia,
          },
        },
      },
    })
  })

  test.each([
    [{ contact: { email: 'a@b.example', phone: '12345678' } }],
    [{ contact: [{ email: 'a@b.example', phone: '12345678' }, { email: 'c@d.example' }] }],
    [
      {
        contactEmail: 'a@b.example',
        contactPhone: '12345678',
        contact: { email: 'c@d.example', phone: '99999999' },
      },
    ],
    [{ role: { recruiter: { contact: { email: 'a@b.example', phone: '12345678' } } } }],
  ])('reads the contact data of %j', { tags: ['DATA-11', 'DATA-12'] }, async (body) => {
    const recruiter = await buildRecruiter(server)
    const changed = await server.call(updateRecruiterProfile, { as: recruiter, body })
    expect(changed.body.recruiter.role).toMatchObject({
      recruiter: {
        contact: { email: 'a@b.example', phone: '12345678' },
        contactEmail: 'a@b.example',
        contactPhone: '12345678',
      },
    })
  })

  test.each([
    ['description', { description: 'x'.repeat(501) }, 'Máximo 500 caracteres'],
    ['role.recruiter.contactEmail', { contactEmail: 'nobody' }, 'Invalid email format'],
    ['role.recruiter.contactEmail', { contactEmail: '' }, 'Invalid email format'],
    // With a Cyrillic letter (A2).
    ['role.recruiter.contactEmail', { contactEmail: 'jоbs@puerto.example' }, 'Invalid email format'],
    ['role.recruiter.contactPhone', { contactPhone: '1234567' }, 'Invalid phone number'],
    ['role.recruiter.website', { website: 'http://x.example' }, 'Must be a valid URL starting with https://'],
    ['role.recruiter.website', { website: '' }, 'Website is required'],
    ['role.recruiter.companyName', { companyName: ' ' }, 'This field is required'],
    [
      'role.recruiter.multimedia.0',
      { multimedia: ['/files/AAAAAAAAAAAAAAAAAAAAAA.webp'] },
      'Please upload this file first.',
    ],
    [
      'role.recruiter.multimedia',
      { multimedia: Array(6).fill('https://p.example.com/1.png') },
      'You can upload up to 5 images.',
    ],
  ])(
    '%s of %j is refused (F3)',
    { tags: ['VAL-37', 'VAL-87', 'VAL-88', 'VAL-89', 'VAL-90'] },
    async (field, body, message) => {
      const recruiter = await buildRecruiter(server, { profile: columns })
      const refused = await server.refusal(updateRecruiterProfile, { as: recruiter, body })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
    },
  )

  test('completes onboarding only when nothing is missing; then the recruiter is listed', {
    tags: ['API-52', 'ONB-09', 'VAL-87', 'VAL-88', 'VAL-89', 'VAL-90'],
  }, async () => {
    const total = async () => (await server.call(listRecruiters, { query: { limit: '1' } })).body.total
    const recruiter = await buildRecruiter(server, { onboarded: false, profile: { company_name: '' } })
    const before = await total()
    const refused = await server.refusal(updateRecruiterProfile, {
      as: recruiter,
      body: { hasCompletedOnboarding: true },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual({
      phone: 'Please enter a valid phone number (start with + and at least 8 digits).',
      description: 'This field is required',
      birthDate: 'This field is required',
      avatar: 'This field is required',
      'role.recruiter.companyName': 'This field is required',
      'role.recruiter.location': 'This field is required',
      'role.recruiter.sector': 'This field is required',
      'role.recruiter.contactEmail': 'Invalid email format',
      'role.recruiter.contactPhone': 'Invalid phone number',
      'role.recruiter.website': 'Website is required',
    })
    const done = await server.call(updateRecruiterProfile, { as: recruiter, body: complete })
    expect(done.body.recruiter).toMatchObject({ hasCompletedOnboarding: true, role: { recruiter: company } })
    expect(await total()).toBe(before + 1)
    const later = await server.call(updateRecruiterProfile, {
      as: recruiter,
      body: { hasCompletedOnboarding: false, description: 'New' },
    })
    expect(later.body.recruiter.hasCompletedOnboarding).toBe(true)
    expect(await total()).toBe(before + 1)
  })

  test('a visitor and a developer are refused, whatever they send', {
    tags: ['API-52', 'ROLE-18'],
  }, async () => {
    expect((await server.refusal(updateRecruiterProfile, { body: { name: '' } })).status).toBe(401)
    const developer = await buildDeveloper(server)
    const refused = await server.refusal(updateRecruiterProfile, { as: developer, body: { name: '' } })
    expect([refused.status, refused.body.message]).toEqual([403, 'Error editing the recProfile'])
  })
})
