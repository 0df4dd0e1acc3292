import { describe, expect, test } from 'vitest'
import {
  createProject,
  deleteProject,
  listProjectsOfDeveloper,
  orderProjects,
  updateProject,
} from '#contract/projects.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildProject, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { readPersonalData } from '../users/export.queries.ts'

const server = await startServer({ PUBLIC_CACHE: 'on' })

/** Projects of the years given, by their titles. */
async function buildYears(owner: Person, years: readonly number[]) {
  const ids: Record<string, string> = {}
  for (const year of years) ids[year] = await buildProject(server, owner, { title: String(year), year })
  return (...titles: number[]) => titles.map((title) => ids[title] ?? '')
}

const list = async (owner: Person, query: Record<string, string> = {}, as?: Person) =>
  (await server.call(listProjectsOfDeveloper, { params: { id: owner.id }, query, ...(as && { as }) })).body
/** Polled, because another node drops its cached response a moment after the write. */
const titles = async (...given: Parameters<typeof list>) =>
  (await list(...given)).items.map(({ title, pinned }) => (pinned ? `${title}!` : title))
const order = (as: Person, ids: string[], pinned?: string[]) =>
  server.call(orderProjects, { as, body: { ids, ...(pinned && { pinned }) } })

describe('PUT /projects/order', { tags: ['FLOW-06'] }, () => {
  test('puts named projects first, and the others behind them, the latest year first', async () => {
    const owner = await buildDeveloper(server)
    const ids = await buildYears(owner, [2020, 2024, 2021, 2023, 2022])
    await expect.poll(() => titles(owner)).toEqual(['2024', '2023', '2022', '2021', '2020'])
    expect((await order(owner, ids(2021, 2024))).status).toBe(204)
    await expect.poll(() => titles(owner)).toEqual(['2021', '2024', '2023', '2022', '2020'])
    const second = await list(owner, { page: '2', limit: '2' })
    expect([second.items.map(({ title }) => title), second.total]).toEqual([['2023', '2022'], 5])
    expect((await titles(owner, { order: 'views' }))[0]).toBe('2022')
    await order(owner, [])
    await expect.poll(() => titles(owner)).toEqual(['2024', '2023', '2022', '2021', '2020'])
  })

  test('with `after` starts at the next project, and wraps around to the first', async () => {
    const owner = await buildDeveloper(server)
    const ids = await buildYears(owner, [2020, 2021, 2022, 2023])
    await order(owner, ids(2021, 2023), ids(2020))
    await expect.poll(() => titles(owner)).toEqual(['2020!', '2021', '2023', '2022'])
    const [second = '', last = ''] = ids(2021, 2022)
    await expect.poll(() => titles(owner, { after: second })).toEqual(['2023', '2022', '2020!'])
    await expect.poll(() => titles(owner, { after: last, limit: '2' })).toEqual(['2020!', '2021'])
    expect((await list(owner, { after: second })).total).toBe(3)
    // Of another developer, and none at all: the whole list.
    for (const after of [newId(), 'x', '']) expect((await list(owner, { after })).total).toBe(4)
  })

  test('pins up to three, which come first in the same order', async () => {
    const owner = await buildDeveloper(server)
    const ids = await buildYears(owner, [2020, 2021, 2022, 2023, 2024])
    await order(owner, ids(2022, 2021, 2020), ids(2020, 2024))
    await expect.poll(() => titles(owner)).toEqual(['2020!', '2024!', '2022', '2021', '2023'])
    await order(owner, ids(2021, 2024))
    await expect.poll(() => titles(owner)).toEqual(['2024!', '2020!', '2021', '2023', '2022'])
    const refused = await server.refusal(orderProjects, {
      as: owner,
      body: { ids: [], pinned: ids(2020, 2021, 2022, 2023) },
    })
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      400,
      'VALIDATION',
      { pinned: 'At most 3 projects can be pinned.' },
    ])
    await expect.poll(() => titles(owner)).toEqual(['2024!', '2020!', '2021', '2023', '2022'])
    await order(owner, [], [])
    await expect.poll(() => titles(owner)).toEqual(['2024', '2023', '2022', '2021', '2020'])
  })

  test('a new project comes first where there is an order, and behind the pinned ones', async () => {
    const owner = await buildDeveloper(server)
    const ids = await buildYears(owner, [2020, 2021])
    await order(owner, ids(2020, 2021), ids(2021))
    await server.call(createProject, { as: owner, body: { title: 'new', category: 'Backend', year: 2000 } })
    await expect.poll(() => titles(owner)).toEqual(['2021!', 'new', '2020'])
    const [pinned = ''] = ids(2021)
    await server.call(deleteProject, { as: owner, params: { id: pinned } })
    await expect.poll(() => titles(owner)).toEqual(['new', '2020'])
  })

  test('a draft has a rank and a pin, which others see when it is published', async () => {
    const owner = await buildDeveloper(server)
    const ids = await buildYears(owner, [2020, 2021])
    const body = { title: 'draft', category: 'Backend', year: 2000, state: 'draft' } as const
    const { body: draft } = await server.call(createProject, { as: owner, body })
    await order(owner, [draft._id, ...ids(2020, 2021)], [draft._id])
    await expect.poll(() => titles(owner)).toEqual(['2020', '2021'])
    await expect.poll(() => titles(owner, { drafts: 'true' })).toEqual(['2020', '2021'])
    await expect.poll(() => titles(owner, { drafts: 'true' }, owner)).toEqual(['draft!', '2020', '2021'])
    await server.call(updateProject, { as: owner, params: { id: draft._id }, body: { state: 'published' } })
    await expect.poll(() => titles(owner)).toEqual(['draft!', '2020', '2021'])
    const data = await readPersonalData(server.db, owner.id)
    expect(data.projectPlaces.map(({ project_id, pinned_at }) => [project_id, pinned_at !== null])).toEqual([
      [draft._id, true],
      ...ids(2020, 2021).map((id) => [id, false]),
    ])
  })

  test('refuses projects of others and repeated ones, and then changes nothing', async () => {
    const [owner, other] = [await buildDeveloper(server), await buildDeveloper(server)]
    const [mine, deleted, foreign] = [
      await buildProject(server, owner),
      await buildProject(server, owner),
      await buildProject(server, other),
    ]
    await server.call(deleteProject, { as: owner, params: { id: deleted } })
    for (const id of [newId(), foreign, deleted]) {
      expect((await order(owner, [mine, id])).status).toBe(404)
      expect((await order(owner, [mine], [id])).status).toBe(404)
    }
    for (const ids of [[mine, mine], ['x'], Array.from({ length: 1001 }, newId)]) {
      expect((await order(owner, ids)).status).toBe(400)
    }
    expect((await list(owner)).items.map(({ pinned }) => pinned)).toEqual([false])
    const body = { ids: [mine] }
    expect((await server.refusal(orderProjects, { body })).status).toBe(401)
    expect((await server.refusal(orderProjects, { as: await buildRecruiter(server), body })).status).toBe(403)
  })

  test('concurrent orders and new projects leave one order with at most three pins', async () => {
    const owner = await buildDeveloper(server)
    const ids = await buildYears(owner, [2020, 2021, 2022, 2023])
    const all = ids(2020, 2021, 2022, 2023)
    const created = { title: 'new', category: 'Backend', year: 2000 } as const
    await Promise.all([
      ...all.map((_, index) =>
        order(owner, [...all.slice(index), ...all.slice(0, index)], all.toSpliced(index, 1)),
      ),
      ...all.map(() => server.call(createProject, { as: owner, body: created })),
    ])
    const { items, total } = await list(owner)
    expect([items.length, total]).toEqual([8, 8])
    expect(items.map(({ pinned }) => pinned)).toEqual([...Array(3).fill(true), ...Array(5).fill(false)])
  })
})
