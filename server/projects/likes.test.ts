import { describe, expect, test } from 'vitest'
import { getLikeStatus, likeProject, viewProject } from '#contract/likes.ts'
import { getProject } from '#contract/projects.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildProject, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const limited = await startServer({ RATE_LIMITS: 'on' })

describe('POST /projects/{id}/like', () => {
  test('toggles the like of the caller, and no other', {
    tags: ['API-17', 'API-18', 'PROJD-19', 'ROLE-04'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const recruiter = await buildRecruiter(server)
    const params = { id: await buildProject(server, owner) }
    expect((await server.call(likeProject, { as: recruiter, params })).body).toEqual({
      liked: true,
      likes: 1,
    })
    expect((await server.call(likeProject, { as: owner, params })).body).toEqual({ liked: true, likes: 2 })
    expect((await server.call(likeProject, { as: recruiter, params })).body).toEqual({
      liked: false,
      likes: 1,
    })
    expect((await server.call(getLikeStatus, { as: recruiter, params })).body).toEqual({
      liked: false,
      likes: 1,
    })
    expect((await server.call(getProject, { as: owner, params })).body).toMatchObject({
      liked: true,
      likes: 1,
    })
    expect((await server.call(getProject, { params })).body).toMatchObject({ liked: false, likes: 1 })
  })

  test('{ liked } sets the state, however often it is sent (P4)', async () => {
    const owner = await buildDeveloper(server)
    const params = { id: await buildProject(server, owner) }
    const set = async (liked: boolean) =>
      (await server.call(likeProject, { as: owner, params, body: { liked } })).body
    expect([await set(true), await set(true)]).toEqual(Array(2).fill({ liked: true, likes: 1 }))
    expect([await set(false), await set(false)]).toEqual(Array(2).fill({ liked: false, likes: 0 }))
  })

  test('many at once leave one like for each person and the right count (P4)', async () => {
    const owner = await buildDeveloper(server)
    const people = await Promise.all(Array.from({ length: 5 }, () => buildDeveloper(server)))
    const params = { id: await buildProject(server, owner) }
    await Promise.all(
      people.flatMap((as, index) =>
        Array.from({ length: 4 + (index % 2) }, () => server.call(likeProject, { as, params })),
      ),
    )
    // Four toggles leave none, five leave one.
    const rows = await server.db
      .selectFrom('likes')
      .select('user_id')
      .where('project_id', '=', params.id)
      .execute()
    expect(rows).toHaveLength(2)
    expect((await server.call(getProject, { params })).body.likes).toBe(2)
  })

  test('a visitor, a deleted project and bad input are refused', {
    tags: ['API-17', 'ROLE-15'],
  }, async () => {
    const owner = await buildDeveloper(server)
    const params = { id: await buildProject(server, owner) }
    expect((await server.refusal(likeProject, { params })).status).toBe(401)
    const bad = await server.refusal(likeProject, { as: owner, params, body: { liked: 'yes' } })
    expect(bad.status).toBe(400)
    const missing = await server.refusal(likeProject, { as: owner, params: { id: newId() } })
    expect([missing.status, missing.body.message]).toEqual([404, 'Failed to toggle like'])
  })

  test('60 a minute are accepted, then 429 (K2)', async () => {
    const owner = await buildDeveloper(limited)
    const params = { id: await buildProject(limited, owner) }
    const responses = await Promise.all(
      Array.from({ length: 62 }, () => limited.call(likeProject, { as: owner, params })),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(60)
    expect(responses.filter((response) => response.status === 429)).toHaveLength(2)
  })
})

describe('GET /projects/{id}/like-status', () => {
  test('a visitor and an unknown project are refused', { tags: ['API-18', 'ROLE-15'] }, async () => {
    const owner = await buildDeveloper(server)
    const params = { id: await buildProject(server, owner) }
    expect((await server.refusal(getLikeStatus, { params })).status).toBe(401)
    const missing = await server.refusal(getLikeStatus, { as: owner, params: { id: newId() } })
    expect([missing.status, missing.body.message]).toEqual([404, 'Failed to fetch like status'])
  })
})

describe('PUT /projects/{id}/view', () => {
  test('anyone counts a view, ten in an hour, then the number stays (P5)', {
    tags: ['API-19', 'ROLE-16'],
  }, async () => {
    const owner = await buildDeveloper(limited)
    const params = { id: await buildProject(limited, owner) }
    const views = []
    for (let call = 0; call < 12; call += 1)
      views.push((await limited.call(viewProject, { params })).body.views)
    expect(views).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10])
    const other = { id: await buildProject(limited, owner) }
    expect((await limited.call(viewProject, { params: other, as: owner })).body).toEqual({ views: 1 })
    expect((await limited.call(getProject, { params })).body.views).toBe(10)
  })

  test('an unknown project is not found', { tags: 'API-19' }, async () => {
    const missing = await server.refusal(viewProject, { params: { id: newId() } })
    expect([missing.status, missing.body.message]).toEqual([404, 'Error incrementando views'])
  })
})
