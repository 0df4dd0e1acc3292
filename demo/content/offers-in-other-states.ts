import type { OfferState } from '#contract/offer-life.ts'
import type { OfferSeed } from './offer-seed.ts'

/** Offers that are not open: only in lists of their owners and applicants. */
export const OTHER_OFFERS: (OfferSeed & {
  state: Exclude<OfferState, 'published'>
  daysAgo: number
  /** Days from now to the end; negative in the past. */
  endsInDays: number
  closedReason?: 'filled' | 'withdrawn'
})[] = [
  {
    by: 'marta',
    position: 'Accessibility Engineer',
    track: 'frontend',
    level: 'mid',
    location: 'Valencia, Spain (hybrid)',
    contract: ['Full-time'],
    salary: 41000,
    language: 'Spanish',
    skills: ['Accessibility', 'TypeScript', 'React'],
    mission:
      'One in six of our members reads the bill with a screen reader, a magnifier or patience. You will make sure that patience is not needed.',
    state: 'draft',
    daysAgo: 12,
    endsInDays: 48,
  },
  {
    by: 'marta',
    position: 'Data Engineer, Weather Forecasts',
    track: 'backend',
    level: 'mid',
    location: 'Remote (Spain)',
    contract: ['Full-time'],
    salary: 43000,
    language: 'Spanish or English',
    skills: ['Python', 'PostgreSQL', 'Time Series'],
    mission:
      'Tomorrow’s wind is today’s price. We pause this search until the new forecast provider has signed, and go on with everybody who has applied.',
    state: 'paused',
    daysAgo: 30,
    endsInDays: 30,
  },
  {
    by: 'marta',
    position: 'Frontend Developer, Installer Tools',
    track: 'frontend',
    level: 'mid',
    location: 'Valencia, Spain',
    contract: ['Full-time'],
    salary: 37000,
    language: 'Spanish',
    skills: ['React', 'TypeScript', 'Playwright'],
    mission:
      'Installers plan roofs on a tablet, on a ladder, in the sun. You will make the plan fit on one screen with large buttons.',
    state: 'closed',
    closedReason: 'filled',
    daysAgo: 49,
    endsInDays: 11,
  },
  {
    by: 'xoan',
    position: 'Backend Developer, Appointments',
    track: 'backend',
    level: 'mid',
    location: 'A Coruña, Spain',
    contract: ['Full-time'],
    salary: 39000,
    language: 'Spanish, Galician welcome',
    skills: ['Node.js', 'TypeScript', 'PostgreSQL'],
    mission:
      'Sixty health centres share one calendar that nobody may see as a whole. You will keep it quick, and keep it private.',
    state: 'closed',
    closedReason: 'withdrawn',
    daysAgo: 38,
    endsInDays: 22,
  },
  {
    by: 'marta',
    position: 'Technical Writer',
    track: 'design',
    level: 'junior',
    location: 'Remote (Spain)',
    contract: ['Part-time', 'Temporary'],
    salary: 18000,
    language: 'Spanish, English C1',
    skills: ['Technical Writing', 'Figma'],
    mission:
      'Our help pages were written by the people who wrote the code. You will write them for the people who pay the bill.',
    state: 'expired',
    daysAgo: 58,
    endsInDays: -3,
  },
]

/** Of Lucía and others, to show each state of an application. */
export const OTHER_APPLICATIONS: {
  who: string
  offer: string
  daysAgo: number
  status: 'pending' | 'reviewed' | 'interviewed'
  withdrawnDaysAgo?: number
}[] = [
  { who: 'lucia', offer: 'marta/Frontend Developer, Installer Tools', daysAgo: 46, status: 'reviewed' },
  { who: 'carmen', offer: 'marta/Frontend Developer, Installer Tools', daysAgo: 45, status: 'interviewed' },
  { who: 'lucia', offer: 'xoan/Backend Developer, Appointments', daysAgo: 36, status: 'pending' },
  {
    who: 'lucia',
    offer: 'marta/Data Engineer, Weather Forecasts',
    daysAgo: 27,
    status: 'pending',
    withdrawnDaysAgo: 25,
  },
  { who: 'hugo', offer: 'marta/Technical Writer', daysAgo: 6, status: 'pending' },
  { who: 'ines', offer: 'marta/Technical Writer', daysAgo: 33, status: 'pending' },
]
