import type { Status } from '#contract/applications.ts'
import type { TicketInput } from '#contract/contact.ts'
import type { ContractType } from '#contract/offers.ts'
import type { Category } from '#contract/values.ts'
import type { AvatarRecipe } from './art/avatars.ts'
import type { CoverRecipe } from './art/covers.ts'
import type { LogoRecipe } from './art/logos.ts'
import type { RepositoryAnswers } from './github-answers.ts'

/** The whole demo world as plain data: times are ISO strings, files are recipes, people are named by their ids. */
export interface World {
  now: string
  developers: Developer[]
  recruiters: Recruiter[]
  files: WorldFile[]
  projects: Project[]
  experiences: Experience[]
  studies: Study[]
  offers: Offer[]
  applications: Application[]
  likes: Like[]
  conversations: Conversation[]
  notifications: LikeNotification[]
  tickets: Ticket[]
  repositories: RepositoryAnswers[]
}

interface Person {
  id: string
  /** How the texts of the demo world name this person. */
  key: string
  email: string
  name: string
  surname: string
  phone: string
  birthDate: string | null
  avatar: string
  description: string
  location: string
  createdAt: string
  onboardedAt: string | null
  deactivatedAt: string | null
}

export interface Developer extends Person {
  professionalPosition: string
  experienceYears: number | null
  skills: string[]
  languages: { language: string; languageLevel: string }[]
  linkedin: string
  github: string
  resume: string
}

export interface Recruiter extends Person {
  companyName: string
  sector: string
  website: string
  contactEmail: string
  contactPhone: string
  multimedia: string[]
}

/** Addresses of files stand everywhere as they are stored: `/files/NAME.webp`. */
export interface WorldFile {
  id: string
  name: string
  kind: 'image' | 'pdf' | 'chat'
  ownerId: string
  createdAt: string
  recipe: FileRecipe
}

export type FileRecipe =
  | ({ draw: 'cover'; width: number } & CoverRecipe)
  | ({ draw: 'avatar' } & AvatarRecipe)
  | ({ draw: 'logo' } & LogoRecipe)
  | { draw: 'cv'; developerId: string }

export interface Project {
  id: string
  ownerId: string
  title: string
  category: Category
  year: number
  professionalRole: string
  duration: string
  projectSkills: string[]
  description: string
  liveLink: string
  githubProjectLink: string
  codeSections: string[]
  gallery: string[]
  views: number
  createdAt: string
  updatedAt: string
}

interface CareerEntry {
  id: string
  ownerId: string
  description: string
  startDate: string
  endDate: string | null
  createdAt: string
}

export interface Experience extends CareerEntry {
  company: string
  companyLogo: string
  position: string
  experienceSkills: string[]
}

export interface Study extends CareerEntry {
  degree: string
  instituteName: string
  instituteLogo: string
}

export interface Offer {
  id: string
  ownerId: string
  position: string
  role: string
  company: string
  location: string
  contractType: ContractType[]
  salary: number | null
  skills: string[]
  language: string
  description: string
  createdAt: string
}

export interface Application {
  id: string
  offerId: string
  userId: string
  phone: string
  coverLetter: string
  status: Status
  appliedAt: string
  /** From the application itself on; the last one leads to `status`. */
  changes: { id: string; by: string; from: Status | null; to: Status; at: string }[]
}

export interface Like {
  projectId: string
  userId: string
  ownerId: string
  createdAt: string
}

export interface Conversation {
  id: string
  /** The two people, in the order of their ids. */
  people: [string, string]
  messages: Message[]
  /** How many of the last messages their receiver has not read. */
  unread: number
}

export interface Message {
  id: string
  senderId: string
  receiverId: string
  text: string
  image: string
  createdAt: string
}

export interface LikeNotification {
  id: string
  receiverId: string
  senderId: string
  projectId: string
  createdAt: string
  clearedAt: string | null
}

export interface Ticket extends TicketInput {
  id: string
  userId: string | null
  createdAt: string
}
