import { describe, expect, test } from 'vitest'
import { setCandidateStatus, withdrawApplication } from '#contract/applications.ts'
import { deleteOffer } from '#contract/offers.ts'
import { getOwnNumbers, listOwnOffers, setOfferState } from '#contract/own-offers.ts'
import { buildApplication, buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

async function applyHoursAgo(offer: string, hours: number) {
  const developer = await buildDeveloper(server)
  const id = await buildApplication(server, offer, developer)
  const applied_at = hoursAgo(hours)
  await server.db.updateTable('applications').set({ applied_at }).where('id', '=', id).execute()
  return { id, developer, applied_at }
}

describe('GET /offers/mine', () => {
  test('counts applicants by stage, new ones since the last visit, and names the last application', {
    tags: ['DASH-02', 'LIFE-11'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const [busy, empty] = [await buildOffer(server, owner), await buildOffer(server, owner)]
    const first = await applyHoursAgo(busy, 50)
    const second = await applyHoursAgo(busy, 20)
    const last = await applyHoursAgo(busy, 2)
    const gone = await applyHoursAgo(busy, 1)
    await server.call(setCandidateStatus, {
      as: owner,
      params: { id: busy, candidateId: second.id },
      body: { status: 'interviewed' },
    })
    await server.call(withdrawApplication, { as: gone.developer, params: { id: gone.id }, body: {} })

    const rows = async (query = {}) => (await server.call(listOwnOffers, { as: owner, query })).body.items
    const none = { pending: 0, reviewed: 0, interviewed: 0, accepted: 0, rejected: 0 }
    expect(await rows()).toMatchObject([
      { _id: empty, stages: none, newApplicants: 0, lastAppliedAt: null },
      {
        _id: busy,
        stages: { ...none, pending: 2, interviewed: 1 },
        newApplicants: 2,
        lastAppliedAt: last.applied_at,
      },
    ])
    // Applicants opened elsewhere are not new; an unreadable time is ignored.
    for (const [since, expected] of [
      [hoursAgo(51), 2],
      [hoursAgo(30), 1],
      [hoursAgo(1), 0],
      ['yesterday', 2],
    ] as const)
      expect((await rows({ since }))[1]?.newApplicants).toBe(expected)
    expect(first.applied_at < last.applied_at).toBe(true)
  })
})

describe('GET /offers/mine/numbers', () => {
  const numbers = async (as: { token: string }, query = {}) =>
    (await server.call(getOwnNumbers, { as, query })).body

  test('counts open offers, new applicants and those without an answer, of own offers that have not ended', {
    tags: ['DASH-02', 'APPL-07'],
  }, async () => {
    const owner = await buildRecruiter(server)
    expect(await numbers(owner)).toEqual({ open: 0, new: 0, waiting: 0, medianDays: null })
    const [open, paused, closed, deleted] = [
      await buildOffer(server, owner),
      await buildOffer(server, owner),
      await buildOffer(server, owner),
      await buildOffer(server, owner),
    ]
    for (const offer of [open, paused, closed, deleted]) await applyHoursAgo(offer, 30)
    const answered = await applyHoursAgo(open, 3)
    await applyHoursAgo(await buildOffer(server, await buildRecruiter(server)), 3)
    await server.call(setOfferState, { as: owner, params: { id: paused }, body: { state: 'paused' } })
    await server.call(setOfferState, {
      as: owner,
      params: { id: closed },
      body: { state: 'closed', reason: 'withdrawn' },
    })
    await server.call(deleteOffer, { as: owner, params: { id: deleted } })
    const rows = (await server.call(listOwnOffers, { as: owner })).body.items
    expect(rows.find(({ _id }) => _id === closed)?.newApplicants).toBe(0)
    expect(rows.reduce((sum, { newApplicants }) => sum + newApplicants, 0)).toBe(3)

    expect(await numbers(owner)).toMatchObject({ open: 1, new: 3, waiting: 3 })
    expect(await numbers(owner, { since: hoursAgo(10) })).toMatchObject({ new: 1, waiting: 3 })
    const move = (status: 'reviewed' | 'rejected') =>
      server.call(setCandidateStatus, {
        as: owner,
        params: { id: open, candidateId: answered.id },
        body: { status },
      })
    await move('reviewed')
    expect(await numbers(owner)).toMatchObject({ new: 2, waiting: 3 })
    await move('rejected')
    expect(await numbers(owner)).toMatchObject({ new: 2, waiting: 2 })
  })
})
