import { describe, expect, test } from 'vitest'
import {
  createExperience,
  createStudy,
  deleteExperience,
  deleteStudy,
  listExperiences,
  listStudies,
  updateExperience,
  updateStudy,
} from '#contract/careers.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { buildUpload } from '../test/uploads.ts'

const server = await startServer()

const experience = {
  company: ' Naval SL ',
  companyLogo: 'https://p.example.com/logo.png',
  position: 'Backend developer',
  description: 'First line\nSecond line',
  startDate: '2020-03',
  endDate: '2022-11',
  experienceSkills: 'Go, go, ,SQL',
}
const study = {
  degree: ' Computer science ',
  instituteName: 'Universidade de Vigo',
  instituteLogo: 'https://p.example.com/logo.png',
  description: '',
  startDate: '2015-09-15T00:00:00.000Z',
  endDate: null,
}
const thisMonth = new Date().toISOString().slice(0, 7)
const nextMonth = new Date(Date.UTC(new Date().getFullYear(), new Date().getMonth() + 1, 15))
  .toISOString()
  .slice(0, 7)

/** Both groups behave the same (decision 47); their fields and texts differ. */
const groups = {
  experiences: {
    calls: {
      list: listExperiences,
      create: createExperience,
      update: updateExperience,
      remove: deleteExperience,
    },
    body: experience as Record<string, unknown>,
    stored: {
      company: 'Naval SL',
      companyLogo: 'https://p.example.com/logo.png',
      position: 'Backend developer',
      description: 'First line\nSecond line',
      startDate: '2020-03',
      endDate: '2022-11',
      experienceSkills: ['Go', 'SQL'],
    } as Record<string, unknown>,
    required: ['company', 'position'],
    logo: 'companyLogo',
    deleted: 'Experience deleted',
    failures: {
      list: 'Error al obtener las experiencias',
      create: 'Error saving the experience',
      update: 'Error updating the experience',
    },
  },
  studies: {
    calls: { list: listStudies, create: createStudy, update: updateStudy, remove: deleteStudy },
    body: study as Record<string, unknown>,
    stored: {
      degree: 'Computer science',
      instituteName: 'Universidade de Vigo',
      instituteLogo: 'https://p.example.com/logo.png',
      description: '',
      startDate: '2015-09',
      endDate: null,
    } as Record<string, unknown>,
    required: ['degree', 'instituteName'],
    logo: 'instituteLogo',
    deleted: 'Study deleted',
    failures: {
      list: 'Error giving studies',
      create: 'Error saving the study',
      update: 'Error updating the study',
    },
  },
}

