import { describe, expect, test } from 'vitest'
import { viewProject } from '#contract/likes.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  listProjectsOfDeveloper,
  searchProjects,
  updateProject,
} from '#contract/projects.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildProject, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

const titles = (page: { items: { title: string }[] }) => page.items.map((project) => project.title)
const mark = () => `Mark ${newId().slice(-8)}`
const full = {
  title: ' Harbour map ',
  category: 'Frontend',
  year: '2023',
  professionalRole: 'Lead',
  duration: '3 months',
  projectSkills: 'React, react, ,D3',
  description: 'First line\r\nSecond line',
  liveLink: 'https://harbour.example.com/',
  githubProjectLink: 'https://github.com/Example/Harbour.git',
  codeSections: ['', '\n  const a = 1\n'],
  codeLanguages: ['Go', 'TypeScript'],
  gallery: ['https://pictures.example.com/1.png', 'https://pictures.example.com/2.png'],
}

describe('POST /projects', () => {
  test('a developer publishes a project; everybody can read it', {
    tags: ['API-12', 'API-13', 'DATA-13', 'DATA-14', 'DATA-15', 'DATA-16', 'ROLE-06', 'VAL-31'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const created = await server.call(createProject, {
      as: owner,
      body: { ...full, views: 9, likes: 9, liked: true, owner: newId(), badgeText: 'Best', _id: newId() },
    })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      _id: expect.any(String),
      title: 'Harbour map',
      category: 'Frontend',
      year: 2023,
      professionalRole: 'Lead',
      duration: '3 months',
      projectSkills: ['React', 'D3'],
      description: 'First line\nSecond line',
      liveLink: 'https://harbour.example.com/',
      githubProjectLink: 'https://github.com/Example/Harbour.git',
      codeSections: ['  const a = 1'],
      codeLanguages: ['TypeScript'],
      gallery: full.gallery,
      views: 0,
      likes: 0,
      liked: false,
      owner: {
        _id: owner.id,
        name: owner.name,
        surname: owner.surname,
        avatar: '',
        role: { type: 'developer', developer: { professionalPosition: 'Backend developer' } },
      },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: created.body.createdAt,
      badgeText: 'Frontend',
      state: 'published',
      warning: null,
    })
    const read = await server.call(getProject, { params: { id: created.body._id } })
    expect(read.body).toEqual(created.body)
    const row = await server.db
      .selectFrom('projects')
      .select(['repository', 'gallery_size'])
      .where('id', '=', created.body._id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ repository: 'example/harbour', gallery_size: 2 })
  })

  test.each([
    ['title', { title: ' ' }, 'Title is required'],
    ['category', { category: 'All' }, 'Category is required'],
    ['category', { category: undefined }, 'Category is required'],
    ['year', { year: undefined }, 'Year is required'],
    ['year', { year: '' }, 'Year is required'],
    ['year', { year: 1899 }, 'Year must be ≥ 1900'],
    ['year', { year: '20245' }, 'Year must have exactly 4 digits'],
    ['year', { year: '20' }, 'Year must have exactly 4 digits'],
    ['year', { year: new Date().getFullYear() + 1 }, 'Year cannot be in the future'],
    ['liveLink', { liveLink: 'harbour.example.com' }, 'Must be a valid URL'],
    ['liveLink', { liveLink: 'javascript:alert(1)' }, 'Must be a valid URL'],
    ['githubProjectLink', { githubProjectLink: 'https://me:secret@github.com/a/b' }, 'Must be a valid URL'],
    ['gallery', { gallery: Array(6).fill('https://p.example.com/1.png') }, 'You can upload up to 5 images.'],
    ['gallery.0', { gallery: ['http://p.example.com/1.png'] }, 'Must be a valid URL starting with https://'],
    ['gallery.0', { gallery: ['/files/AAAAAAAAAAAAAAAAAAAAAA.webp'] }, 'Please upload this file first.'],
    ['projectSkills', { projectSkills: ['x'.repeat(41)] }, 'Max 40 characters'],
    ['description', { description: 'x'.repeat(5001) }, 'Max 5000 characters'],
    ['codeSections', { codeSections: Array(11).fill('x') }, 'You can add up to 10 entries.'],
    ['codeSections.1', { codeSections: ['x', 'x'.repeat(5001)] }, 'Max 5000 characters'],
    ['codeLanguages', { codeLanguages: Array(11).fill('Go') }, 'You can add up to 10 entries.'],
    ['codeLanguages.0', { codeLanguages: ['Klingon'] }, 'Invalid value'],
  ])(
    '%s in %j is refused (P1, F3)',
    { tags: ['VAL-23', 'VAL-24', 'VAL-25', 'VAL-26', 'VAL-27', 'VAL-28', 'VAL-29', 'VAL-30'] },
    async (field, change, message) => {
      const owner = await buildDeveloper(server)
      const { status, body } = await server.refusal(createProject, {
        as: owner,
        body: { ...full, ...change },
      })
      expect(status).toBe(400)
      expect(body).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
    },
  )

  test('a link that is no repository is stored unchanged', { tags: ['VAL-29', 'VAL-49'] }, async () => {
    const owner = await buildDeveloper(server)
    const body = { ...full, githubProjectLink: 'https://gitlab.com/a/b' }
    const created = await server.call(createProject, { as: owner, body })
    expect(created.body.githubProjectLink).toBe('https://gitlab.com/a/b')
  })

  test('a visitor and a recruiter are refused, whatever they send', {
    tags: ['ROLE-15', 'ROLE-18'],
  }, async () => {
    expect((await server.refusal(createProject, { body: {} })).status).toBe(401)
    const refused = await server.refusal(createProject, { as: await buildRecruiter(server), body: {} })
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({ error: true, message: 'Error creating project', code: 'FORBIDDEN' })
  })
})

