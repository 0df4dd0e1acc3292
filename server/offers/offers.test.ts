import { describe, expect, test } from 'vitest'
import {
  createOffer,
  deleteOffer,
  getOffer,
  listAppliedOffers,
  listOffers,
  listOffersOfRecruiter,
  listOffersToApply,
  searchOffers,
  updateOffer,
} from '#contract/offers.ts'
import { getStats } from '#contract/own-offers.ts'
import { buildApplication, buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const UNKNOWN = '00000000-0000-7000-8000-000000000000'

const positions = (page: { items: { position: string }[] }) => page.items.map((offer) => offer.position)

describe('POST /offers', () => {
  test('a recruiter posts an offer; everybody can read it', {
    tags: ['API-35', 'API-31', 'ROLE-08', 'DATA-22'],
  }, async () => {
    const recruiter = await buildRecruiter(server)
    const posted = await server.call(createOffer, {
      as: recruiter,
      body: {
        title: ' Platform engineer ',
        role: 'Platform',
        location: 'Málaga',
        contractType: 'full-time, Intern',
        salary: '42000',
        skills: 'Go, Kubernetes, go, ,Terraform',
        language: 'Español',
        description: 'First line\r\nSecond line',
        owner: UNKNOWN,
        applicantsCount: 7,
      },
    })
    expect(posted.status).toBe(201)
    expect(posted.body).toEqual({
      _id: expect.any(String),
      position: 'Platform engineer',
      title: 'Platform engineer',
      role: 'Platform',
      company: 'Puerto Software',
      location: 'Málaga',
      contractType: ['Full-time', 'Internship'],
      salary: 42_000,
      skills: ['Go', 'Kubernetes', 'Terraform'],
      language: 'Español',
      description: 'First line\nSecond line',
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updatedAt: expect.any(String),
      state: 'published',
      publishedAt: posted.body.createdAt,
      closesAt: expect.any(String),
      closedReason: null,
      acceptsApplications: true,
      pay: { min: 42_000, max: 42_000, currency: 'EUR', period: '' },
      workplace: '',
      warning: null,
      countries: [],
      minYears: null,
      owner: {
        _id: recruiter.id,
        name: recruiter.name,
        surname: recruiter.surname,
        avatar: '',
        role: {
          type: 'recruiter',
          recruiter: {
            companyName: 'Puerto Software',
            location: '',
            website: '',
            contact: { email: '', phone: '' },
            contactEmail: '',
            contactPhone: '',
          },
        },
        responsiveness: { rated: false, answeredPercent: null, medianDays: null, applications: null },
        verified: null,
      },
      applicants: [],
      applicantsCount: 0,
      applied: false,
      withdrawnTwice: false,
    })
    const read = await server.call(getOffer, { params: { id: posted.body._id } })
    expect(read.body).toEqual(posted.body)
  })

  test.each([
    ['position', { position: '  ' }, 'This field is required'],
    ['contractType', { position: 'X', contractType: ['Forever'] }, 'Invalid value'],
    ['salary', { position: 'X', salary: -1 }, 'Invalid value'],
    ['salary', { position: 'X', salary: 'a lot' }, 'Invalid value'],
    ['skills', { position: 'X', skills: ['x'.repeat(41)] }, 'Max 40 characters'],
    ['description', { position: 'X', description: 'x'.repeat(5001) }, 'Max 5000 characters'],
  ])(
    'an invalid %s is refused',
    { tags: ['VAL-55', 'VAL-57', 'VAL-58', 'VAL-59'] },
    async (field, body, message) => {
      const recruiter = await buildRecruiter(server)
      const { status, body: failure } = await server.refusal(createOffer, { as: recruiter, body })
      expect(status).toBe(400)
      expect(failure).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
    },
  )

  test('a visitor and a developer are refused, whatever they send', { tags: 'ROLE-18' }, async () => {
    expect((await server.refusal(createOffer, { body: {} })).status).toBe(401)
    const developer = await buildDeveloper(server)
    const refused = await server.refusal(createOffer, { as: developer, body: {} })
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({ error: true, message: 'Error created offers', code: 'FORBIDDEN' })
  })
})

describe('GET /offers', () => {
  test('lists the newest first, in pages, with the total', {
    tags: ['API-29', 'OFF-06', 'OFF-07', 'CONST-02'],
  }, async () => {
    const own = await startOffers(['one', 'two', 'three'])
    const first = await server.call(listOffersOfRecruiter, { params: { id: own.id }, query: { limit: '2' } })
    expect(positions(first.body)).toEqual(['three', 'two'])
    expect(first.body.total).toBe(3)
    const second = await server.call(listOffersOfRecruiter, {
      params: { id: own.id },
      query: { limit: '2', page: '2' },
    })
    expect(positions(second.body)).toEqual(['one'])
    const oldest = await server.call(listOffersOfRecruiter, {
      params: { id: own.id },
      query: { sort: 'oldest', page: '-3', limit: 'many' },
    })
    expect(positions(oldest.body)).toEqual(['one', 'two', 'three'])
    const beyond = await server.call(listOffersOfRecruiter, { params: { id: own.id }, query: { page: '99' } })
    expect(beyond.body).toEqual({ items: [], total: 3 })
  })

  test('the whole list has cached totals of offers and hires, and no contact data', {
    tags: ['API-29', 'HOME-12'],
  }, async () => {
    const recruiter = await buildRecruiter(server)
    const before = (await server.call(listOffers)).body
    const id = await buildOffer(server, recruiter)
    const after = (await server.call(listOffers, { query: { limit: '1' } })).body
    expect(after.total).toBe(before.total + 1)
    expect(after.hires).toBe(before.hires)
    expect(after.items[0]?._id).toBe(id)
    expect(after.items[0]?.owner?.role.recruiter).not.toHaveProperty('contactEmail')
  })

  test('an offer must have all requested skills, ignoring case', { tags: ['OFF-05', 'VAL-51'] }, async () => {
    const recruiter = await buildRecruiter(server)
    const mark = `Skill ${recruiter.id.slice(-8)}`
    await buildOffer(server, recruiter, { position: 'both', skills: [mark, 'Rust'] })
    await buildOffer(server, recruiter, { position: 'one', skills: [mark] })
    const both = await server.call(listOffers, { query: { skills: `${mark.toUpperCase()},rust` } })
    expect(positions(both.body)).toEqual(['both'])
    const one = await server.call(listOffers, { query: { skills: mark } })
    expect(one.body.total).toBe(2)
  })

  test.each([
    ['Full-time', ['full', 'full+intern']],
    ['Permanent', ['full']],
    ['Intern', ['full+intern']],
    ['internship', ['full+intern']],
    ['Temp', ['temporary']],
    ['Forever', []],
  ])('the contract filter %s', { tags: ['OFF-04', 'HOME-08', 'DASH-03'] }, async (contractType, expected) => {
    const recruiter = await buildRecruiter(server)
    const mark = `Contract ${recruiter.id.slice(-8)}`
    await buildOffer(server, recruiter, {
      position: 'full+intern',
      skills: [mark],
      contractType: ['Full-time', 'Internship'],
    })
    await buildOffer(server, recruiter, { position: 'full', skills: [mark], contractType: ['Full-time'] })
    await buildOffer(server, recruiter, {
      position: 'temporary',
      skills: [mark],
      contractType: ['Temporary'],
    })
    for (const query of [{ contractType, skills: mark }, { contractType }]) {
      const found = await server.call(listOffers, { query })
      expect(
        positions(found.body)
          .filter((position) => /^(full|temp)/.test(position))
          .sort(),
      ).toEqual(query.skills ? [...expected].sort() : expect.arrayContaining(expected))
    }
    const own = await server.call(listOffersOfRecruiter, {
      params: { id: recruiter.id },
      query: { contractType },
    })
    expect(positions(own.body).sort()).toEqual([...expected].sort())
  })
})

describe('GET /offers/search', () => {
  test('every word must occur somewhere, ignoring case and accents, newest first', {
    tags: ['API-38', 'HOME-04'],
  }, async () => {
    const recruiter = await buildRecruiter(server)
    const mark = recruiter.id.slice(-8)
    const offer = { company: `Compañía ${mark}`, location: 'Málaga' }
    await buildOffer(server, recruiter, { ...offer, position: 'Old', skills: ['Kotlin'] })
    const fresh = await buildOffer(server, recruiter, {
      ...offer,
      position: 'New',
      contractType: ['Freelance'],
    })
    const find = async (query: Record<string, string>) =>
      (await server.call(searchOffers, { query: { q: `malaga ${mark}`, ...query } })).body

    expect(positions(await find({}))).toEqual(['New', 'Old'])
    expect(positions(await find({ sort: 'oldest' }))).toEqual(['Old', 'New'])
    expect(positions(await find({ q: `COMPANIA ${mark} kotl` }))).toEqual(['Old'])
    expect(positions(await find({ contractType: 'Freelance' }))).toEqual(['New'])
    expect(positions(await find({ contractType: 'Permanent' }))).toEqual(['Old'])
    expect(positions(await find({ contractType: 'Forever' }))).toEqual([])
    expect(positions(await find({ from: new Date(Date.now() + 60_000).toISOString() }))).toEqual([])

    await server.call(updateOffer, { as: recruiter, params: { id: fresh }, body: { location: 'Bilbao' } })
    expect(positions(await find({}))).toEqual(['Old'])
    await server.call(deleteOffer, { as: recruiter, params: { id: fresh } })
    expect(positions(await find({ q: `bilbao ${mark}` }))).toEqual([])
  })

  test('a missing or empty query is refused (decision 39)', async () => {
    for (const query of [{}, { q: '  ' }]) {
      const { status, body } = await server.refusal(searchOffers, { query })
      expect([status, body.code, body.message]).toEqual([400, 'BAD_REQUEST', 'Search query is required'])
    }
  })
})

describe('GET /offers/{id}', () => {
  test('each viewer sees only the entries that concern them', { tags: ['DATA-25', 'DATA-26'] }, async () => {
    const recruiter = await buildRecruiter(server)
    const [first, second] = [await buildDeveloper(server), await buildDeveloper(server)]
    const id = await buildOffer(server, recruiter)
    await buildApplication(server, id, first, { coverLetter: 'Mine' })
    await buildApplication(server, id, second)

    const seenBy = async (viewer?: { token: string }) =>
      (await server.call(getOffer, { params: { id }, ...(viewer && { as: viewer }) })).body
    expect(await seenBy()).toMatchObject({ applicants: [], applicantsCount: 2, applied: false })
    expect(await seenBy(await buildRecruiter(server))).toMatchObject({ applicants: [], applied: false })
    expect(await seenBy(first)).toMatchObject({
      applicants: [{ user: first.id, coverLetter: 'Mine', status: 'pending' }],
      applied: true,
    })
    expect((await seenBy(recruiter)).applicants.map((entry) => entry.user)).toEqual([second.id, first.id])
    expect(JSON.stringify(await seenBy(recruiter))).not.toContain('+34 600')
  })

  test('an unknown and a malformed id are not found', { tags: 'ERR-30' }, async () => {
    for (const id of [UNKNOWN, 'x', "1' or '1'='1"]) {
      const { status, body } = await server.refusal(getOffer, { params: { id } })
      expect(status).toBe(404)
      expect(body).toEqual({ error: true, message: 'Error getting offer', code: 'NOT_FOUND' })
    }
  })
})

describe('PUT /offers/{id}', () => {
  test('the owner changes what was sent and nothing else', { tags: ['API-36', 'ROLE-09'] }, async () => {
    const recruiter = await buildRecruiter(server)
    const id = await buildOffer(server, recruiter, { position: 'Before', salary: 30_000, skills: ['Go'] })
    const changed = await server.call(updateOffer, {
      as: recruiter,
      params: { id },
      body: { position: 'After', salary: null, skills: [], createdAt: '2000-01-01T00:00:00.000Z' },
    })
    expect(changed.body).toMatchObject({
      position: 'After',
      salary: null,
      skills: [],
      contractType: ['Full-time'],
    })
    expect(changed.body.createdAt).not.toMatch(/^2000/)
  })

  test('another recruiter, a developer and a visitor are refused before the body is read', {
    tags: 'ROLE-18',
  }, async () => {
    const id = await buildOffer(server, await buildRecruiter(server))
    const wrong = { params: { id }, body: { position: '' } }
    const other = await server.refusal(updateOffer, { as: await buildRecruiter(server), ...wrong })
    expect([other.status, other.body.message]).toEqual([403, 'Request failed'])
    expect((await server.refusal(updateOffer, { as: await buildDeveloper(server), ...wrong })).status).toBe(
      403,
    )
    expect((await server.refusal(updateOffer, wrong)).status).toBe(401)
    expect((await server.call(getOffer, { params: { id } })).body.position).toBe('Backend developer')
  })
})

describe('PATCH /offers/{id}/delete', () => {
  test('a deleted offer is gone from everywhere and cannot be deleted twice', {
    tags: ['API-32', 'OFF-24'],
  }, async () => {
    const recruiter = await buildRecruiter(server)
    const developer = await buildDeveloper(server)
    const id = await buildOffer(server, recruiter)
    await buildApplication(server, id, developer)
    const before = (await server.call(listOffers, { query: { limit: '1' } })).body.total

    const deleted = await server.call(deleteOffer, { as: recruiter, params: { id } })
    expect(deleted.body).toEqual({ message: 'Offer deleted', _id: id })
    expect((await server.refusal(deleteOffer, { as: recruiter, params: { id } })).status).toBe(404)
    expect((await server.refusal(getOffer, { params: { id } })).status).toBe(404)
    expect((await server.call(listOffers, { query: { limit: '1' } })).body.total).toBe(before - 1)
    const applied = await server.call(listAppliedOffers, { as: developer, params: { id: developer.id } })
    expect(applied.body).toEqual({ items: [], total: 0 })
  })

  test('only the owner can delete', { tags: ['ERR-31', 'ROLE-09'] }, async () => {
    const id = await buildOffer(server, await buildRecruiter(server))
    const refused = await server.refusal(deleteOffer, { as: await buildRecruiter(server), params: { id } })
    expect([refused.status, refused.body.message]).toEqual([403, 'Error delete offers'])
    expect((await server.refusal(deleteOffer, { params: { id } })).status).toBe(401)
    expect((await server.call(getOffer, { params: { id } })).status).toBe(200)
  })
})

describe('GET /offers/profile/{id}', () => {
  test('returns the open offers of that recruiter to anyone, newest first, filtered and in pages', {
    tags: ['API-30', 'REC-06', 'DASH-03', 'DASH-06', 'DASH-08'],
  }, async () => {
    const [recruiter, other] = [await buildRecruiter(server), await buildRecruiter(server)]
    const first = await buildOffer(server, recruiter, { contractType: ['Freelance'] })
    const second = await buildOffer(server, recruiter, { contractType: ['Full-time'] })
    const third = await buildOffer(server, recruiter, { contractType: ['Full-time'] })
    const deleted = await buildOffer(server, recruiter)
    await buildOffer(server, other)
    await server.call(deleteOffer, { as: recruiter, params: { id: deleted } })
    const list = async (query: Record<string, string> = {}) => {
      const { items, total } = (
        await server.call(listOffersOfRecruiter, { params: { id: recruiter.id }, query })
      ).body
      return { ids: items.map(({ _id }) => _id), total }
    }
    expect(await list()).toEqual({ ids: [third, second, first], total: 3 })
    expect(await list({ sort: 'oldest' })).toEqual({ ids: [first, second, third], total: 3 })
    expect(await list({ limit: '2', page: '2' })).toEqual({ ids: [first], total: 3 })
    expect(await list({ contractType: 'Full-time' })).toEqual({ ids: [third, second], total: 2 })
  })

  test('a developer, an unknown and a malformed id are not found', { tags: 'API-30' }, async () => {
    for (const id of [(await buildDeveloper(server)).id, UNKNOWN, 'x']) {
      const refused = await server.refusal(listOffersOfRecruiter, { params: { id } })
      expect([refused.status, refused.body.message]).toEqual([404, 'Error getting offers'])
    }
  })
})

describe('GET /offers/applied/{userId} and /offers/bydev', () => {
  test('divide the offers between them', { tags: ['API-42', 'API-43', 'ROLE-03'] }, async () => {
    const recruiter = await buildRecruiter(server)
    const developer = await buildDeveloper(server)
    const applied = await buildOffer(server, recruiter, { skills: [`Parted ${developer.id.slice(-8)}`] })
    const open = await buildOffer(server, recruiter, { skills: [`Parted ${developer.id.slice(-8)}`] })
    await buildApplication(server, applied, developer)
    const query = { skills: `Parted ${developer.id.slice(-8)}` }

    const mine = await server.call(listAppliedOffers, { as: developer, params: { id: developer.id }, query })
    expect(mine.body).toMatchObject({
      total: 1,
      items: [{ _id: applied, applied: true, applicants: [{ status: 'pending' }] }],
    })
    const left = await server.call(listOffersToApply, { as: developer, query })
    expect(left.body).toMatchObject({ total: 1, items: [{ _id: open, applied: false }] })
  })

  test("someone else's applications are refused (O4)", async () => {
    const [one, other] = [await buildDeveloper(server), await buildDeveloper(server)]
    const refused = await server.refusal(listAppliedOffers, { as: one, params: { id: other.id } })
    expect([refused.status, refused.body.message]).toEqual([403, 'Error getting offers'])
    expect((await server.refusal(listAppliedOffers, { params: { id: one.id } })).status).toBe(401)
    expect((await server.refusal(listOffersToApply, { as: await buildRecruiter(server) })).status).toBe(403)
  })
})

describe('GET /offers/stats/{id}', () => {
  test('counts the open offers and their applications', { tags: ['API-37', 'DATA-29'] }, async () => {
    const recruiter = await buildRecruiter(server)
    const [first, second] = [await buildDeveloper(server), await buildDeveloper(server)]
    const busy = await buildOffer(server, recruiter)
    const deleted = await buildOffer(server, recruiter)
    await buildOffer(server, recruiter)
    const old = await buildApplication(server, busy, first)
    await buildApplication(server, busy, second)
    await buildApplication(server, deleted, second)
    await server.call(deleteOffer, { as: recruiter, params: { id: deleted } })
    const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000).toISOString()
    await server.db
      .updateTable('applications')
      .set({ applied_at: tenDaysAgo })
      .where('id', '=', old)
      .execute()

    const stats = await server.call(getStats, { as: recruiter, params: { id: recruiter.id } })
    expect(stats.body).toEqual({
      totalOffers: 2,
      totalApplicants: 2,
      applicationsLast7Days: 1,
      avgDailyApplicationsLast7Days: 0.14,
      avgApplicationsPerOffer: 1,
    })
    const empty = await buildRecruiter(server)
    expect((await server.call(getStats, { as: empty, params: { id: empty.id } })).body).toEqual({
      totalOffers: 0,
      totalApplicants: 0,
      applicationsLast7Days: 0,
      avgDailyApplicationsLast7Days: 0,
      avgApplicationsPerOffer: 0,
    })
    const other = await server.refusal(getStats, { as: empty, params: { id: recruiter.id } })
    expect([other.status, other.body.message]).toEqual([403, 'Error getting stats'])
  })
})

/** A recruiter with these offers, posted in this order. */
async function startOffers(positions: string[]) {
  const recruiter = await buildRecruiter(server)
  for (const position of positions) await buildOffer(server, recruiter, { position })
  return recruiter
}
