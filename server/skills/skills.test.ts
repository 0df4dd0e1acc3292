import { describe, expect, test } from 'vitest'
import { deleteOffer } from '#contract/offers.ts'
import { deleteProject } from '#contract/projects.ts'
import { listSkills, SkillFilters, suggestSkills } from '#contract/skills.ts'
import { newId, now } from '../lib/ids.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter } from '../test/builders.ts'
import { leastPauseMs, MAX_PAUSE_MS } from '../test/loop-pauses.ts'
import { startServer } from '../test/server.ts'
import { CATALOGUE } from './catalogue.ts'
import { listSkills as skillsInUse } from './skills.queries.ts'

const server = await startServer()
const NO_FILTERS = SkillFilters.parse({})

const mark = () => `Mark${newId().slice(-8)}`
const all = async (scope?: string) =>
  (await server.call(listSkills, { query: scope ? { scope } : {} })).body.items.map(({ name }) => name)
const suggested = async (q: string) =>
  (await server.call(suggestSkills, { query: { q } })).body.items.map(({ name }) => name)

test('the catalogue names about 150 technologies, each once', () => {
  expect(CATALOGUE.length).toBeGreaterThan(140)
  expect(CATALOGUE.length).toBeLessThan(180)
  expect(new Set(CATALOGUE.map((name) => name.toLowerCase())).size).toBe(CATALOGUE.length)
})

describe('GET /offers/allskills', () => {
  test('returns the catalogue to anyone, sorted by name', {
    tags: ['API-34', 'API-63', 'DATA-33', 'HOME-36', 'ONB-09'],
  }, async () => {
    const response = await server.call(listSkills)
    expect(response.status).toBe(200)
    expect(response.body.total).toBe(response.body.items.length)
    const names = response.body.items.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['TypeScript', 'C++', '.NET', 'Go']))
    expect(names.indexOf('Ansible')).toBeLessThan(names.indexOf('Zig'))
  })

  test('a custom skill is listed once a second person uses it, ignoring case (P7)', {
    tags: 'API-34',
  }, async () => {
    const word = mark()
    const owner = await buildDeveloper(server)
    await buildProject(server, owner, { projectSkills: [word] })
    await buildProject(server, owner, { projectSkills: [word.toUpperCase()] })
    const has = async () => (await all()).filter((name) => name.toLowerCase() === word.toLowerCase())
    expect(await has()).toEqual([])
    expect(await suggested(word)).toEqual([])
    await buildDeveloper(server, { profile: { skills: JSON.stringify([word.toLowerCase()]) } })
    expect(await has()).toEqual([word])
    expect(await suggested(word.slice(2))).toEqual([word])
  })

  test('with a scope returns only skills used in that list', {
    tags: ['PROJ-04', 'DIR-03', 'OFF-05'],
  }, async () => {
    const word = mark()
    const developer = await buildDeveloper(server, { profile: { skills: '["zig"]' } })
    const project = await buildProject(server, developer, { projectSkills: [word, 'elm'] })
    const recruiter = await buildRecruiter(server)
    const offer = await buildOffer(server, recruiter, { skills: [word, 'COBOL'] })
    const shown = async (scope: string) =>
      (await all(scope)).filter((name) => [word, 'Zig', 'Elm', 'COBOL'].includes(name))
    expect(await shown('projects')).toEqual(['Elm', word].sort())
    expect(await shown('developers')).toEqual(['Zig'])
    expect(await shown('offers')).toEqual(['COBOL', word].sort())
    expect(await all('projects')).not.toContain('Delphi')
    expect(await all('unknown')).toContain('Delphi')

    await server.call(deleteProject, { as: developer, params: { id: project } })
    expect(await shown('projects')).toEqual([])
    // Only one person still uses the skill.
    expect(await shown('offers')).toEqual(['COBOL'])
    await server.call(deleteOffer, { as: recruiter, params: { id: offer } })
    expect(await shown('offers')).toEqual([])
  })

  test('with a scope and its filters returns matching skills with their counts', {
    tags: 'FLOW-07',
  }, async () => {
    const [one, two, three] = [mark(), mark(), mark()]
    const developer = await buildDeveloper(server)
    const recruiter = await buildRecruiter(server)
    // Used by two people, or they would be hidden from others (P7).
    await buildOffer(server, recruiter, { skills: [one, two, three], contractType: ['Freelance'] })
    await buildProject(server, developer, { category: 'Backend', projectSkills: [one, two] })
    await buildProject(server, developer, { category: 'Frontend', projectSkills: [one, three] })
    const counted = async (query: Record<string, string>) =>
      Object.fromEntries(
        (await server.call(listSkills, { query })).body.items.flatMap(({ name, count }) =>
          [one, two, three].includes(name) ? [[name, count]] : [],
        ),
      )
    expect(await counted({ scope: 'projects' })).toEqual({ [one]: 2, [two]: 1, [three]: 1 })
    expect(await counted({ scope: 'projects', category: 'Backend' })).toEqual({ [one]: 1, [two]: 1 })
    expect(await counted({ scope: 'projects', skills: three.toUpperCase() })).toEqual({
      [one]: 1,
      [three]: 1,
    })
    expect(await counted({ scope: 'projects', skills: `${two},${three}` })).toEqual({})
    expect(await counted({ scope: 'offers', skills: one })).toEqual({ [one]: 1, [two]: 1, [three]: 1 })
    expect(await counted({ scope: 'offers', skills: one, contractType: 'Part-time' })).toEqual({})
    expect(await counted({ scope: 'developers' })).toEqual({})
    // The catalogue has no counts.
    expect(await counted({})).toEqual({ [one]: undefined, [two]: undefined, [three]: undefined })
  })

  test('excludes skills of people who are not public (P7)', { tags: 'API-34' }, async () => {
    const word = mark()
    for (const _ of [1, 2]) {
      await buildDeveloper(server, { onboarded: false, profile: { skills: JSON.stringify([word]) } })
    }
    expect(await all()).not.toContain(word)
    expect(await all('developers')).not.toContain(word)
  })
})

