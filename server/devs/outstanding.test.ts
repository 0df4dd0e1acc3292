import { beforeEach, describe, expect, test } from 'vitest'
import { listDevs } from '#contract/devs.ts'
import { deleteProject } from '#contract/projects.ts'
import { newId, now } from '../lib/ids.ts'
import { setLike } from '../projects/likes.queries.ts'
import { buildDeveloper, buildProject, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const gallery = ['https://p.example.com/1.png']
const DAY_MS = 24 * 3600 * 1000
let day = 0
let fans: Person[] = []

const outstanding = async (query: Record<string, string> = {}) =>
  (await server.call(listDevs, { query: { outstanding: 'true', ...query } })).body
const names = async () => (await outstanding()).items.map((dev) => dev.name)

/** A later account than all before, complete by default. */
function candidate(name: string, profile: Record<string, unknown> = {}) {
  day += 1
  const createdAt = new Date(Date.UTC(2024, 0, day)).toISOString()
  const full = { avatar: 'https://p.example.com/a.png', skills: '["Go"]', ...profile }
  return buildDeveloper(server, { name, createdAt, profile: full })
}

/** So many people like a project of this developer, so many days ago. */
async function like(owner: Person, projectId: string, count: number, daysAgo = 1) {
  for (const fan of fans.slice(0, count)) {
    await server.db
      .transaction()
      .execute((tx) => setLike(tx, { projectId, userId: fan.id, ownerId: owner.id }, true))
    await server.db
      .updateTable('likes')
      .set({ created_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString() })
      .where('project_id', '=', projectId)
      .where('user_id', '=', fan.id)
      .execute()
  }
}

beforeEach(async () => {
  for (const table of ['likes', 'project_skills', 'projects', 'user_facets', 'user_skills'] as const) {
    await server.db.deleteFrom(table).execute()
  }
  fans = await Promise.all(Array.from({ length: 5 }, () => buildRecruiter(server)))
})

describe('GET /devs?outstanding=true', () => {
  test('sorts by likes of the last 30 days, then the newest account', {
    tags: ['HOME-18', 'HOME-20', 'HOME-21', 'CONST-02'],
  }, async () => {
    const people = []
    for (const name of ['none-old', 'none-new', 'old likes', 'two', 'three']) {
      const dev = await candidate(name)
      people.push({ dev, project: await buildProject(server, dev, { gallery }) })
    }
    const [, , oldLikes, two, three] = people
    if (!oldLikes || !two || !three) throw new Error('unreachable')
    await like(oldLikes.dev, oldLikes.project, 5, 31)
    await like(two.dev, two.project, 2)
    await like(three.dev, three.project, 3, 29)
    expect(await names()).toEqual(['three', 'two', 'old likes', 'none-new'])
    const { total } = await outstanding()
    expect(total).toBe(4)
    expect((await outstanding({ limit: '3' })).items).toHaveLength(3)
    expect((await outstanding({ limit: '3', page: '2' })).items.map((dev) => dev.name)).toEqual(['none-new'])
  })

  test('own likes and those of deleted projects do not count', { tags: 'HOME-21' }, async () => {
    const self = await candidate('self')
    await like(self, await buildProject(server, self, { gallery }), 1)
    const own = await buildProject(server, self, { gallery })
    await server.db
      .transaction()
      .execute((tx) => setLike(tx, { projectId: own, userId: self.id, ownerId: self.id }, true))
    const gone = await candidate('gone')
    await buildProject(server, gone, { gallery })
    const deleted = await buildProject(server, gone)
    await like(gone, deleted, 5)
    const two = await candidate('two')
    await like(two, await buildProject(server, two, { gallery }), 2)
    expect(await names()).toEqual(['gone', 'two', 'self'])
    await server.call(deleteProject, { as: gone, params: { id: deleted } })
    expect(await names()).toEqual(['two', 'self', 'gone'])
  })

  test('fills up to four with people who lack only the picture, by all likes', {
    tags: 'HOME-22',
  }, async () => {
    const covered = await candidate('covered')
    await buildProject(server, covered, { gallery })
    const bare = await candidate('bare')
    await like(bare, await buildProject(server, bare), 2, 400)
    const liked = await candidate('liked')
    await like(liked, await buildProject(server, liked), 4, 400)
    await candidate('no project')
    for (const lack of [{ avatar: '' }, { professional_position: '' }, { skills: '[]' }]) {
      const unfit = await candidate('unfit', lack)
      await like(unfit, await buildProject(server, unfit, { gallery }), 5)
    }
    expect(await names()).toEqual(['covered', 'liked', 'bare', 'no project'])
  })

  test('excludes people who have not completed onboarding', { tags: 'HOME-20' }, async () => {
    const dev = await buildDeveloper(server, {
      name: 'hidden',
      onboarded: false,
      profile: { avatar: 'https://p.example.com/a.png', skills: '["Go"]' },
    })
    await buildProject(server, dev, { gallery })
    expect(await outstanding()).toEqual({ items: [], total: 0 })
  })
})

test('many likes are not counted for each request, however few rows are public (X1)', async () => {
  const many = await startServer({}, { alone: true })
  const profile = { avatar: 'https://p.example.com/a.png', skills: '["Go"]' }
  const owner = await buildDeveloper(many, { profile })
  const ids = Array.from({ length: 100 }, newId)
  const person = {
    role: 'developer' as const,
    password_hash: '',
    name: 'Ana',
    surname: 'Ruiz',
    created_at: now(),
  }
  await many.db
    .insertInto('users')
    .values(ids.map((id) => ({ ...person, id, email: `${id}@example.com` })))
    .execute()
  for (let n = 0; n < 51; n += 1) {
    const like = {
      project_id: await buildProject(many, owner, { gallery }),
      owner_id: owner.id,
      created_at: now(),
    }
    await many.db
      .insertInto('likes')
      .values(ids.map((user_id) => ({ ...like, user_id })))
      .execute()
  }
  const total = async () => (await many.call(listDevs, { query: { outstanding: 'true' } })).body.total
  expect(await total()).toBe(1)
  await buildProject(many, await buildDeveloper(many, { profile }), { gallery })
  expect(await total()).toBe(1)
})
