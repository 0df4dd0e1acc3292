import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DevFilters } from '#contract/devs.ts'
import type { OfferFilters } from '#contract/offers.ts'
import type { ProjectFilters } from '#contract/projects.ts'
import { CATEGORIES } from '#contract/values.ts'
import { experienceQueries, studyQueries } from '../careers/careers.queries.ts'
import { countPortfolio, listDevs, listDevsByIds } from '../devs/devs.queries.ts'
import { refreshListing } from '../devs/listing.ts'
import { listOutstandingDevs } from '../devs/outstanding.queries.ts'
import { newId } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { listOffers, listOffersOf } from '../offers/offer-lists.queries.ts'
import { insertOffer } from '../offers/offers.writes.ts'
import { setLike } from '../projects/likes.queries.ts'
import { listProjectsOf } from '../projects/profile-list.queries.ts'
import { listProjects, listProjectsByIds } from '../projects/projects.queries.ts'
import { insertProject } from '../projects/projects.writes.ts'
import { listRecruiters } from '../recruiters/recruiters.queries.ts'
import { search } from '../search/search.ts'
import { listSkills } from '../skills/skills.queries.ts'
import { openTestDatabase } from './database.ts'
import { explain } from './explain.ts'

const { db, engine } = await openTestDatabase()
// In the long form there are 100,000 projects: what the database knows of its rows decides how it reads them.
const IS_LONG = process.env.LONG !== undefined
const PEOPLE = IS_LONG ? 20_000 : 400
const OFFERS = IS_LONG ? 2 : 10
const SKILLS = ['Go', 'Rust', 'SQL', 'React', 'Elm', 'Zig']
const users: { id: string; role: 'developer' | 'recruiter' }[] = []
const projects: string[] = []

const paging = { page: 1, limit: 12, sort: 'latest' } as const
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const time = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 3600_000).toISOString()

/** Half of the people are developers with 10 projects each, the others recruiters with their offers. */
beforeAll(async () => {
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < PEOPLE; index += 1) {
      const user = { id: newId(), role: index % 2 === 0 ? ('developer' as const) : ('recruiter' as const) }
      users.push(user)
      await tx
        .insertInto('users')
        .values({
          ...user,
          email: `${index}@example.com`,
          password_hash: '',
          name: `Name ${index}`,
          surname: 'Surname',
          created_at: time(index),
          onboarded_at: time(index),
          professional_position: 'Developer',
          avatar: 'https://p.example.com/1.png',
          experience_years: index % 9,
          skills: JSON.stringify([pick(SKILLS, index), pick(SKILLS, index + 1)]),
        })
        .execute()
      for (let item = 0; item < 10; item += 1) {
        const skills = [pick(SKILLS, index + item), pick(SKILLS, index + item + 1)]
        if (user.role === 'recruiter') {
          if (item < OFFERS)
            await insertOffer(tx, user.id, { position: `Offer ${item}`, skills, contractType: ['Full-time'] })
          continue
        }
        const project = {
          title: `Project ${item}`,
          category: pick(CATEGORIES, index + item),
          year: 2000 + item,
          projectSkills: skills,
          gallery: item % 3 === 0 ? ['https://p.example.com/1.png'] : [],
        }
        projects.push(await insertProject(tx, user.id, project, time(index * 10 + item)))
      }
      const period = { startDate: '2020-01', endDate: null }
      if (user.role === 'developer') {
        await experienceQueries.insert(tx, user.id, { ...period, company: 'C', position: 'P' })
        await studyQueries.insert(tx, user.id, { ...period, degree: 'D', instituteName: 'I' })
      }
      await refreshListing(tx, user.id)
    }
    for (const [index, projectId] of projects.entries()) {
      const ownerId = users[Math.floor(index / 10) * 2]?.id ?? ''
      await setLike(tx, { projectId, ownerId, userId: pick(users, index + 1).id }, true)
    }
  })
  await db
    .updateTable('totals')
    .set({ value: PEOPLE / 2 })
    .where('name', 'in', ['developers', 'recruiters'])
    .execute()
  await sql`analyze`.execute(db)
}, 600_000)

const project = (more: Partial<ProjectFilters>): ProjectFilters => ({
  ...paging,
  category: '',
  skills: [],
  withGallery: false,
  ...more,
})
const dev = (more: Partial<DevFilters>): DevFilters => ({
  ...paging,
  category: '',
  skills: [],
  experience: '',
  outstanding: false,
  ...more,
})
const offer = (more: Partial<OfferFilters>): OfferFilters => ({
  ...paging,
  contractType: '',
  skills: [],
  workplace: '',
  country: '',
  payFrom: null,
  payCurrency: 'EUR',
  minYears: null,
  ...more,
})
const viewer = () => ({ id: pick(users, 0).id, role: 'developer' as const })
const recruiter = () => pick(users, 1).id

type Work = (db: Kysely<Tables>) => Promise<unknown>