describe.each(Object.entries(groups))('%s', (_, group) => {
  const { calls, body, stored, logo, failures } = group

  const create = async (as: Person, more: Record<string, unknown> = {}) =>
    (await server.call(calls.create, { as, body: { ...body, ...more } })).body
  const list = async (id: string, query: Record<string, string> = {}) =>
    (await server.call(calls.list, { params: { id }, query })).body

  test('the owner adds one, and everybody can read it', {
    tags: ['API-21', 'API-22', 'API-25', 'API-26', 'PROF-25', 'DATA-17', 'DATA-18', 'DATA-20'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const created = await server.call(calls.create, {
      as: owner,
      body: { ...body, owner: newId(), _id: newId(), createdAt: '2000-01-01T00:00:00.000Z' },
    })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      ...stored,
      _id: expect.any(String),
      owner: owner.id,
      createdAt: expect.stringMatching(/^20[2-9]\d-/),
      updatedAt: created.body.createdAt,
    })
    expect(await list(owner.id)).toEqual({ items: [created.body], total: 1 })
  })

  test('ongoing ones come first, then the latest end and start', {
    tags: ['PROF-33', 'PROF-35', 'DATA-19', 'DATA-21'],
  }, async () => {
    const owner = await buildDeveloper(server)
    for (const [startDate, endDate] of [
      ['2018-01', '2019-01'],
      ['2015-05', ''],
      ['2017-01', '2020-02'],
      ['2018-06', '2020-02'],
      ['2020-01', null],
    ]) {
      await create(owner, { startDate, endDate })
    }
    const { items, total } = await list(owner.id)
    expect(items.map((item) => [item.startDate, item.endDate])).toEqual([
      ['2020-01', null],
      ['2015-05', null],
      ['2018-06', '2020-02'],
      ['2017-01', '2020-02'],
      ['2018-01', '2019-01'],
    ])
    expect(total).toBe(5)
    const second = await list(owner.id, { page: '2', limit: '4', sort: 'oldest' })
    expect([second.items.map((item) => item.startDate), second.total]).toEqual([['2018-01'], 5])
  })

  test.each<[string, Record<string, unknown>, string]>([
    ...group.required.map((field): [string, Record<string, unknown>, string] => [
      field,
      { [field]: ' ' },
      'This field is required',
    ]),
    ['startDate', { startDate: '' }, 'Start Date is required'],
    ['startDate', { startDate: undefined }, 'Start Date is required'],
    ['startDate', { startDate: '1989-12' }, 'Must be a month from 1990-01 to the current month'],
    ['startDate', { startDate: '2020-13' }, 'Must be a month from 1990-01 to the current month'],
    [
      'startDate',
      { startDate: nextMonth, endDate: null },
      'Must be a month from 1990-01 to the current month',
    ],
    ['endDate', { endDate: undefined }, 'End Date is required'],
    ['endDate', { endDate: nextMonth }, 'Must be a month from 1990-01 to the current month'],
    [
      'endDate',
      { startDate: '2020-03', endDate: '2020-02' },
      'The end date must be equal to or later than the start date',
    ],
    ['description', { description: 'x'.repeat(5001) }, 'Max 5000 characters'],
    [logo, { [logo]: 'http://p.example.com/1.png' }, 'Must be a valid URL starting with https://'],
  ])(
    '%s in %j is refused',
    { tags: ['VAL-14', 'VAL-15', 'VAL-16', 'VAL-17', 'VAL-18', 'VAL-19', 'VAL-21', 'VAL-22'] },
    async (field, change, message) => {
      const owner = await buildDeveloper(server)
      const refused = await server.refusal(calls.create, { as: owner, body: { ...body, ...change } })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
    },
  )

  test('start and end may be the same month, including the current one', {
    tags: ['VAL-17', 'VAL-19'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const same = await create(owner, { startDate: thisMonth, endDate: thisMonth })
    expect([same.startDate, same.endDate]).toEqual([thisMonth, thisMonth])
  })

  test('a change is merged, and the period is validated as a whole', {
    tags: ['API-23', 'API-27', 'VAL-17'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const before = await create(owner, { startDate: '2020-03', endDate: '2022-11' })
    const update = (change: Record<string, unknown>) =>
      server.refusal(calls.update, { as: owner, params: { id: before._id }, body: change })

    const changed = await server.call(calls.update, {
      as: owner,
      params: { id: before._id },
      body: { description: 'New', [logo]: '', owner: newId(), startDate: '2021-01' },
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      ...before,
      description: 'New',
      [logo]: '',
      startDate: '2021-01',
      updatedAt: expect.any(String),
    })
    const wrong = 'The end date must be equal to or later than the start date'
    for (const change of [{ startDate: '2022-12' }, { endDate: '2020-12' }]) {
      const refused = await update({ ...change, description: 'Never' })
      expect([refused.status, refused.body.fields]).toEqual([400, { endDate: wrong }])
    }
    expect((await update({ startDate: '' })).body.fields).toEqual({ startDate: 'Start Date is required' })
    expect((await list(owner.id)).items).toEqual([changed.body])
    for (const endDate of ['', null]) {
      const { body: ongoing } = await server.call(calls.update, {
        as: owner,
        params: { id: before._id },
        body: { endDate, startDate: '2023-01' },
      })
      expect([ongoing.startDate, ongoing.endDate]).toEqual(['2023-01', null])
    }
  })

  test('a logo is an own upload, or the stored one (F3)', { tags: 'VAL-42' }, async () => {
    const owner = await buildDeveloper(server)
    const own = await buildUpload(server, owner)
    const created = await create(owner, { [logo]: own })
    expect(created).toHaveProperty(logo, own)
    const foreign = await buildUpload(server, await buildDeveloper(server))
    const params = { id: created._id }
    const refused = await server.refusal(calls.update, { as: owner, params, body: { [logo]: foreign } })
    expect(refused.body.fields).toEqual({ [logo]: 'Please upload this file first.' })
    const same = await server.call(calls.update, { as: owner, params, body: { [logo]: own } })
    expect(same.body).toHaveProperty(logo, own)
  })

  test('a deleted one is not found by any call', {
    tags: ['API-24', 'API-28', 'PROF-31', 'PROF-32'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const { _id: id } = await create(owner)
    const deleted = await server.call(calls.remove, { as: owner, params: { id } })
    expect(deleted.body).toEqual({ message: group.deleted, _id: id })
    expect(await list(owner.id)).toEqual({ items: [], total: 0 })
    const again = await server.refusal(calls.remove, { as: owner, params: { id } })
    expect([again.status, again.body.message]).toEqual([404, 'Request failed'])
    const changed = await server.refusal(calls.update, { as: owner, params: { id }, body: {} })
    expect([changed.status, changed.body.message]).toEqual([404, failures.update])
  })

  test('a visitor, a recruiter and another developer are refused, whatever they send (P2)', {
    tags: ['ROLE-06', 'ROLE-18'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const { _id: id } = await create(owner)
    const wrong = { startDate: '' }
    expect((await server.refusal(calls.create, { body: wrong })).status).toBe(401)
    expect((await server.refusal(calls.update, { params: { id }, body: wrong })).status).toBe(401)
    expect((await server.refusal(calls.remove, { params: { id } })).status).toBe(401)
    const recruiter = await buildRecruiter(server)
    const created = await server.refusal(calls.create, { as: recruiter, body: wrong })
    expect([created.status, created.body.message]).toEqual([403, failures.create])
    for (const as of [recruiter, await buildDeveloper(server)]) {
      const changed = await server.refusal(calls.update, { as, params: { id }, body: wrong })
      expect([changed.status, changed.body.message]).toEqual([403, failures.update])
      expect((await server.refusal(calls.remove, { as, params: { id } })).status).toBe(403)
    }
    expect((await list(owner.id)).total).toBe(1)
  })

  test('the list of an unknown person or a recruiter is not found', {
    tags: ['API-21', 'API-25'],
  }, async () => {
    for (const id of [newId(), 'x', (await buildRecruiter(server)).id]) {
      const refused = await server.refusal(calls.list, { params: { id } })
      expect([refused.status, refused.body.message]).toEqual([404, failures.list])
    }
  })
})
