import { describe, expect, test } from 'vitest'
import { STATUSES, setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { createOffer, deleteOffer, listOffers } from '#contract/offers.ts'
import { getStats, listDailyApplications } from '#contract/own-offers.ts'
import { deactivateAccount } from '#contract/settings.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildRecruiter,
  type Person,
} from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

const ACTIONS = 200
const application = { phone: '+34 600 000 000', gdprAccepted: true }

/** The same actions in every run; their interleaving is up to the server. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

describe('after 200 actions at once', () => {
  test('every count equals a recount', {
    tags: ['DATA-29', 'API-37', 'ROLE-18'],
    timeout: 60_000,
  }, async () => {
    const recruiters = await Promise.all(Array.from({ length: 3 }, () => buildRecruiter(server)))
    const developers = await Promise.all(Array.from({ length: 12 }, () => buildDeveloper(server)))
    const owners: { offer: string; recruiter: Person }[] = []
    for (const recruiter of recruiters) {
      for (let index = 0; index < 4; index += 1) {
        owners.push({ recruiter, offer: await buildOffer(server, recruiter) })
      }
    }
    for (const developer of developers) {
      for (const { offer } of owners.slice(0, 6)) await buildApplication(server, offer, developer)
    }
    const roll = dice(20_261_120)
    const pick = <T>(list: readonly T[]) => list[roll(list.length)] as T

    const act = async (turn: number): Promise<number> => {
      const { offer, recruiter } = pick(owners)
      const developer = pick(developers)
      const params = { id: offer }
      // Two accounts are deactivated in the middle of it all.
      if (turn === 90) return (await server.call(deactivateAccount, { as: pick(developers) })).status
      if (turn === 140) return (await server.call(deactivateAccount, { as: pick(recruiters) })).status
      const what = roll(40)
      if (what === 0) return (await server.call(deleteOffer, { as: recruiter, params })).status
      if (what < 4) {
        return (await server.call(createOffer, { as: recruiter, body: { position: `Offer ${turn}` } })).status
      }
      if (what < 22) {
        const candidate = { id: offer, candidateId: developer.id }
        const sent = { as: recruiter, params: candidate, body: { status: pick(STATUSES) } }
        return (await server.call(setCandidateStatus, sent)).status
      }
      return (await server.call(applyToOffer, { as: developer, params, body: application })).status
    }
    const statuses = await Promise.all(Array.from({ length: ACTIONS }, (_, turn) => act(turn)))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(ACTIONS / 3)

    const { db } = server
    const counted = await db
      .selectFrom('offers')
      .leftJoin('applications', 'applications.offer_id', 'offers.id')
      .select(({ fn }) => [
        'offers.id',
        'offers.applicants_count',
        fn.count<number>('applications.id').as('real'),
      ])
      .groupBy(['offers.id', 'offers.applicants_count'])
      .execute()
    for (const { applicants_count, real } of counted) expect(applicants_count).toBe(Number(real))

    const { accepted } = await db
      .selectFrom('applications')
      .select(({ fn }) => fn.countAll<number>().as('accepted'))
      .where('status', '=', 'accepted')
      .executeTakeFirstOrThrow()
    const open = await db
      .selectFrom('offers')
      .select(['id', 'owner_id', 'applicants_count'])
      .where('deleted_at', 'is', null)
      .where('hidden_at', 'is', null)
      .execute()
    const list = (await server.call(listOffers)).body
    expect([list.total, list.hires]).toEqual([open.length, Number(accepted)])

    // The last entry of each history is the status of its application.
    const applications = await db.selectFrom('applications').select(['id', 'status']).execute()
    for (const { id, status } of applications) {
      const changes = await db
        .selectFrom('application_changes')
        .select(['from_status', 'to_status'])
        .where('application_id', '=', id)
        .orderBy('changed_at')
        .execute()
      expect(changes.at(-1)?.to_status).toBe(status)
      expect(changes.map((change) => change.from_status)).toEqual([
        null,
        ...changes.slice(0, -1).map((change) => change.to_status),
      ])
    }

    for (const recruiter of recruiters) {
      const own = open.filter((offer) => offer.owner_id === recruiter.id)
      const options = { as: recruiter, params: { id: recruiter.id } }
      const stats = await server.call(getStats, options)
      if (stats.status === 401) {
        expect(own).toEqual([])
        continue
      }
      const applicants = own.reduce((sum, offer) => sum + offer.applicants_count, 0)
      expect(stats.body).toMatchObject({
        totalOffers: own.length,
        totalApplicants: applicants,
        applicationsLast7Days: applicants,
      })
      const days = (await server.call(listDailyApplications, options)).body
      expect(days.reduce((sum, day) => sum + day.applications, 0)).toBe(applicants)
    }
  })
})