const lists: Record<string, Work> = {
  projects: (db) => listProjects(db, project({}), undefined),
  'projects, oldest first, signed in': (db) => listProjects(db, project({ sort: 'oldest' }), viewer()),
  'projects of a category': (db) => listProjects(db, project({ category: 'Backend' }), undefined),
  'projects with a gallery': (db) => listProjects(db, project({ withGallery: true }), undefined),
  'projects of a category with a gallery': (db) =>
    listProjects(db, project({ withGallery: true, category: 'Mobile' }), undefined),
  'projects with a skill': (db) => listProjects(db, project({ skills: ['Go'] }), undefined),
  'projects with two skills of a category': (db) =>
    listProjects(db, project({ skills: ['Go', 'sql'], category: 'Backend' }), undefined),
  'projects of a developer': (db) =>
    listProjectsOf(db, viewer().id, { ...paging, order: 'year', drafts: false, after: '' }, viewer()),
  'own projects with drafts': (db) =>
    listProjectsOf(db, viewer().id, { ...paging, order: 'year', drafts: true, after: '' }, viewer()),
  'the most viewed projects of a developer': (db) =>
    listProjectsOf(db, viewer().id, { ...paging, order: 'views', drafts: false, after: '' }, viewer()),
  'projects by ids': (db) => listProjectsByIds(db, projects.slice(0, 50), viewer()),
  developers: (db) => listDevs(db, dev({})),
  'developers, oldest first': (db) => listDevs(db, dev({ sort: 'oldest' })),
  'developers of a category': (db) => listDevs(db, dev({ category: 'DevOps' })),
  'developers by experience': (db) => listDevs(db, dev({ experience: '2-4' })),
  'developers by everything': (db) =>
    listDevs(db, dev({ category: 'Backend', skills: ['go', 'rust'], experience: '5+' })),
  'developers by ids': (db) =>
    listDevsByIds(
      db,
      users.slice(0, 50).map(({ id }) => id),
    ),
  'the numbers of a profile': (db) => countPortfolio(db, viewer().id),
  recruiters: (db) => listRecruiters(db, paging),
  experiences: (db) => experienceQueries.list(db, viewer().id, paging),
  studies: (db) => studyQueries.list(db, viewer().id, paging),
  offers: (db) => listOffers(db, offer({}), undefined),
  'offers, oldest first': (db) => listOffers(db, offer({ sort: 'oldest' }), viewer()),
  'offers with a skill': (db) => listOffers(db, offer({ skills: ['Go'] }), undefined),
  'offers of a contract type': (db) => listOffers(db, offer({ contractType: 'Full-time' }), undefined),
  'offers of a contract type with two skills': (db) =>
    listOffers(db, offer({ contractType: 'Permanent', skills: ['Go', 'SQL'] }), undefined),
  'offers of a workplace': (db) => listOffers(db, offer({ workplace: 'remote', skills: ['Go'] }), undefined),
  'offers of a pay and experience': (db) => listOffers(db, offer({ payFrom: 1000, minYears: 3 }), undefined),
  'offers of a skill with a pay in a country': (db) =>
    listOffers(db, offer({ payFrom: 1000, country: 'ES', skills: ['Go'] }), undefined),
  'offers of a recruiter': (db) => listOffersOf(db, offer({}), undefined, { ownerId: recruiter() }),
  'offers of a recruiter with a skill': (db) =>
    listOffersOf(db, offer({ skills: ['Go'] }), undefined, { ownerId: recruiter() }),
  'offers not applied to, with a skill': (db) =>
    listOffersOf(db, offer({ skills: ['Go'] }), viewer(), { notAppliedBy: viewer().id }),
  'offers not applied to': (db) => listOffersOf(db, offer({}), viewer(), { notAppliedBy: viewer().id }),
}

describe.runIf(engine === 'sqlite')('every list uses an index (G9)', () => {
  test('the data set has the intended size', () => {
    expect(projects).toHaveLength(IS_LONG ? 100_000 : 2000)
  })

  test.each(Object.entries(lists))(
    '%s',
    { tags: ['API-11', 'API-14', 'API-29', 'API-45', 'API-50'] },
    async (_, work) => {
      const plans = await explain(db, work)
      expect(plans.length).toBeGreaterThan(0)
      expect(plans.filter((plan) => plan.faults.length > 0)).toEqual([])
    },
  )

  test.each(['project', 'go', 'project go', '0'])(
    'search for %j sorts at most a thousand hits',
    async (q) => {
      const work: Work = (db) => search({ db, engine }, 'projects', { ...paging, q, from: time(100) })
      const plans = await explain(db, work)
      const faults = plans.flatMap((plan) => plan.faults)
      // Few hits are sorted; many are read in order (search/search.ts).
      expect(faults.filter((fault) => fault !== 'USE TEMP B-TREE FOR ORDER BY')).toEqual([])
    },
  )

  test('outstanding developers group the likes of a month, without a full table scan', {
    tags: 'HOME-18',
  }, async () => {
    const plans = await explain(db, (db) => listOutstandingDevs(db, dev({ outstanding: true })))
    const faults = plans.flatMap((plan) => plan.faults)
    expect(faults.filter((fault) => !fault.startsWith('USE TEMP B-TREE FOR'))).toEqual(['SCAN totals'])
  })

  test('skills in use are found by a skip scan of the index', { tags: 'API-34' }, async () => {
    const plans = await explain(db, (db) => listSkills(db))
    const faults = plans.flatMap((plan) => plan.faults)
    // The five rows of totals; a step of 500 words is sorted.
    expect(faults.filter((fault) => fault !== 'USE TEMP B-TREE FOR ORDER BY')).toEqual(['SCAN totals'])
  })
})
