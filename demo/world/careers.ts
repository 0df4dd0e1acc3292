import type { Random } from '../../server/test/random.ts'
import {
  COURSES,
  DEGREES,
  DUTIES,
  LADDERS,
  LUCIA_JOBS,
  LUCIA_STUDIES,
  STUDY_NOTES,
} from '../content/career-texts.ts'
import type { DeveloperSeed } from '../content/developer-seed.ts'
import { DEVELOPERS } from '../content/developers.ts'
import { ACADEMIES, EMPLOYERS, type EmployerKey, type Organisation, SCHOOLS } from '../content/employers.ts'
import type { Developer, Experience, Study } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { type Clock, iso } from './clock.ts'
import { slug } from './people.ts'

/** Consistent careers: studies end before the first job, jobs follow each other, and the years add up to those of the profile. */
export function buildCareers(builder: WorldBuilder, developers: Developer[]) {
  const random = builder.randomFor('careers')
  const experiences: Experience[] = []
  const studies: Study[] = []
  for (const seed of DEVELOPERS) {
    const developer = developers.find(({ key }) => key === seed.key)
    if (!developer) continue
    const writer = createWriter(builder, developer)
    if (seed.key === 'lucia') {
      experiences.push(...LUCIA_JOBS.map((job) => writer.job(EMPLOYERS[job.employer], job)))
      studies.push(...LUCIA_STUDIES.map((study) => writer.study(schoolNamed(study.school), study)))
      continue
    }
    const worked = seed.years * 12 + random.int(0, 9)
    if (seed.experiences !== false)
      experiences.push(...jobsOf(random, seed, worked).map((job) => writer.job(EMPLOYERS[job.employer], job)))
    if (seed.studies !== false)
      studies.push(
        ...studiesOf(builder.clock, random, seed, worked).map((study) => writer.study(study.school, study)),
      )
  }
  return { experiences, studies }
}

interface Period {
  startsMonthsAgo: number
  endsMonthsAgo: number | null
  text: string
}

type Job = Period & { employer: EmployerKey; position: string; skills: string[] }

function jobsOf(random: Random, seed: DeveloperSeed, worked: number): Job[] {
  const count = Math.max(1, Math.min(5, Math.round(seed.years / 2.3)))
  const employers = random.sample(Object.keys(EMPLOYERS) as EmployerKey[], count)
  const duties = random.sample(DUTIES[seed.track], count)
  const ladder = LADDERS[seed.track]
  const shares = Array.from({ length: count }, () => random.float(0.6, 1.4))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const isBetweenJobs = random.chance(0.14)
  let start = worked
  return shares.map((share, i) => {
    const isLast = i === count - 1
    const months = Math.max(4, Math.round((share / total) * worked))
    const startsMonthsAgo = start
    const end = Math.max(1, start - months)
    start = Math.max(1, end - random.int(0, 2))
    return {
      employer: employers[i] ?? 'freelance',
      position: isLast ? seed.position : (ladder[Math.min(i + (seed.years > 5 ? 1 : 0), 2)] ?? seed.position),
      startsMonthsAgo,
      endsMonthsAgo: isLast ? (isBetweenJobs ? 1 : null) : end,
      skills: isLast
        ? seed.skills.slice(0, 5)
        : random.sample(seed.skills, Math.min(seed.skills.length, random.int(2, 4))),
      text: duties[i] ?? '',
    }
  })
}

type Course = Period & { degree: string; school: Organisation }

function studiesOf(clock: Clock, random: Random, seed: DeveloperSeed, worked: number): Course[] {
  const [degree, years] = random.pick(DEGREES[seed.track])
  // Academic years end in June.
  const ends = clock.monthsAgoIn(6, worked + 1)
  const chosen = { degree, school: random.pick(SCHOOLS[seed.code] ?? ACADEMIES), months: years * 12 - 3 }
  const given = seed.degree && {
    degree: seed.degree.name,
    school: schoolNamed(seed.degree.school),
    months: seed.degree.months,
  }
  const { months, ...named } = given ?? chosen
  const first: Course = {
    ...named,
    startsMonthsAgo: ends + months,
    endsMonthsAgo: ends,
    text: random.pick(STUDY_NOTES),
  }
  if (seed.years === 0 || !random.chance(0.6)) return [first]
  const started = random.int(2, Math.max(3, worked - 2))
  const isRunning = started < 8 && random.chance(0.7)
  const course: Course = {
    degree: random.pick(COURSES[seed.track]),
    school: random.pick(ACADEMIES),
    startsMonthsAgo: started,
    endsMonthsAgo: isRunning ? null : Math.max(0, started - random.int(2, 6)),
    text: random.pick(STUDY_NOTES.slice(4)),
  }
  return [course, first]
}

const schoolNamed = (name: string): Organisation =>
  [...Object.values(SCHOOLS).flat(), ...ACADEMIES].find((school) => school.name === name) ?? {
    name,
    logo: false,
  }

function createWriter(builder: WorldBuilder, developer: Developer) {
  const { clock } = builder
  let minutes = 20
  const created = () => {
    minutes += 4
    return Math.min(Date.parse(developer.createdAt) + minutes * 60_000, clock.nowMs)
  }
  const logo = (organisation: Organisation, at: number) => {
    if (organisation.logo === false) return ''
    return builder.addFile('image', developer.id, at, `logos/${slug(organisation.name)}`)
  }
  const base = ({ startsMonthsAgo, endsMonthsAgo, text }: Period, at: number) => ({
    id: builder.newId(at),
    ownerId: developer.id,
    description: text,
    startDate: clock.monthsAgo(startsMonthsAgo),
    endDate: endsMonthsAgo === null ? null : clock.monthsAgo(endsMonthsAgo),
    createdAt: iso(at),
  })
  return {
    job(employer: Organisation, job: Job | (typeof LUCIA_JOBS)[number]): Experience {
      const at = created()
      return {
        ...base(job, at),
        company: employer.name,
        companyLogo: logo(employer, at),
        position: job.position,
        experienceSkills: job.skills,
      }
    },
    study(school: Organisation, study: Period & { degree: string }): Study {
      const at = created()
      return {
        ...base(study, at),
        degree: study.degree,
        instituteName: school.name,
        instituteLogo: logo(school, at),
      }
    },
  }
}
