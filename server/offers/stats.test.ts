import { describe, expect, test } from 'vitest'
import { deleteOffer } from '#contract/offers.ts'
import { getStats, listDailyApplications } from '#contract/own-offers.ts'
import { buildApplication, buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

const HOUR_MS = 3_600_000

/** An application to this offer, so many hours ago. */
async function applyHoursAgo(offer: string, hours: number) {
  const id = await buildApplication(server, offer, await buildDeveloper(server))
  await server.db
    .updateTable('applications')
    .set({ applied_at: new Date(Date.now() - hours * HOUR_MS).toISOString() })
    .where('id', '=', id)
    .execute()
}

describe('GET /offers/stats/{id}/days', () => {
  test('counts the last seven days, oldest first; their sum is applicationsLast7Days', {
    tags: 'DASH-02',
  }, async () => {
    const recruiter = await buildRecruiter(server)
    const offers = [await buildOffer(server, recruiter), await buildOffer(server, recruiter)] as const
    const deleted = await buildOffer(server, recruiter)
    for (const hours of [0, 23, 25, 167, 169]) await applyHoursAgo(offers[0], hours)
    for (const hours of [1, 100]) await applyHoursAgo(offers[1], hours)
    await applyHoursAgo(deleted, 1)
    await applyHoursAgo(await buildOffer(server, await buildRecruiter(server)), 1)
    await server.call(deleteOffer, { as: recruiter, params: { id: deleted } })

    const options = { as: recruiter, params: { id: recruiter.id } }
    const { body: days } = await server.call(listDailyApplications, options)
    expect(days.map((day) => day.applications)).toEqual([1, 0, 1, 0, 0, 1, 3])
    const { body: stats } = await server.call(getStats, options)
    expect(stats.applicationsLast7Days).toBe(6)
    expect(Date.parse(days[6]?.to ?? '') - Date.parse(days[0]?.from ?? '')).toBe(7 * 24 * HOUR_MS)
  })

  test('a recruiter without offers gets seven zeros', async () => {
    const recruiter = await buildRecruiter(server)
    const options = { as: recruiter, params: { id: recruiter.id } }
    const { body } = await server.call(listDailyApplications, options)
    expect(body.map((day) => day.applications)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('only for oneself: visitors 401, developers and other recruiters 403 (O4)', async () => {
    const recruiter = await buildRecruiter(server)
    const refusal = (as?: { token: string }) =>
      server.refusal(listDailyApplications, { params: { id: recruiter.id }, ...(as && { as }) })
    expect((await refusal()).status).toBe(401)
    expect((await refusal(await buildDeveloper(server))).status).toBe(403)
    const other = await refusal(await buildRecruiter(server))
    expect([other.status, other.body.message]).toEqual([403, 'Error getting stats'])
  })
})
