import { describe, expect, test } from 'vitest'
import { getDev, listDevs } from '#contract/devs.ts'
import { getLikeStatus, likeProject, viewProject } from '#contract/likes.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  listProjectsOfDeveloper,
  searchProjects,
  updateProject,
} from '#contract/projects.ts'
import { reportThing } from '#contract/reports.ts'
import { previewPath } from '#contract/seo.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { newId } from '../lib/ids.ts'
import { hideThing, showThing } from '../moderation/hiding.ts'
import { siteMapFile } from '../seo/site-maps.ts'
import { buildDeveloper, type Person } from '../test/builders.ts'
import { recount } from '../test/security/recount.ts'
import { startServer } from '../test/server.ts'
import { readPersonalData } from '../users/export.queries.ts'
import { reactivate } from '../users/reactivation.ts'
import { syncVisibility } from '../users/visibility.ts'

const server = await startServer({ PUBLIC_CACHE: 'on' })
const { db } = server

const word = () => `Draft${newId().slice(-8)}`
const bodyOf = (mark: string) => ({
  title: mark,
  category: 'DevOps' as const,
  year: 2024,
  projectSkills: [mark],
  description: mark,
})
const draft = async (as: Person, mark = word()) => {
  const { body } = await server.call(createProject, { as, body: { ...bodyOf(mark), state: 'draft' } })
  return body._id
}
const setState = (as: Person, id: string, state: 'draft' | 'published') =>
  server.call(updateProject, { as, params: { id }, body: { state } })

/** All reads that may contain a project, by a visitor and another person. */
async function seenByOthers(mark: string, owner: Person, as: Person): Promise<string> {
  const pages = [
    '/api/projects?limit=5',
    `/api/projects?skills=${mark}`,
    '/api/projects?category=DevOps&limit=5',
    `/api/projects/search?q=${mark}`,
    `/api/projects/developer/${owner.id}`,
    `/api/projects/developer/${owner.id}?drafts=true`,
    `/api/projects/developer/${owner.id}?order=views`,
    `/api/offers/technology?q=${mark}`,
    `/api/devs/${owner.id}`,
    '/feeds/projects.atom',
  ]
  const texts = pages.flatMap((path) => [
    fetch(server.url + path),
    fetch(server.url + path, { headers: { authorization: `Bearer ${as.token}` } }),
  ])
  const map = await siteMapFile(server, 'projects-1.xml')
  const read = await Promise.all(texts.map(async (response) => (await response).text()))
  return [...read, String(map?.plain)].join('\n')
}

/** Polled for visitors, because another node drops its cached response a moment after the write. */
async function totals(as?: Person) {
  const given = { query: { limit: '1' }, ...(as && { as }) }
  const inCategory = { ...given, query: { limit: '1', category: 'DevOps' } }
  return {
    projects: (await server.call(listProjects, given)).body.total,
    category: (await server.call(listProjects, inCategory)).body.total,
    developers: (await server.call(listDevs, inCategory)).body.total,
  }
}

/** The statuses of other people's calls about a project. */
const statuses = (id: string, as?: Person) => {
  const call = { params: { id }, ...(as && { as }) }
  return Promise.all([
    server.call(getProject, call),
    server.call(viewProject, call),
    server.call(reportThing, { ...(as && { as }), body: { kind: 'project', id, reason: 'spam', text: 'x' } }),
    ...(as
      ? [
          server.call(likeProject, { params: { id }, as, body: {} }),
          server.call(getLikeStatus, { params: { id }, as }),
          server.call(updateProject, { params: { id }, as, body: { title: 'Mine' } }),
          server.call(deleteProject, { params: { id }, as }),
        ]
      : []),
    fetch(`${server.url}${previewPath('projects', id)}`),
  ]).then((responses) => responses.map(({ status }) => status))
}

