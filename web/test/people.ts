import type { RecruiterPublic } from '#contract/recruiters.ts'
import type { Role, User } from '#contract/users.ts'

export const DEVELOPER_ID = '0190a000-0000-7000-8000-00000000000d'
export const RECRUITER_ID = '0190a000-0000-7000-8000-00000000000e'

/** A token like the server's; the browser does not check its signature. */
export function buildToken(role: Role, id = role === 'developer' ? DEVELOPER_ID : RECRUITER_ID) {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'HS256' })}.${encode({ id, role, tv: 1 })}.signature`
}

export function buildUser(role: Role, changes: Partial<User> = {}): User {
  const person = {
    _id: role === 'developer' ? DEVELOPER_ID : RECRUITER_ID,
    name: 'Ana',
    surname: 'García',
    email: 'ana@example.com',
    phone: '+34 600111222',
    birthDate: '1990-05-03',
    avatar: '',
    description: '',
    createdAt: '2024-05-03T10:15:30.000Z',
    handle: null,
    language: '' as const,
    emailConfirmed: true,
    hasCompletedOnboarding: true,
  }
  if (role === 'developer') {
    const developer = {
      professionalPosition: 'Backend developer',
      resume: '',
      experienceYears: '4',
      location: 'Sevilla',
      linkedin: '',
      github: '',
      skills: ['Go'],
      languages: [],
    }
    return { ...person, role: { type: 'developer', developer }, ...changes }
  }
  return { ...person, role: { type: 'recruiter', recruiter: { ...COMPANY } }, ...changes }
}

const COMPANY = {
  companyName: 'Acueducto',
  location: 'Segovia',
  sector: 'Software',
  website: '',
  contact: { email: '', phone: '' },
  contactEmail: '',
  contactPhone: '',
  multimedia: [],
}

/** The public data of a recruiter. */
export const buildRecruiter = (changes: Partial<RecruiterPublic> = {}): RecruiterPublic => ({
  ...{ _id: RECRUITER_ID, name: 'Marta', surname: 'Ruiz', avatar: '', description: '', handle: null },
  createdAt: '2024-05-03T10:15:30.000Z',
  role: { type: 'recruiter', recruiter: { ...COMPANY } },
  responsiveness: { rated: false, answeredPercent: null, medianDays: null, applications: null },
  verified: null,
  ...changes,
})
