import type { Experience, Study } from '#contract/careers.ts'
import type { DevPublic } from '#contract/devs.ts'
import type { Project } from '#contract/projects.ts'
import { DEVELOPER_ID } from './people.ts'

const TIME = '2026-01-01T00:00:00.000Z'
let count = 0
const newId = () => `0190a000-0000-7000-8000-${String(++count).padStart(12, '0')}`

export const OTHER_ID = '0190a000-0000-7000-8000-0000000000aa'

export const buildProject = (changes: Partial<Project> = {}): Project => ({
  _id: newId(),
  title: 'Ferry timetable',
  category: 'Frontend',
  year: 2025,
  professionalRole: '',
  duration: '',
  projectSkills: ['React', 'CSS'],
  description: '',
  liveLink: '',
  githubProjectLink: '',
  codeSections: [],
  codeLanguages: [],
  gallery: [],
  views: 41,
  likes: 3,
  liked: false,
  owner: {
    _id: OTHER_ID,
    name: 'Iker',
    surname: 'Olmo',
    avatar: '',
    role: { type: 'developer', developer: { professionalPosition: 'Frontend developer' } },
  },
  createdAt: TIME,
  updatedAt: TIME,
  badgeText: 'Frontend',
  state: 'published',
  warning: null,
  ...changes,
})

export const buildExperience = (changes: Partial<Experience> = {}): Experience => ({
  _id: newId(),
  owner: DEVELOPER_ID,
  company: 'Puerto Software',
  companyLogo: '',
  position: 'Engineer',
  description: '',
  startDate: '2020-03',
  endDate: null,
  experienceSkills: [],
  createdAt: TIME,
  updatedAt: TIME,
  ...changes,
})

export const buildStudy = (changes: Partial<Study> = {}): Study => ({
  _id: newId(),
  owner: DEVELOPER_ID,
  degree: 'Computer Engineering',
  instituteName: 'UPV',
  instituteLogo: '',
  description: '',
  startDate: '2010-09',
  endDate: '2014-06',
  createdAt: TIME,
  updatedAt: TIME,
  ...changes,
})

type Details = DevPublic['role']['developer']

export const buildDev = (
  changes: Partial<Omit<DevPublic, 'role'>> = {},
  details: Partial<Details> = {},
): DevPublic => ({
  _id: DEVELOPER_ID,
  name: 'Ana',
  surname: 'García',
  avatar: 'https://pictures.example/ana.png',
  description: 'I build calm interfaces for people who decide things all day.',
  createdAt: TIME,
  projectCategories: ['Frontend'],
  handle: null,
  email: 'ana@example.com',
  counts: { experiences: 0, projects: 0, studies: 0 },
  role: {
    type: 'developer',
    developer: {
      professionalPosition: 'Backend developer',
      resume: '',
      experienceYears: '4',
      location: 'Sevilla',
      linkedin: '',
      github: '',
      skills: ['Go'],
      languages: [{ language: 'Spanish', languageLevel: 'Native' }],
      ...details,
    },
  },
  ...changes,
})

/** One page of a list call, with its total. */
export const listResponse = (items: unknown[], total = items.length) => ({
  body: items,
  headers: { 'x-total-count': String(total) },
})