describe('GET /projects', () => {
  test('lists the newest first, in pages, with the total', {
    tags: ['API-11', 'CONST-02', 'PROJ-06', 'PROJ-07', 'ROLE-02'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const skill = mark()
    for (const [index, title] of ['one', 'two', 'three'].entries()) {
      const createdAt = new Date(Date.UTC(2024, 0, 1 + index)).toISOString()
      await buildProject(server, owner, { title, projectSkills: [skill], createdAt })
    }
    const query = { skills: skill, limit: '2' }
    const first = await server.call(listProjects, { query })
    expect([titles(first.body), first.body.total]).toEqual([['three', 'two'], 3])
    const second = await server.call(listProjects, { query: { ...query, page: '2' } })
    expect([titles(second.body), second.body.total]).toEqual([['one'], 3])
    const oldest = await server.call(listProjects, { query: { ...query, sort: 'oldest' } })
    expect(titles(oldest.body)).toEqual(['one', 'two'])
    const beyond = await server.call(listProjects, { query: { ...query, page: '9' } })
    expect([titles(beyond.body), beyond.body.total]).toEqual([[], 3])
  })

  test('the total follows publications and deletions', { tags: ['API-11', 'HOME-12'] }, async () => {
    const owner = await buildDeveloper(server)
    const count = async () => (await server.call(listProjects, { query: { limit: '1' } })).body.total
    const before = await count()
    const id = await buildProject(server, owner)
    expect(await count()).toBe(before + 1)
    await server.call(deleteProject, { as: owner, params: { id } })
    expect(await count()).toBe(before)
  })

  test('filters by category, by all skills ignoring case, and by having a gallery', {
    tags: ['PROJ-03', 'PROJ-04', 'HOME-23', 'VAL-51', 'VAL-52'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const skill = mark()
    const gallery = ['https://p.example.com/1.png']
    await buildProject(server, owner, { title: 'a', projectSkills: [skill, 'Go'], category: 'Backend' })
    await buildProject(server, owner, { title: 'b', projectSkills: [skill, 'Rust'], gallery })
    await buildProject(server, owner, {
      title: 'c',
      projectSkills: [skill, 'go', 'Rust'],
      category: 'Backend',
    })
    const found = async (query: Record<string, string>) =>
      titles((await server.call(listProjects, { query })).body).sort()
    expect(await found({ skills: `${skill.toUpperCase()},GO` })).toEqual(['a', 'c'])
    expect(await found({ skills: `rust,${skill},go` })).toEqual(['c'])
    expect(await found({ skills: skill, category: 'Backend' })).toEqual(['a', 'c'])
    expect(await found({ skills: skill, category: 'All' })).toEqual(['a', 'b', 'c'])
    expect(await found({ skills: skill, withGallery: 'true' })).toEqual(['b'])
    expect(await found({ skills: skill, category: 'Backend', withGallery: 'true' })).toEqual([])
    expect(await found({ skills: `${skill},nothing has this` })).toEqual([])
    expect(await found({ category: 'No such category' })).toEqual([])
    expect(await found({ category: 'Backend', limit: '100' })).toEqual(expect.arrayContaining(['a', 'c']))
    const pictured = (await server.call(listProjects, { query: { withGallery: 'true' } })).body
    expect(pictured.items.every((project) => project.gallery.length > 0)).toBe(true)
    expect(pictured.total).toBe(pictured.items.length)
  })
})

describe('GET /projects/search', () => {
  test('every word must occur in title, description, category, skills or the name of the owner', {
    tags: ['API-20', 'HOME-03'],
  }, async () => {
    const word = mark().replace(' ', '')
    const owner = await buildDeveloper(server, { name: 'Íñigo', surname: `Ruiz ${word}` })
    await buildProject(server, owner, {
      title: 'Lighthouse',
      description: 'Señales de luz',
      category: 'DevOps',
      projectSkills: ['C++', 'Go'],
    })
    for (const words of ['LIGHTHOUSE', 'senales', 'devops', 'c++', 'go', 'INIGO ruiz', 'ghtho ñal evo']) {
      const found = await server.call(searchProjects, { query: { q: `${words} ${word}` } })
      expect([words, titles(found.body), found.body.total]).toEqual([words, ['Lighthouse'], 1])
    }
    for (const words of ['lighthous3', '%', 'OR', '"']) {
      const found = await server.call(searchProjects, { query: { q: `${words} ${word}` } })
      expect([words, found.body.total]).toEqual([words, 0])
    }
  })

  test('returns projects made since `from`, in the requested order, with the total', {
    tags: ['HOME-04', 'HOME-05', 'HOME-06'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const word = mark().replace(' ', '')
    for (const [index, title] of ['old', 'middle', 'new'].entries()) {
      const createdAt = new Date(Date.UTC(2024, index, 1)).toISOString()
      await buildProject(server, owner, { title: `${title} ${word}`, createdAt })
    }
    const since = await server.call(searchProjects, {
      query: { q: word, from: '2024-02-01T00:00:00Z', sort: 'oldest', limit: '1' },
    })
    expect([titles(since.body), since.body.total]).toEqual([[`middle ${word}`], 2])
    const latest = await server.call(searchProjects, { query: { q: word } })
    expect(titles(latest.body)).toEqual([`new ${word}`, `middle ${word}`, `old ${word}`])
  })

  test.each([
    ['0000-01-01T00:00:00Z', 1],
    ['0000-12-31T23:59:59+14:00', 1],
    ['0001-01-01T00:00:00+01:00', 1],
    ['9999-12-31T23:59:59Z', 0],
    ['9999-12-31T23:59:59-12:00', 0],
  ])(
    '`from` %s, beyond the years of a database, is replaced by the nearest one (G1)',
    async (from, found) => {
      const word = mark().replace(' ', '')
      await buildProject(server, await buildDeveloper(server), { title: word })
      const { status, body } = await server.call(searchProjects, { query: { q: word, from } })
      expect([status, body.total, body.items.length]).toEqual([200, found, found])
    },
  )

  test('deleted projects are not found, edited ones are found by their new words', {
    tags: 'API-20',
  }, async () => {
    const owner = await buildDeveloper(server)
    const [before, after] = [mark(), mark()].map((text) => text.replace(' ', ''))
    const id = await buildProject(server, owner, { title: before ?? '' })
    const count = async (q = '') => (await server.call(searchProjects, { query: { q } })).body.total
    expect(await count(before)).toBe(1)
    await server.call(updateProject, { as: owner, params: { id }, body: { title: after } })
    expect([await count(before), await count(after)]).toEqual([0, 1])
    await server.call(deleteProject, { as: owner, params: { id } })
    expect(await count(after)).toBe(0)
  })

  test('requires a word', { tags: 'HOME-02' }, async () => {
    for (const query of [{}, { q: ' ' }, { q: '\u0000' }]) {
      const { status, body } = await server.refusal(searchProjects, { query: query as { q: string } })
      expect(status).toBe(400)
      expect(body).toEqual({ error: true, message: 'Search query is required', code: 'BAD_REQUEST' })
    }
  })
})

describe('GET /projects/developer/{id}', () => {
  test('lists the latest year first, then the newest', { tags: ['API-14', 'PROF-34'] }, async () => {
    const owner = await buildDeveloper(server)
    for (const [index, year] of [2020, 2024, 2020, 2022].entries()) {
      const createdAt = new Date(Date.UTC(2024, 0, 1 + index)).toISOString()
      await buildProject(server, owner, { title: `${year} ${index}`, year, createdAt })
    }
    const all = await server.call(listProjectsOfDeveloper, { params: { id: owner.id } })
    expect(titles(all.body)).toEqual(['2024 1', '2022 3', '2020 2', '2020 0'])
    const second = await server.call(listProjectsOfDeveloper, {
      params: { id: owner.id },
      query: { page: '2', limit: '3', sort: 'oldest' },
    })
    expect([titles(second.body), second.body.total]).toEqual([['2020 0'], 4])
  })

  test('lists the most viewed first on request, then the newest', { tags: 'PROF-12' }, async () => {
    const owner = await buildDeveloper(server)
    const ids: string[] = []
    for (const index of [0, 1, 2, 3]) {
      const createdAt = new Date(Date.UTC(2024, 0, 1 + index)).toISOString()
      ids.push(await buildProject(server, owner, { title: `p${index}`, year: 2020 + index, createdAt }))
    }
    for (const index of [1, 1, 1, 0, 2]) {
      await server.call(viewProject, { params: { id: ids[index] ?? '' } })
    }
    const top = await server.call(listProjectsOfDeveloper, {
      params: { id: owner.id },
      query: { order: 'views', limit: '3' },
    })
    expect([titles(top.body), top.body.total]).toEqual([['p1', 'p2', 'p0'], 4])
  })

  test('an unknown developer and a recruiter are not found', { tags: 'API-14' }, async () => {
    const recruiter = await buildRecruiter(server)
    for (const id of [newId(), recruiter.id, 'x']) {
      const { status, body } = await server.refusal(listProjectsOfDeveloper, { params: { id } })
      expect([status, body.message]).toEqual([404, 'Error al cargar los proyectos'])
    }
  })
})

describe('PUT /projects/{id}', () => {
  test('merges: sent fields change, empty ones are cleared, others stay', { tags: 'API-15' }, async () => {
    const owner = await buildDeveloper(server)
    const { body: before } = await server.call(createProject, { as: owner, body: full })
    const changed = await server.call(updateProject, {
      as: owner,
      params: { id: before._id },
      body: {
        title: 'Port map',
        liveLink: '',
        gallery: null,
        projectSkills: [],
        githubProjectLink: '',
        views: 99,
        createdAt: '2000-01-01T00:00:00.000Z',
      },
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      ...before,
      title: 'Port map',
      liveLink: '',
      gallery: [],
      projectSkills: [],
      githubProjectLink: '',
      updatedAt: expect.any(String),
    })
    expect(changed.body.updatedAt >= before.updatedAt).toBe(true)
    const bySkill = await server.call(listProjects, { query: { skills: 'D3' } })
    expect(bySkill.body.items.map((project) => project._id)).not.toContain(before._id)
  })

  test('code languages belong to their sections: sections sent alone have none, languages sent alone change nothing', {
    tags: ['API-15', 'DATA-15'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const { body } = await server.call(createProject, { as: owner, body: full })
    const params = { id: body._id }
    const put = async (change: object) =>
      (await server.call(updateProject, { as: owner, params, body: { ...change } })).body
    const codeOf = ({ codeSections, codeLanguages }: typeof body) => [codeSections, codeLanguages]
    expect(codeOf(await put({ codeLanguages: ['Go'] }))).toEqual([['  const a = 1'], ['TypeScript']])
    const two = await put({ codeSections: ['a', '', 'b'], codeLanguages: ['Go', 'SQL'] })
    expect(codeOf(two)).toEqual([
      ['a', 'b'],
      ['Go', ''],
    ])
    expect(codeOf(await put({ codeSections: ['a'] }))).toEqual([['a'], ['']])
    expect(codeOf(await put({ codeSections: null }))).toEqual([[], []])
    // As a program of before has stored it.
    const stored = { code_sections: '["a","b"]', code_languages: '["Go"]' }
    await server.db.updateTable('projects').set(stored).where('id', '=', body._id).execute()
    const { body: read } = await server.call(getProject, { params })
    expect(codeOf(read)).toEqual([
      ['a', 'b'],
      ['Go', ''],
    ])
  })

  test('a stored picture is accepted even if it could not be added today (F3)', {
    tags: 'API-15',
  }, async () => {
    const owner = await buildDeveloper(server)
    const stored = '/files/AbCdEfGhIjKlMnOpQrStUv.webp'
    const id = await buildProject(server, owner, { gallery: [stored] })
    const change = (gallery: string[]) =>
      server.call(updateProject, { as: owner, params: { id }, body: { title: 'Port map', gallery } })
    const kept = await change([server.url + stored])
    expect(kept.body).toMatchObject({ title: 'Port map', gallery: [server.url + stored] })
    expect((await change([`${server.url}/files/ZbCdEfGhIjKlMnOpQrStUv.webp`])).status).toBe(400)
  })

  test('bad input is refused and nothing changes', { tags: ['API-15', 'VAL-23', 'VAL-27'] }, async () => {
    const owner = await buildDeveloper(server)
    const id = await buildProject(server, owner)
    const body = { title: '', year: 3000, description: 'new' }
    const refused = await server.refusal(updateProject, { as: owner, params: { id }, body })
    expect(refused.body.fields).toEqual({ title: 'Title is required', year: 'Year cannot be in the future' })
    const read = await server.call(getProject, { params: { id } })
    expect(read.body).toMatchObject({ title: 'Ferry timetable', description: '' })
  })

  test('a visitor, a recruiter, another developer and an unknown id are refused (P2, G1)', {
    tags: ['API-15', 'ROLE-15', 'ROLE-18'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const id = await buildProject(server, owner)
    const body = { title: '' }
    expect((await server.refusal(updateProject, { params: { id }, body })).status).toBe(401)
    const recruiter = await buildRecruiter(server)
    expect((await server.refusal(updateProject, { as: recruiter, params: { id }, body })).status).toBe(403)
    const other = await buildDeveloper(server)
    const refused = await server.refusal(updateProject, { as: other, params: { id }, body })
    expect([refused.status, refused.body.message]).toEqual([403, 'Error updating project'])
    for (const unknown of [newId(), 'x']) {
      const missing = await server.refusal(updateProject, { as: owner, params: { id: unknown }, body })
      expect([missing.status, missing.body.message]).toEqual([404, 'Error updating project'])
    }
  })
})

describe('PUT /projects/{id}/soft-delete', () => {
  test('the owner deletes a project; from then on every call on it is 404 (P2)', {
    tags: ['API-16', 'PROF-31'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const id = await buildProject(server, owner, { projectSkills: ['Elm'] })
    const deleted = await server.call(deleteProject, { as: owner, params: { id } })
    expect(deleted.body).toEqual({ message: 'Project deleted', _id: id })
    const statuses = [
      (await server.refusal(getProject, { params: { id } })).status,
      (await server.refusal(updateProject, { as: owner, params: { id }, body: {} })).status,
      (await server.refusal(deleteProject, { as: owner, params: { id } })).status,
    ]
    expect(statuses).toEqual([404, 404, 404])
    const own = await server.call(listProjectsOfDeveloper, { params: { id: owner.id } })
    expect(own.body).toEqual({ items: [], total: 0 })
    const bySkill = await server.call(listProjects, { query: { skills: 'elm' } })
    expect(bySkill.body.items.map((project) => project._id)).not.toContain(id)
  })

  test('twice at once is counted once', async () => {
    const owner = await buildDeveloper(server)
    const id = await buildProject(server, owner)
    const count = async () => (await server.call(listProjects, { query: { limit: '1' } })).body.total
    const before = await count()
    const responses = await Promise.all(
      [1, 2, 3].map(() => server.call(deleteProject, { as: owner, params: { id } })),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, 404, 404])
    expect(await count()).toBe(before - 1)
  })

  test('a visitor, a recruiter and another developer are refused', {
    tags: ['API-16', 'ROLE-15'],
  }, async () => {
    const id = await buildProject(server, await buildDeveloper(server))
    expect((await server.refusal(deleteProject, { params: { id } })).status).toBe(401)
    for (const wrong of [await buildRecruiter(server), await buildDeveloper(server)]) {
      const refused = await server.refusal(deleteProject, { as: wrong, params: { id } })
      expect([refused.status, refused.body.message]).toEqual([403, 'Request failed'])
    }
    expect((await server.call(getProject, { params: { id } })).status).toBe(200)
  })
})
