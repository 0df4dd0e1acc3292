import { describe, expect, test } from 'vitest'
import { getDev, listDevs, searchDevs } from '#contract/devs.ts'
import { actOnReport, confirmModerator } from '#contract/moderation.ts'
import { deleteProject, orderProjects, updateProject } from '#contract/projects.ts'
import { reportThing } from '#contract/reports.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { newId } from '../lib/ids.ts'
import { fillCovers } from '../migrations/0048_covers.ts'
import { buildDeveloper, buildProject, buildRecruiter, PASSWORD, type Person } from '../test/builders.ts'
import { recount } from '../test/security/recount.ts'
import { startServer } from '../test/server.ts'
import { reactivate } from '../users/reactivation.ts'
import { syncVisibility } from '../users/visibility.ts'

// The cache of public responses is on: a cover that is gone must not be in it.
const server = await startServer({ MODERATOR_EMAILS: 'moderator@example.com', PUBLIC_CACHE: 'on' })

const picture = (name: string) => `https://p.example.com/${name}.png`
const at = (day: number) => new Date(Date.UTC(2024, 0, day)).toISOString()

async function build(
  owner: Person,
  name: string,
  day: number,
  more: { pictures?: string[]; state?: 'draft' } = {},
) {
  const { pictures = [picture(name)], ...rest } = more
  const id = await buildProject(server, owner, {
    title: name,
    createdAt: at(day),
    gallery: pictures,
    ...rest,
  })
  // Through the API, so that cached lists change.
  await server.call(updateProject, { as: owner, params: { id }, body: { duration: '3 months' } })
  return id
}

/**
 * The name of the cover in the directory, as everybody reads it. Polled, because another node drops its cached
 * response a moment after the write.
 */
async function coverOf({ id }: Person): Promise<string> {
  const { body } = await server.call(listDevs, { query: { limit: '100' } })
  const { cover = 'not listed' } = body.items.find(({ _id }) => _id === id) ?? {}
  return cover.replace(/^.*\/|\.png$/g, '')
}

describe('the cover of a developer in lists', { tags: ['DIR-07'] }, () => {
  test('is the first picture of the newest published project that has any', async () => {
    const dev = await buildDeveloper(server)
    await expect.poll(() => coverOf(dev)).toBe('')
    const old = await build(dev, 'old', 1, { pictures: [picture('old'), picture('second')] })
    await build(dev, 'bare', 3, { pictures: [] })
    await build(dev, 'draft', 4, { state: 'draft' })
    await expect.poll(() => coverOf(dev)).toBe('old')
    const young = await build(dev, 'young', 2)
    await expect.poll(() => coverOf(dev)).toBe('young')
    await server.call(deleteProject, { as: dev, params: { id: young } })
    await expect.poll(() => coverOf(dev)).toBe('old')
    await server.call(updateProject, { as: dev, params: { id: old }, body: { gallery: [picture('second')] } })
    await expect.poll(() => coverOf(dev)).toBe('second')
    await server.call(updateProject, { as: dev, params: { id: old }, body: { state: 'draft' } })
    await expect.poll(() => coverOf(dev)).toBe('')
    expect(await recount(server.db)).toEqual([])
  })

  test('is that of the first pinned one that has a picture, as soon as it is pinned', async () => {
    const dev = await buildDeveloper(server)
    const bare = await build(dev, 'bare', 1, { pictures: [] })
    const [first, second] = [await build(dev, 'first', 2), await build(dev, 'second', 3)]
    await build(dev, 'newest', 4)
    await expect.poll(() => coverOf(dev)).toBe('newest')
    const order = (ids: string[], pinned: string[]) =>
      server.call(orderProjects, { as: dev, body: { ids, pinned } })
    await order([bare, first, second], [second, first, bare])
    await expect.poll(() => coverOf(dev)).toBe('first')
    await order([bare, second, first], [bare, second, first])
    await expect.poll(() => coverOf(dev)).toBe('second')
    expect(await recount(server.db)).toEqual([])
    await order([], [])
    await expect.poll(() => coverOf(dev)).toBe('newest')
  })

  test('disappears with a project that a moderator hides, and returns when it is restored', async () => {
    const moderator = await buildRecruiter(server, { email: 'moderator@example.com' })
    await server.call(confirmModerator, { as: moderator, body: { password: PASSWORD } })
    const dev = await buildDeveloper(server)
    const id = await build(dev, 'seen', 1)
    const reported = { kind: 'project', id, reason: 'scam', text: '' } as const
    const { body: report } = await server.call(reportThing, { as: moderator, body: reported })
    const act = (name: 'hide' | 'restore') =>
      server.call(actOnReport, {
        as: moderator,
        params: { id: report._id },
        body: { act: name, reason: 'Against our rules' },
      })
    expect((await act('hide')).status).toBe(200)
    await expect.poll(() => coverOf(dev)).toBe('')
    expect((await act('restore')).status).toBe(200)
    await expect.poll(() => coverOf(dev)).toBe('seen')
    expect(await recount(server.db)).toEqual([])
  })

  test('disappears with its developer, and returns with them', async () => {
    const dev = await buildDeveloper(server)
    await build(dev, 'work', 1)
    await server.call(deactivateAccount, { as: dev })
    await expect.poll(() => coverOf(dev)).toBe('not listed')
    const stored = server.db.selectFrom('users').select('cover').where('id', '=', dev.id)
    expect(await stored.executeTakeFirst()).toEqual({ cover: '' })
    await server.db.transaction().execute((tx) => reactivate(tx, dev.id))
    await syncVisibility(server, dev.id)
    expect(await stored.executeTakeFirst()).toEqual({ cover: picture('work') })
  })

  test('is in search results too, but not in the response for one developer', async () => {
    const name = `Mark${newId().slice(-8)}`
    const dev = await buildDeveloper(server, { name })
    await build(dev, 'work', 1)
    const { body } = await server.call(searchDevs, { query: { q: name } })
    expect(body.items.map(({ cover }) => cover)).toEqual([picture('work')])
    expect((await server.call(getDev, { params: { id: dev.id } })).body).not.toHaveProperty('cover')
  })

  test('is filled in for developers of an older release, from the pinned project first', async () => {
    const [one, two, none] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    const pinned = await build(one, 'pinned', 1)
    await build(one, 'later', 2)
    await build(two, 'early', 1)
    await build(two, 'last', 2)
    await server.call(orderProjects, { as: one, body: { ids: [], pinned: [pinned] } })
    const people = [one.id, two.id, none.id]
    await server.db.updateTable('users').set({ cover: null }).where('id', 'in', people).execute()
    expect(await fillCovers(server.db)).toBe(3)
    const rows = await server.db
      .selectFrom('users')
      .select(['id', 'cover'])
      .where('id', 'in', people)
      .execute()
    expect(new Map(rows.map(({ id, cover }) => [id, cover]))).toEqual(
      new Map([
        [one.id, picture('pinned')],
        [two.id, picture('last')],
        [none.id, ''],
      ]),
    )
    expect(await fillCovers(server.db)).toBe(0)
  })
})