describe('GET /offers/technology', () => {
  test('returns at most ten that contain the text, those that start with it first', {
    tags: ['API-33', 'CONST-12'],
  }, async () => {
    const found = await suggested('JA')
    expect(found.slice(0, 2)).toEqual(['Java', 'JavaScript'])
    expect(found.slice(2)).toEqual(['Django'])
    expect(await suggested('e')).toHaveLength(10)
    expect((await suggested('s'))[0]).toMatch(/^S/)
    expect(await suggested('c+')).toEqual(['C++'])
    expect(await suggested('.net')).toEqual(['.NET', 'ASP.NET'])
  })

  test.each(['', ' ', 'no such word', '%', '_'])('%j returns nothing', { tags: 'API-33' }, async (q) => {
    expect(await suggested(q)).toEqual([])
    expect((await server.call(suggestSkills)).body).toEqual({ items: [], total: 0 })
  })
})

test('finding the skills of many people does not block others (X1)', async () => {
  const { db } = server
  const [one, other] = [await buildDeveloper(server), await buildDeveloper(server)]
  const words = Array.from({ length: 20_000 }, (_, index) => `Many${String(index).padStart(5, '0')}`)
  const add = (user_id: string, names: string[]) =>
    db
      .insertInto('user_skills')
      .values(names.map((name) => ({ user_id, name, key: name.toLowerCase(), user_created_at: now() })))
      .execute()
  for (let start = 0; start < words.length; start += 1000) await add(one.id, words.slice(start, start + 1000))
  const shared = words.filter((_, index) => index % 100 === 0)
  await add(other.id, shared)
  let found: Awaited<ReturnType<typeof skillsInUse>> = []
  const pauseMs = await leastPauseMs(async () => {
    found = await skillsInUse(db, { ...NO_FILTERS, scope: 'developers' })
  })
  await db.deleteFrom('user_skills').where('key', 'like', 'many%').execute()
  expect(found.map(({ name }) => name).filter((name) => name.startsWith('Many'))).toEqual(shared)
  expect(pauseMs).toBeLessThanOrEqual(MAX_PAUSE_MS)
})

test('words in use are not looked up for each request when there are many, however few rows have them (X1)', async () => {
  const many = await startServer({}, { alone: true })
  const [one, other] = [await buildRecruiter(many), await buildRecruiter(many)]
  for (let n = 0; n < 1000; n += 10) {
    await buildOffer(many, one, { skills: Array.from({ length: 10 }, (_, index) => `Word ${n + index}`) })
  }
  const find = async () => (await many.call(suggestSkills, { query: { q: 'Mark' } })).body.items
  expect(await find()).toEqual([])
  for (const owner of [one, other]) await buildOffer(many, owner, { skills: ['Markdown of many'] })
  expect(await find()).toEqual([])
})
