import type { Random } from '../../server/test/random.ts'
import type { DeveloperSeed } from '../content/developer-seed.ts'
import { DEVELOPERS } from '../content/developers.ts'
import { COMPANIES, RECRUITERS, type RecruiterSeed } from '../content/recruiters.ts'
import type { Developer, Recruiter } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { iso } from './clock.ts'

/** Registration dates that the content refers to; all others are random, at least three months ago. */
const JOINED_DAYS_AGO: Record<string, number> = {
  tomas: 11,
  noa: 52,
  hugo: 64,
  yolanda: 75,
  samuel: 80,
  lucia: 236,
  saul: 240,
}

export function buildDevelopers(builder: WorldBuilder): Developer[] {
  const random = builder.randomFor('developers')
  return [...DEVELOPERS.map((seed) => buildDeveloper(builder, random, seed)), ...otherAccounts(builder)]
}

export function buildRecruiters(builder: WorldBuilder): Recruiter[] {
  const random = builder.randomFor('recruiters')
  return RECRUITERS.map((seed) => buildRecruiter(builder, random, seed))
}

function buildDeveloper(builder: WorldBuilder, random: Random, seed: DeveloperSeed): Developer {
  const { clock } = builder
  const created = clock.daysAgo(JOINED_DAYS_AGO[seed.key] ?? random.float(90, 380))
  const id = builder.newId(created)
  const links = seed.links ?? 'both'
  const handle = slug(`${seed.name}-${seed.surname}`)
  return {
    id,
    key: seed.key,
    email: `${seed.key}@puente.example`,
    name: seed.name,
    surname: seed.surname,
    phone: `${seed.code} ${phoneDigits(random, seed.code)}`,
    birthDate: birthDate(clock.nowMs, random, seed.years + random.int(22, 25)),
    avatar: builder.addFile('image', id, created, `avatars/${seed.key}`),
    description: seed.about,
    location: seed.city,
    createdAt: iso(created),
    onboardedAt: iso(created + random.int(4, 40) * 60_000),
    deactivatedAt: null,
    professionalPosition: seed.position,
    experienceYears: seed.years,
    skills: seed.skills,
    languages: seed.languages.map(([language, languageLevel]) => ({ language, languageLevel })),
    linkedin: links === 'both' || links === 'linkedin' ? `https://www.linkedin.com/in/${handle}-puente` : '',
    github: links === 'both' || links === 'github' ? `https://github.com/${handle}-puente` : '',
    resume: seed.cv === false ? '' : builder.addFile('pdf', id, created, `cvs/${seed.key}`),
  }
}

function buildRecruiter(builder: WorldBuilder, random: Random, seed: RecruiterSeed): Recruiter {
  const { clock } = builder
  const company = COMPANIES[seed.company]
  const created = clock.daysAgo(seed.joinedDaysAgo)
  const id = builder.newId(created)
  const logo = `logos/${seed.company}`
  const domain = new URL(company.website).hostname
  return {
    id,
    key: seed.key,
    email: `${seed.key}@puente.example`,
    name: seed.name,
    surname: seed.surname,
    phone: seed.phone,
    birthDate: birthDate(clock.nowMs, random, random.int(31, 54)),
    avatar: builder.addFile('image', id, created, seed.avatar === 'logo' ? logo : `avatars/${seed.key}`),
    description: seed.about,
    location: company.city,
    createdAt: iso(created),
    onboardedAt: iso(created + random.int(4, 40) * 60_000),
    deactivatedAt: null,
    companyName: company.name,
    sector: company.sector,
    website: company.website,
    contactEmail: `${slug(seed.name)}@${domain}`,
    contactPhone: seed.phone,
    multimedia: [builder.addFile('image', id, created, logo)],
    verified:
      seed.verifiedDaysAgo === undefined
        ? null
        : {
            domain,
            since: iso(clock.daysAgo(seed.verifiedDaysAgo)),
            until: iso(clock.daysAgo(seed.verifiedDaysAgo - 365)),
          },
  }
}

/** A deactivated account and one that has not finished onboarding. */
function otherAccounts(builder: WorldBuilder): Developer[] {
  const { clock } = builder
  const blank = {
    phone: '',
    birthDate: null,
    avatar: '',
    description: '',
    location: '',
    professionalPosition: '',
    experienceYears: null,
    skills: [],
    languages: [],
    linkedin: '',
    github: '',
    resume: '',
    onboardedAt: null,
    deactivatedAt: null,
  }
  const arrived = clock.hoursAgo(3)
  const joined = clock.daysAgo(JOINED_DAYS_AGO.saul ?? 240)
  return [
    {
      ...blank,
      id: builder.newId(joined),
      key: 'saul',
      email: 'saul@puente.example',
      name: 'Saúl',
      surname: 'Ibarra Montero',
      createdAt: iso(joined),
      phone: '+34 600 019 284',
      description:
        'Full stack developer in Valencia, mostly Node.js and Vue. Organiser of the Thursday meetup.',
      location: 'Valencia, Spain',
      professionalPosition: 'Full Stack Developer',
      experienceYears: 6,
      skills: ['Node.js', 'Vue.js', 'MySQL'],
      languages: [{ language: 'Spanish', languageLevel: 'Native' }],
      onboardedAt: iso(joined + 600_000),
      deactivatedAt: iso(clock.daysAgo(5)),
    },
    {
      ...blank,
      id: builder.newId(arrived),
      key: 'nuria',
      email: 'nuria@puente.example',
      name: 'Nuria',
      surname: 'Cabrera Gil',
      createdAt: iso(arrived),
    },
  ]
}

export const slug = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Unassigned numbers of the right length. */
function phoneDigits(random: Random, code: string) {
  const last = String(random.int(0, 9999)).padStart(4, '0')
  if (code === '+34') return `600 00${last[0]} ${last.slice(1)}`
  const length = code.length > 3 ? 8 : 9
  return `9${'0'.repeat(length - 5)}${last}`
}

function birthDate(nowMs: number, random: Random, age: number) {
  const born = nowMs - Math.round((age + random.float(0, 0.98)) * 365.25 * 24 * 3600 * 1000)
  return iso(born).slice(0, 10)
}

export function findByKey<Person extends Developer | Recruiter>(people: Person[], key: string): Person {
  const person = people.find((candidate) => candidate.key === key)
  if (!person) throw new Error(`There is no person with the key ${key}.`)
  return person
}
