import { type Applicant, NO_STAGES } from '#contract/applications.ts'
import type { Offer } from '#contract/offers.ts'
import type { OwnOffer } from '#contract/own-offers.ts'
import { payOfSalary } from '#contract/pay.ts'
import { RECRUITER_ID } from './people.ts'

export const OFFER_ID = '0190a000-0000-7000-8000-00000000000f'

/** The request of an empty form. */
export const EMPTY_OFFER_REQUEST = {
  position: '',
  role: '',
  company: '',
  location: '',
  contractType: [],
  salary: null,
  workplace: '',
  countries: [],
  minYears: null,
  skills: [],
  language: '',
  description: '',
}

export const buildOffer = (changes: Partial<Offer> = {}): Offer => ({
  _id: OFFER_ID,
  position: 'Backend developer',
  title: 'Backend developer',
  role: 'Platform team',
  company: 'Acueducto',
  location: 'Segovia',
  contractType: ['Full-time', 'Freelance'],
  salary: 30000,
  skills: ['Go'],
  language: 'Spanish',
  description: 'Water for everybody.',
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
  state: 'published',
  publishedAt: '2026-01-01T10:00:00.000Z',
  closesAt: '2026-03-02T10:00:00.000Z',
  closedReason: null,
  acceptsApplications: true,
  pay: payOfSalary(changes.salary === undefined ? 30000 : changes.salary),
  workplace: '',
  countries: [],
  minYears: null,
  warning: null,
  owner: {
    _id: RECRUITER_ID,
    name: 'Marta',
    surname: 'Ruiz',
    avatar: '',
    role: {
      type: 'recruiter',
      recruiter: {
        companyName: 'Acueducto',
        location: 'Segovia',
        website: 'https://acueducto.example',
        contact: { email: 'jobs@acueducto.example', phone: '' },
      },
    },
    responsiveness: { rated: true, answeredPercent: 90, medianDays: 2, applications: 20 },
    verified: null,
  },
  applicants: [],
  applicantsCount: 3,
  applied: false,
  withdrawnTwice: false,
  ...changes,
})

/** The form in the owner's list: with its pipeline, without fields omitted in lists. */
export function buildOwnOffer(changes: Partial<OwnOffer> = {}): OwnOffer {
  const { language: _, warning: __, ...listed } = buildOffer()
  return { ...listed, stages: NO_STAGES, newApplicants: 0, lastAppliedAt: null, ...changes }
}

let count = 0

export function buildApplicant(changes: Partial<Applicant> = {}): Applicant {
  count += 1
  const number = String(count).padStart(12, '0')
  return {
    _id: `0190a000-0000-7000-9000-${number}`,
    user: {
      _id: `0190a000-0000-7000-a000-${number}`,
      name: 'Nora',
      surname: `Gil ${count}`,
      email: 'nora@example.com',
      avatar: '',
      role: {
        type: 'developer',
        developer: {
          professionalPosition: 'Developer',
          resume: '',
          experienceYears: '3',
          location: 'Lugo',
          linkedin: '',
          github: '',
          skills: ['HTML', 'Go'],
          languages: [],
        },
      },
    },
    status: 'pending',
    coverLetter: '',
    phone: '+34 600 111 222',
    sentStatus: changes.status ?? 'pending',
    sendsAt: null,
    withdrawnAt: null,
    appliedDate: '2026-01-02T10:00:00.000Z',
    ...changes,
  }
}
