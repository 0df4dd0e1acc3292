import type { Random } from '../../server/test/random.ts'
import { type OfferSeed, ROLES } from '../content/offer-seed.ts'
import { TASKS, WISHES } from '../content/offer-texts.ts'
import { SPANISH_TASKS, SPANISH_WISHES } from '../content/offer-texts-spanish.ts'
import { OFFERS } from '../content/offers.ts'
import { COMPANIES, type CompanySeed, RECRUITERS } from '../content/recruiters.ts'
import type { Offer, Recruiter } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { iso } from './clock.ts'
import { findByKey } from './people.ts'
import { workOf } from './work.ts'

/** The publication of offers with references from other content; the others are spread over sixty days. */
const DAYS_AGO: Record<string, number> = {
  'marta/Senior Frontend Developer': 23,
  'marta/Backend Engineer, Energy Allocation': 19,
  'marta/Full Stack Developer': 34,
  'marta/Product Designer': 13,
  'marta/DevOps Engineer': 20.5,
  'marta/Android Developer': 41,
  'marta/Web Development Internship': 16,
  'marta/Data Engineer (maternity cover)': 8.4,
  'marta/Illustrator for the annual report': 10.4,
  'xoan/Full Stack Developer, Patient Portal': 52,
  'xoan/iOS Developer': 15.5,
  'cristina/Full Stack Developer, Trains': 9,
  'alvaro/Senior Backend Engineer, Payments': 12,
  'alvaro/Site Reliability Engineer': 22,
  'beatriz/Kotlin Engineer, Ledger': 14,
  'julia/Design Engineer': 29,
  'ane/Community Website Developer': 6.3,
  'natalia/Full Stack Developer (Rails)': 17,
  'federico/Firmware and Mobile Engineer': 7.2,
  'antonia/Backend Developer, Contracts': 11,
  'antonia/Full Stack Developer, Madrid launch': 27,
}

export const offerKey = ({ by, position }: Pick<OfferSeed, 'by' | 'position'>) => `${by}/${position}`

export interface PlacedOffer {
  seed: OfferSeed
  offer: Offer
}

/** In order of publication. */
export function buildOffers(builder: WorldBuilder, recruiters: Recruiter[]): PlacedOffer[] {
  const random = builder.randomFor('offers')
  const free = OFFERS.filter((seed) => DAYS_AGO[offerKey(seed)] === undefined)
  const slots = random.shuffle(free.map((_, i) => 0.2 + (i / (free.length - 1)) ** 1.05 * 59.2))
  let slot = 0
  return OFFERS.map((seed) => ({
    seed,
    created: builder.clock.daysAgo(DAYS_AGO[offerKey(seed)] ?? slots[slot++] ?? 30),
  }))
    .sort((a, b) => a.created - b.created)
    .map(({ seed, created }) => ({ seed, offer: buildOffer(builder, random, seed, created, recruiters) }))
}

export function buildOffer(
  builder: WorldBuilder,
  random: Random,
  seed: OfferSeed,
  created: number,
  recruiters: Recruiter[],
): Offer {
  const owner = findByKey(recruiters, seed.by)
  return {
    id: builder.newId(created),
    ownerId: owner.id,
    position: seed.position,
    role: ROLES[seed.track],
    company: owner.companyName,
    location: seed.location,
    contractType: seed.contract,
    salary: seed.salary,
    ...workOf(seed),
    skills: seed.skills,
    language: seed.language,
    description: describe(random, seed),
    createdAt: iso(created),
  }
}

function describe(random: Random, seed: OfferSeed) {
  const company: CompanySeed = COMPANIES[RECRUITERS.find(({ key }) => key === seed.by)?.company ?? 'brisa']
  const list = (title: string, lines: readonly string[]) =>
    [title, ...lines.map((line) => `- ${line}`)].join('\n')
  const words = company.language === 'es' ? SPANISH : ENGLISH
  return [
    seed.mission,
    company.pitch,
    list(words.tasksTitle, random.sample(words.tasks[seed.track], 4)),
    list(words.wishesTitle, [
      words.atHome(seed.skills.slice(0, 2)),
      ...random.sample(words.wishes[seed.level], 2),
    ]),
    list(words.benefitsTitle, company.benefits),
  ].join('\n\n')
}

const ENGLISH = {
  tasks: TASKS,
  tasksTitle: 'What you will do',
  wishes: WISHES,
  wishesTitle: 'What we look for',
  atHome: (skills: string[]) => `You are at home in ${skills.join(' and ')}`,
  benefitsTitle: 'What you get',
}

const SPANISH: typeof ENGLISH = {
  tasks: SPANISH_TASKS,
  tasksTitle: 'Qué harás',
  wishes: SPANISH_WISHES,
  wishesTitle: 'Qué buscamos',
  atHome: (skills) => `Que te muevas con soltura en ${skills.join(' y ')}`,
  benefitsTitle: 'Qué te ofrecemos',
}
