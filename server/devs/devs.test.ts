import { describe, expect, test } from 'vitest'
import { createExperience, createStudy, deleteExperience } from '#contract/careers.ts'
import { getDev, listDevs, searchDevs } from '#contract/devs.ts'
import { deleteProject, updateProject } from '#contract/projects.ts'
import { newId } from '../lib/ids.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { buildDeveloper, buildProject, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const limited = await startServer({ RATE_LIMITS: 'on' })
const cached = await startServer({ PUBLIC_CACHE: 'on' })

const mark = () => `Mark${newId().slice(-8)}`
const surnames = (page: { items: { surname: string }[] }) => page.items.map((dev) => dev.surname)

/** A developer with these skills. */
const withSkills = (surname: string, skills: string[], more: Record<string, unknown> = {}) =>
  buildDeveloper(server, { surname, profile: { skills: JSON.stringify(skills), ...more } })

describe('GET /devs', () => {
  test('lists cards of onboarded developers, newest first, without private data', {
    tags: ['API-45', 'DIR-06', 'DIR-07', 'DATA-01'],
  }, async () => {
    const profile = {
      phone: '+34 600 000 000',
      birth_date: '1990-05-03',
      resume: '/files/AAAAAAAAAAAAAAAAAAAAAA.pdf',
      linkedin: 'https://linkedin.com/in/x',
      github: 'https://github.com/x',
      languages: JSON.stringify([{ language: 'Español', languageLevel: 'Native' }]),
      skills: JSON.stringify(['Go']),
      experience_years: 3,
      location: 'Bilbao',
      description: 'About me',
    }
    const before = (await server.call(listDevs, { query: { limit: '1' } })).body.total
    const dev = await buildDeveloper(server, { createdAt: '2200-01-01T00:00:00.000Z', profile })
    await buildDeveloper(server, { onboarded: false, createdAt: '2201-01-01T00:00:00.000Z' })
    const { body } = await server.call(listDevs, { query: { limit: '1' } })
    expect(body).toEqual({
      items: [
        {
          _id: dev.id,
          name: dev.name,
          surname: dev.surname,
          avatar: '',
          cover: '',
          description: 'About me',
          createdAt: '2200-01-01T00:00:00.000Z',
          role: {
            type: 'developer',
            developer: {
              professionalPosition: 'Backend developer',
              experienceYears: '3',
              location: 'Bilbao',
              skills: ['Go'],
            },
          },
          projectCategories: [],
        },
      ],
      total: before + 1,
    })
  })

  test('filters by all skills ignoring case, in pages and both orders', {
    tags: ['DIR-03', 'DIR-12', 'VAL-51', 'CONST-02'],
  }, async () => {
    const skill = mark()
    const at = (day: number) => ({ created_at: new Date(Date.UTC(2024, 0, day)).toISOString() })
    await withSkills('a', [skill, 'Go'], at(1))
    await withSkills('b', [skill], at(2))
    await withSkills('c', ['GO', skill.toLowerCase(), 'Rust'], at(3))
    const found = async (query: Record<string, string>) => (await server.call(listDevs, { query })).body
    expect(surnames(await found({ skills: skill }))).toEqual(['c', 'b', 'a'])
    expect(surnames(await found({ skills: `go,${skill}`, sort: 'oldest' }))).toEqual(['a', 'c'])
    expect(surnames(await found({ skills: `${skill},go,RUST` }))).toEqual(['c'])
    const second = await found({ skills: skill, page: '2', limit: '2' })
    expect([surnames(second), second.total]).toEqual([['a'], 3])
  })

  test.each([
    ['0-1', ['0', '1']],
    ['2-4', ['2', '4']],
    ['5+', ['30', '5']],
    ['5', ['30', '5']],
    ['5 ', ['30', '5']],
    ['', ['0', '1', '2', '30', '4', '5', 'unset']],
    ['10+', []],
  ])(
    'experience %j finds years %j',
    { tags: ['DIR-04', 'VAL-53', 'VAL-54'] },
    async (experience, expected) => {
      const skill = mark()
      for (const years of [0, 1, 2, 4, 5, 30, null]) {
        await withSkills(years === null ? 'unset' : String(years), [skill], { experience_years: years })
      }
      const { body } = await server.call(listDevs, { query: { skills: skill, experience } })
      expect(surnames(body).sort()).toEqual(expected)
      expect(body.total).toBe(expected.length)
    },
  )

  test('filters by the categories of public projects', {
    tags: ['DIR-02', 'DIR-15', 'VAL-52', 'HOME-36'],
  }, async () => {
    const skill = mark()
    const dev = await withSkills('dev', [skill])
    const found = async (category: string) =>
      (await server.call(listDevs, { query: { skills: skill, category } })).body
    expect((await found('Mobile')).total).toBe(0)
    const id = await buildProject(server, dev, { category: 'Mobile' })
    await buildProject(server, dev, { category: 'Backend' })
    const imported = await buildProject(server, dev, { category: 'DevOps' })
    await server.db.updateTable('projects').set({ category: '' }).where('id', '=', imported).execute()
    await server.call(updateProject, { as: dev, params: { id }, body: { duration: 'a week' } })
    for (const category of ['Mobile', 'Backend', 'All', '']) {
      const { items } = await found(category)
      expect(items[0]?.projectCategories).toEqual(['Backend', 'Mobile', 'Other'])
    }
    for (const category of ['DevOps', 'Other', 'mobile']) expect((await found(category)).total).toBe(0)

    await server.call(updateProject, { as: dev, params: { id }, body: { category: 'UX/UI' } })
    expect([(await found('Mobile')).total, (await found('UX/UI')).total]).toEqual([0, 1])
    await server.call(deleteProject, { as: dev, params: { id } })
    expect((await found('UX/UI')).total).toBe(0)
    const one = await server.call(getDev, { params: { id: dev.id } })
    expect(one.body.projectCategories).toEqual(['Backend', 'Other'])
  })
})