describe('a draft', () => {
  test('is visible to its owner only: for others it is 404 and in no list, count, search, feed, site map or preview', {
    tags: ['FLOW-06'],
  }, async () => {
    const [owner, other] = [await buildDeveloper(server), await buildDeveloper(server)]
    const mark = word()
    const before = await totals(owner)
    const created = await server.call(createProject, {
      as: owner,
      body: { ...bodyOf(mark), state: 'draft' },
    })
    expect([created.status, created.body.state]).toEqual([201, 'draft'])
    const id = created.body._id
    await expect.poll(() => totals()).toEqual(before)
    const seen = await seenByOthers(mark, owner, other)
    expect(seen).not.toContain(id)
    expect(seen).not.toContain(mark)
    expect(new Set(await statuses(id))).toEqual(new Set([404]))
    expect(new Set(await statuses(id, other))).toEqual(new Set([404]))
    const { body: dev } = await server.call(getDev, { params: { id: owner.id } })
    expect(dev.projectCategories).toEqual([])
    expect(await recount(db)).toEqual([])

    const read = await server.call(getProject, { as: owner, params: { id } })
    expect(read.body).toMatchObject({ title: mark, state: 'draft' })
    const params = { id: owner.id }
    const own = await server.call(listProjectsOfDeveloper, { as: owner, params, query: { drafts: 'true' } })
    expect(own.body.items.map(({ _id, state }) => [_id, state])).toEqual([[id, 'draft']])
    const asOthers = await server.call(listProjectsOfDeveloper, { as: owner, params })
    expect(asOthers.body).toEqual({ items: [], total: 0 })
    // Not even the owner can like or view a draft.
    expect((await server.call(likeProject, { as: owner, params: { id }, body: {} })).status).toBe(404)
    expect((await server.call(viewProject, { as: owner, params: { id } })).status).toBe(404)
    const { body: like } = await server.call(getLikeStatus, { as: owner, params: { id } })
    expect(like).toEqual({ liked: false, likes: 0 })
  })

  test('can be edited like any project, and is public from its publication on, as the newest', {
    tags: ['FLOW-06'],
  }, async () => {
    const [owner, other] = [await buildDeveloper(server), await buildDeveloper(server)]
    const mark = word()
    const id = await draft(owner)
    const later = await server.call(createProject, { as: owner, body: bodyOf(word()) })
    const before = await totals(owner)
    const changed = await server.call(updateProject, { as: owner, params: { id }, body: bodyOf(mark) })
    expect(changed.body).toMatchObject({ title: mark, state: 'draft' })
    await expect.poll(() => totals()).toEqual(before)
    expect(await recount(db)).toEqual([])

    const published = await setState(owner, id, 'published')
    expect(published.body.state).toBe('published')
    expect(published.body.createdAt > later.body.createdAt).toBe(true)
    await expect
      .poll(() => totals())
      .toEqual({
        projects: before.projects + 1,
        category: before.category + 1,
        developers: before.developers,
      })
    const newest = async () => (await server.call(listProjects, { query: { limit: '1' } })).body.items[0]?._id
    await expect.poll(newest).toBe(id)
    const found = await server.call(searchProjects, { query: { q: mark } })
    expect(found.body.items.map(({ _id }) => _id)).toEqual([id])
    expect((await server.call(listProjects, { query: { skills: mark } })).body.total).toBe(1)
    expect((await server.call(likeProject, { as: other, params: { id }, body: {} })).status).toBe(200)
    expect(await recount(db)).toEqual([])
  })

  test('a published project returns to draft at once, with its likes and its position in lists', {
    tags: ['FLOW-06'],
  }, async () => {
    const [owner, other] = [await buildDeveloper(server), await buildDeveloper(server)]
    const mark = word()
    const { body: project } = await server.call(createProject, { as: owner, body: bodyOf(mark) })
    const id = project._id
    await server.call(likeProject, { as: other, params: { id }, body: {} })
    // Twice, so that it is in every cache.
    await seenByOthers(mark, owner, other)
    expect(await seenByOthers(mark, owner, other)).toContain(id)
    expect((await setState(owner, id, 'draft')).body.state).toBe('draft')
    await expect.poll(() => seenByOthers(mark, owner, other)).not.toContain(id)
    expect(new Set(await statuses(id, other))).toEqual(new Set([404]))
    expect(await recount(db)).toEqual([])
    await server.call(updateProject, { as: owner, params: { id }, body: { title: 'Kept back' } })
    const { likes } = await readPersonalData(db, other.id)
    expect(likes).toMatchObject([{ project_id: id, title: '' }])

    const again = await setState(owner, id, 'published')
    expect(again.body).toMatchObject({ likes: 1, createdAt: project.createdAt, state: 'published' })
    const found = async () => (await server.call(listProjects, { query: { skills: mark } })).body.total
    await expect.poll(found).toBe(1)
    expect(await recount(db)).toEqual([])
  })

  test('clients without a state publish, and leave the state unchanged', { tags: ['FLOW-06'] }, async () => {
    const owner = await buildDeveloper(server)
    const { body } = await server.call(createProject, { as: owner, body: bodyOf(word()) })
    expect(body.state).toBe('published')
    const id = await draft(owner)
    const changed = await server.call(updateProject, { as: owner, params: { id }, body: { year: 2020 } })
    expect(changed.body).toMatchObject({ year: 2020, state: 'draft' })
    const wrong = await server.refusal(updateProject, {
      as: owner,
      params: { id },
      body: { state: 'hidden' } as never,
    })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['state']])
  })

  test('can be deleted like any project', { tags: ['FLOW-06'] }, async () => {
    const owner = await buildDeveloper(server)
    const id = await draft(owner)
    const before = await totals(owner)
    expect((await server.call(deleteProject, { as: owner, params: { id } })).status).toBe(200)
    expect((await server.call(getProject, { as: owner, params: { id } })).status).toBe(404)
    await expect.poll(() => totals()).toEqual(before)
    expect(await recount(db)).toEqual([])
  })

  test('stays a draft when its owner is reactivated, and when a moderator restores it', {
    tags: ['FLOW-06', 'MOD-03'],
  }, async () => {
    const [owner, other, author] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    const id = await draft(owner)
    const { body: shown } = await server.call(createProject, { as: owner, body: bodyOf(word()) })
    await server.call(deactivateAccount, { as: owner })
    await db.transaction().execute((tx) => reactivate(tx, owner.id))
    await syncVisibility(server, owner.id)
    expect((await server.call(getProject, { params: { id: shown._id } })).status).toBe(200)
    expect(new Set(await statuses(id, other))).toEqual(new Set([404]))

    const own = await draft(author)
    const params = { id: own }
    const thing = { kind: 'project', id: own, authorId: author.id } as const
    expect(await db.transaction().execute((tx) => hideThing(tx, thing))).toBe(true)
    expect((await server.call(getProject, { as: author, params })).status).toBe(404)
    expect((await setState(author, own, 'published')).status).toBe(404)
    expect(await db.transaction().execute((tx) => showThing(tx, thing))).toBe(true)
    expect(new Set(await statuses(own, other))).toEqual(new Set([404]))
    expect((await server.call(getProject, { as: author, params })).body.state).toBe('draft')
    expect(await recount(db)).toEqual([])
  })
})
