import { CompiledQuery, type Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { OFFER_STATES } from '#contract/offer-life.ts'
import type { ListedOffer } from '#contract/offers.ts'
import { OwnOfferFilters } from '#contract/own-offers.ts'
import { listApplicants } from '../applications/applicants.queries.ts'
import { findStored } from '../applications/facts.queries.ts'
import {
  countStates,
  listOwn,
  readLastApplication,
  readTimeline,
} from '../applications/own-applications.queries.ts'
import { newId } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { listOwnSkills } from '../skills/skills.queries.ts'
import { openTestDatabase } from '../test/database.ts'
import { explain } from '../test/explain.ts'
import { rowsRead } from '../test/rows-read.ts'
import { countByState, listOwnOffers } from './offer-lists.queries.ts'
import { findOwnNumbers, withPipelines } from './pipeline.queries.ts'

const { db, engine } = await openTestDatabase()
const [OWN_OFFERS, OWN_APPLICATIONS, OFFERS, DEVELOPERS] = [30, 20, 3000, 300]
const recruiters = Array.from({ length: 50 }, () => newId())
const developers = Array.from({ length: DEVELOPERS }, () => newId())
const [owner = ''] = recruiters
const [applicant = ''] = developers
const offers = Array.from({ length: OFFERS }, () => newId())
const [ownOffer = ''] = offers
let ownApplication = ''

const time = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString()
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** Thirty of 3,000 offers, and twenty of 6,000 applications, belong to one person each. */
beforeAll(async () => {
  const people = [
    ...recruiters.map((id) => ({ id, role: 'recruiter' as const })),
    ...developers.map((id) => ({ id, role: 'developer' as const })),
  ].map((user, index) => ({
    ...{ ...user, email: `${index}@example.com`, password_hash: '', name: `Name ${index}`, surname: '' },
    ...{ created_at: time(index), onboarded_at: time(index) },
  }))
  const offerRows = offers.map((id, index) => ({
    ...{ id, position: `Keeper ${index}`, skills: '["Go"]', contract_types: '[]' },
    owner_id: index < OWN_OFFERS ? owner : pick(recruiters.slice(1), index),
    ...{ state: pick(OFFER_STATES, index), created_at: time(index), updated_at: time(index) },
    closes_at: index % 2 === 0 ? time(index) : '2099-01-01T00:00:00.000Z',
  }))
  const applicationRows = offers.flatMap((offer_id, index) =>
    [0, 1].map((half) => {
      const number = 2 * index + half
      const by = half === 0 && index % (OFFERS / OWN_APPLICATIONS) === 0 ? applicant : undefined
      return {
        ...{ id: newId(), offer_id, status: 'pending' as const, phone: '+34 600 000 000', cover_letter: '' },
        user_id: by ?? pick(developers.slice(1), number),
        ...{ applied_at: time(number), gdpr_accepted_at: time(number), gdpr_text_version: '1' },
      }
    }),
  )
  ownApplication = applicationRows.find(({ user_id }) => user_id === applicant)?.id ?? ''
  const changes = applicationRows.map(({ id, applied_at }) => ({
    ...{ id: newId(), application_id: id, changed_by: null, from_status: 'pending' as const },
    ...{ to_status: 'reviewed' as const, changed_at: applied_at, sent_at: applied_at },
  }))
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values(people).execute()
    for (let first = 0; first < OFFERS; first += 500) {
      const [start, end] = [first, first + 500]
      await tx.insertInto('offers').values(offerRows.slice(start, end)).execute()
      for (const half of [0, 500]) {
        const [from, to] = [2 * start + half, 2 * start + half + 500]
        await tx.insertInto('applications').values(applicationRows.slice(from, to)).execute()
        await tx.insertInto('application_changes').values(changes.slice(from, to)).execute()
      }
    }
  })
  await db.executeQuery(CompiledQuery.raw('analyze'))
}, 60_000)

type Work = (db: Kysely<Tables>) => Promise<unknown>
const filters = (given: Record<string, string>) => OwnOfferFilters.parse({ page: '1', limit: '12', ...given })
const me = { id: owner, role: 'recruiter' as const }
const paging = { page: 1, limit: 12, sort: 'latest' as const }
const DAYS = 14

const lists: Record<string, Work> = {
  'own offers': (db) => listOwnOffers(db, filters({}), me),
  'own offers, oldest first': (db) => listOwnOffers(db, filters({ sort: 'oldest' }), me),
  'own offers of a skill, workplace and pay': (db) =>
    listOwnOffers(db, filters({ skills: 'go', workplace: 'remote', payFrom: '1000', country: 'ES' }), me),
  ...Object.fromEntries(
    OFFER_STATES.map((state) => [`own ${state} offers`, (db) => listOwnOffers(db, filters({ state }), me)]),
  ),
  'counts of own offers': (db) => countByState(db, owner, filters({})),
  'numbers of own offers': (db) => findOwnNumbers(db, owner, undefined, time(OFFERS)),
  'skills of own offers': (db) => listOwnSkills(db, owner),
  'own applications': (db) => listOwn(db, applicant, paging, DAYS),
  'own applications in a state': (db) => listOwn(db, applicant, { ...paging, state: 'no-answer' }, DAYS),
  'numbers of own applications': (db) => countStates(db, applicant, DAYS),
  'the last application': (db) => readLastApplication(db, applicant),
  'a timeline': async (db) => {
    const stored = await findStored(db, ownApplication)
    return stored && readTimeline(db, stored, applicant, DAYS)
  },
  'the applicants of an offer': (db) => Array.fromAsync(listApplicants(db, ownOffer)),
  'the withdrawn applicants of an offer': (db) => Array.fromAsync(listApplicants(db, ownOffer, 'withdrawn')),
}

const TABLES = ['offers', 'applications', 'application_changes', 'users'] as const

describe('lists of own offers and applications read only own rows among thousands', () => {
  test('the lists contain own offers and applications', async () => {
    expect((await listOwnOffers(db, filters({}), me)).total).toBe(OWN_OFFERS)
    expect((await listOwn(db, applicant, paging, DAYS)).total).toBe(OWN_APPLICATIONS)
    expect((await Array.fromAsync(listApplicants(db, ownOffer))).flat()).toHaveLength(2)
  })

  test.each(Object.entries(lists))('%s', { tags: ['LIFE-11', 'APPL-01', 'APPL-02'] }, async (_, work) => {
    if (engine === 'sqlite') {
      const steps = (await explain(db, work)).flatMap((plan) => plan.steps)
      expect(steps.length).toBeGreaterThan(0)
      const scans = steps.filter((step) => TABLES.some((table) => step.startsWith(`SCAN ${table}`)))
      expect(scans).toEqual([])
      return
    }
    for (const table of TABLES) {
      // A count and a page, each row with those that it refers to.
      expect(await rowsRead(db, work, table), table).toBeLessThan(200)
    }
  })

  test.runIf(engine === 'sqlite').each([
    ['stages', (db: Kysely<Tables>) => withPipelines(db, [{ _id: ownOffer }] as ListedOffer[], undefined)],
    ['numbers', (db: Kysely<Tables>) => findOwnNumbers(db, owner, undefined, time(OFFERS))],
  ])('%s of a large offer are counted without the rows and their letters (X1)', async (_, work) => {
    const steps = (await explain(db, work)).flatMap((plan) => plan.steps)
    expect(steps.filter((step) => step.includes('applications'))).toEqual([
      expect.stringContaining('USING COVERING INDEX applications_stages'),
    ])
  })
})
