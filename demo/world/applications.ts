import type { Status } from '#contract/applications.ts'
import type { Random } from '../../server/test/random.ts'
import type { DeveloperSeed } from '../content/developer-seed.ts'
import { DEVELOPERS } from '../content/developers.ts'
import { LETTERS } from '../content/letters.ts'
import type { OfferSeed } from '../content/offer-seed.ts'
import { PLANNED_APPLICATIONS } from '../content/planned-applications.ts'
import type { Application, Developer, Project, Recruiter } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { DAY_MS, iso } from './clock.ts'
import { offerKey, type PlacedOffer } from './offers.ts'
import { findByKey } from './people.ts'

const TOTAL = 250

interface People {
  developers: Developer[]
  recruiters: Recruiter[]
  projects: Project[]
}

/** Exactly 250 applications of suitable people, in chronological order. */
export function buildApplications(
  builder: WorldBuilder,
  offers: PlacedOffer[],
  people: People,
): Application[] {
  const random = builder.randomFor('applications')
  const counts = countsOf(builder, random, offers)
  const applications = offers.flatMap((placed) => {
    const planned = PLANNED_APPLICATIONS.filter(({ offer }) => offer === offerKey(placed.seed)).map(
      (plan) => ({
        developer: findByKey(people.developers, plan.who),
        at: builder.clock.daysAgo(plan.daysAgo),
        status: plan.status,
        letter: plan.letter,
      }),
    )
    const missing = (counts.get(placed) ?? 0) - planned.length
    const others = applicantsOf(
      random,
      placed.seed,
      new Set(planned.map(({ developer }) => developer.key)),
      missing,
    ).map((seed) => {
      const developer = findByKey(people.developers, seed.key)
      const at = timeOf(builder, random, placed, developer)
      return {
        developer,
        at,
        status: statusAt(random, (builder.clock.nowMs - at) / DAY_MS),
        letter: undefined,
      }
    })
    return [...planned, ...others].map((entry) => buildApplication(builder, random, placed, people, entry))
  })
  return applications.sort((a, b) => a.appliedAt.localeCompare(b.appliedAt))
}

/** The applications of the seeds, and the rest distributed in turn. */
function countsOf({ clock }: WorldBuilder, random: Random, offers: PlacedOffer[]) {
  const plannedFor = ({ seed }: PlacedOffer) =>
    PLANNED_APPLICATIONS.filter(({ offer }) => offer === offerKey(seed)).length
  const counts = new Map(offers.map((placed) => [placed, placed.seed.applicants ?? plannedFor(placed)]))
  const open = offers.filter(({ seed }) => seed.applicants === undefined)
  let left = TOTAL - [...counts.values()].reduce((sum, count) => sum + count, 0)
  while (left > 0) {
    const placed = random.pick(open)
    const count = counts.get(placed) ?? 0
    // Offers of this morning have few applications.
    const days = (clock.nowMs - Date.parse(placed.offer.createdAt)) / DAY_MS
    if (count >= Math.min(9, 2 + days)) continue
    counts.set(placed, count + 1)
    left--
  }
  return counts
}

const NEIGHBOURS: Record<string, string[]> = {
  frontend: ['fullstack', 'design'],
  backend: ['fullstack', 'devops'],
  fullstack: ['frontend', 'backend'],
  mobile: ['frontend', 'fullstack'],
  devops: ['backend'],
  design: ['frontend'],
}

const LEVEL_YEARS: Record<OfferSeed['level'], [number, number]> = {
  intern: [0, 2],
  junior: [0, 4],
  mid: [2, 9],
  senior: [4, 15],
}

function applicantsOf(random: Random, seed: OfferSeed, taken: Set<string>, count: number): DeveloperSeed[] {
  const [from, to] = LEVEL_YEARS[seed.level]
  const suits = (developer: DeveloperSeed) => {
    const track =
      developer.track === seed.track ? 8 : NEIGHBOURS[seed.track]?.includes(developer.track) ? 3 : 0.06
    const isSuitable = developer.years >= from && developer.years <= to
    return track * (isSuitable ? 1 : 0.25)
  }
  // Lucía's applications are all planned.
  const pool = DEVELOPERS.filter(({ key }) => !taken.has(key) && key !== 'lucia')
  return pool
    .map((developer) => ({ developer, draw: random.next() ** (1 / suits(developer)) }))
    .sort((a, b) => b.draw - a.draw)
    .slice(0, Math.max(0, count))
    .map(({ developer }) => developer)
}