describe('GET /devs/search', () => {
  test('every word must occur in name, position, skills or location', {
    tags: ['API-47', 'HOME-03', 'HOME-04'],
  }, async () => {
    const word = mark()
    await buildDeveloper(server, {
      name: 'Zoë',
      surname: word,
      profile: {
        professional_position: 'Platform engineer',
        location: 'A Coruña',
        skills: JSON.stringify(['C#']),
        description: 'invisible to the search',
      },
    })
    for (const q of [word, `zoe ${word}`, `PLATFORM ${word}`, `${word} coruna`, `c# ${word}`]) {
      const { body } = await server.call(searchDevs, { query: { q } })
      expect([q, surnames(body), body.total]).toEqual([q, [word], 1])
    }
    for (const q of [`invisible ${word}`, `${word}x`]) {
      expect((await server.call(searchDevs, { query: { q } })).body).toEqual({ items: [], total: 0 })
    }
    const missing = await server.refusal(searchDevs, { query: {} })
    expect([missing.status, missing.body.message]).toEqual([400, 'Search query is required'])
  })

  test('finds neither recruiters nor people who have not completed onboarding', {
    tags: 'API-47',
  }, async () => {
    const word = mark()
    await buildDeveloper(server, { surname: word, onboarded: false })
    await buildRecruiter(server, { surname: word })
    expect((await server.call(searchDevs, { query: { q: word } })).body.total).toBe(0)
  })
})

describe('GET /devs/{id}', () => {
  test('shows one developer with e-mail, CV and links, and is not to be indexed (P6)', {
    tags: ['API-46', 'PROF-01', 'PROF-08', 'ROLE-02'],
  }, async () => {
    const dev = await buildDeveloper(server, {
      onboarded: false,
      profile: {
        phone: '+34 600 000 000',
        birth_date: '1990-05-03',
        resume: '/files/AAAAAAAAAAAAAAAAAAAAAA.pdf',
        linkedin: 'https://linkedin.com/in/x',
      },
    })
    const read = await server.call(getDev, { params: { id: dev.id } })
    expect(read.status).toBe(200)
    expect(read.headers.get('x-robots-tag')).toBe('noindex')
    expect(read.body).toEqual({
      _id: dev.id,
      name: dev.name,
      surname: dev.surname,
      avatar: '',
      description: '',
      createdAt: expect.any(String),
      email: dev.email,
      handle: null,
      role: {
        type: 'developer',
        developer: {
          professionalPosition: 'Backend developer',
          resume: `${server.url}/files/AAAAAAAAAAAAAAAAAAAAAA.pdf`,
          experienceYears: '',
          location: '',
          linkedin: 'https://linkedin.com/in/x',
          github: '',
          skills: [],
          languages: [],
        },
      },
      projectCategories: [],
      counts: { experiences: 0, projects: 0, studies: 0 },
    })
  })

  test('returns the number of entries of each list, without drafts, up to date after each change', {
    tags: ['PROF-18', 'FLOW-07'],
  }, async () => {
    const [dev, other] = [await buildDeveloper(cached), await buildDeveloper(cached)]
    const countsFor = async (as?: typeof dev) =>
      (await cached.call(getDev, { params: { id: dev.id }, ...(as && { as }) })).body.counts
    const month = { startDate: '2020-01', endDate: null }
    const { body: job } = await cached.call(createExperience, {
      as: dev,
      body: { ...month, company: 'C', position: 'P' },
    })
    await cached.call(createStudy, { as: dev, body: { ...month, degree: 'D', instituteName: 'I' } })
    const project = await buildProject(cached, dev)
    await buildProject(cached, dev, { state: 'draft' })
    await buildProject(cached, other)
    const counts = { experiences: 1, projects: 1, studies: 1 }
    for (const reader of [undefined, other, dev]) expect(await countsFor(reader)).toEqual(counts)
    await cached.call(deleteExperience, { as: dev, params: { id: job._id } })
    await cached.call(deleteProject, { as: dev, params: { id: project } })
    expect(await countsFor()).toEqual({ experiences: 0, projects: 0, studies: 1 })
  })

  test('a recruiter, an unknown and a malformed id are not found', { tags: 'API-46' }, async () => {
    const recruiter = await buildRecruiter(server)
    for (const id of [recruiter.id, newId(), 'x', '%00']) {
      const { status, body } = await server.refusal(getDev, { params: { id } })
      expect([status, body.message, body.code]).toEqual([404, 'Error getting user', 'NOT_FOUND'])
    }
  })

  test('a visitor may read as many as the limit allows, a signed-in person more (P6)', async () => {
    const dev = await buildDeveloper(limited)
    const params = { id: dev.id }
    // 60 reads from outside equal 6000 from this machine (K2).
    for (let reads = 0; reads < 6000; reads += 1) await limited.limits.take(LIMIT_RULES.contacts, '127.0.0.1')
    const { status, headers } = await limited.refusal(getDev, { params })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(status).toBe(429)
    expect((await limited.call(getDev, { params, as: dev })).status).toBe(200)
  })
})