/** After the creation of offer and account; more than a quarter within the last week, for the charts. */
function timeOf(builder: WorldBuilder, random: Random, { offer }: PlacedOffer, developer: Developer) {
  const { clock } = builder
  const from =
    Math.max(Date.parse(offer.createdAt), Date.parse(developer.onboardedAt ?? developer.createdAt)) +
    1_200_000
  const recent = clock.daysAgo(6.9)
  if (random.chance(0.2) && from < recent) return Math.round(random.float(recent, clock.nowMs - 1_800_000))
  return Math.round(from + random.next() ** 1.8 * Math.max(0, clock.nowMs - 1_800_000 - from))
}

function statusAt(random: Random, days: number): Status {
  if (days < 1.5) return random.weighted<Status>({ pending: 8, reviewed: 2 })
  if (days < 7) return random.weighted<Status>({ pending: 9, reviewed: 8, interviewed: 3, rejected: 2 })
  return random.weighted<Status>({ pending: 3, reviewed: 6, interviewed: 6, accepted: 4, rejected: 7 })
}

interface Entry {
  developer: Developer
  at: number
  status: Status
  letter: string | undefined
}

function buildApplication(
  builder: WorldBuilder,
  random: Random,
  { seed, offer }: PlacedOffer,
  people: People,
  entry: Entry,
): Application {
  const { developer, at, status } = entry
  const id = builder.newId(at)
  return {
    id,
    offerId: offer.id,
    userId: developer.id,
    phone: developer.phone,
    coverLetter: entry.letter ?? letterOf(random, seed, people, developer),
    status,
    appliedAt: iso(at),
    changes: historyOf(builder, random, offer.ownerId, entry),
  }
}

/** The changes up to the status, at a realistic pace, none of them in the future. */
function historyOf(
  builder: WorldBuilder,
  random: Random,
  recruiterId: string,
  { developer, at, status }: Entry,
): Application['changes'] {
  const steps: Status[] = ['pending']
  if (status === 'rejected')
    steps.push(...random.pick<Status[]>([[], ['reviewed'], ['reviewed'], ['reviewed', 'interviewed']]))
  if (status === 'interviewed' || status === 'accepted') steps.push('reviewed')
  if (status === 'accepted') steps.push('interviewed')
  if (status !== 'pending') steps.push(status)
  const span = builder.clock.nowMs - 600_000 - at
  return steps.map((to, i) => {
    const reached =
      at + (i === 0 ? 0 : (span * 0.8 * (i - 1 + random.float(0.35, 0.95))) / Math.max(1, steps.length - 1))
    return {
      id: builder.newId(reached),
      by: i === 0 ? developer.id : recruiterId,
      from: steps[i - 1] ?? null,
      to,
      at: iso(reached),
    }
  })
}

function letterOf(random: Random, seed: OfferSeed, { recruiters, projects }: People, developer: Developer) {
  const own = projects.filter(({ ownerId }) => ownerId === developer.id)
  const kind = random.weighted({ withProject: own.length > 0 ? 5 : 0, plain: 4, short: 0.7, none: 2 })
  if (kind === 'none') return ''
  const recruiter = recruiters.find(({ key }) => key === seed.by)
  const shared =
    seed.skills.find((skill) => developer.skills.includes(skill)) ?? developer.skills[0] ?? 'JavaScript'
  const words: Record<string, string> = {
    recruiter: recruiter?.name ?? '',
    company: recruiter?.companyName ?? '',
    position: seed.position,
    skill: shared,
    city: developer.location.split(',')[0] ?? '',
    name: developer.name,
    project: own.length > 0 ? random.pick(own).title : '',
  }
  return random.pick(LETTERS[kind]).replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
}
