import type { Status } from '#contract/applications.ts'
import type { SupportTicketInput } from '#contract/contact.ts'
import type { ClosedReason, OfferState } from '#contract/offer-life.ts'
import type { ContractType } from '#contract/offers.ts'
import type { FileKind } from '#contract/uploads.ts'
import type { Category } from '#contract/values.ts'
import type { NotificationEvent } from '../server/notifications/notify.ts'
import type { RepositoryResponses } from './world/repositories.ts'
import type { Work } from './world/work.ts'

/** The demo world as plain data: times are ISO strings, references are ids. */
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
  notifications: Notification[]
  tickets: SupportTicket[]
  repositories: RepositoryResponses[]
}

interface Person {
  id: string
  /** Reference used by the content. */
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
  verified: { domain: string; since: string; until: string } | null
}

export interface WorldFile {
  id: string
  /** Stored addresses are `/files/{name}`. */
  name: string
  kind: FileKind
  ownerId: string
  contentType: string
  createdAt: string
  /** Folder in `demo/files/`, such as `pictures/maps-1`. */
  source: string
}

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
  codeLanguages: string[]
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

export interface Offer extends Work {
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
  /** For offers that are no longer or not yet published. */
  life?: OfferLife
}

export interface OfferLife {
  state: Exclude<OfferState, 'published'>
  closesAt: string
  closedReason: ClosedReason | null
  closedAt: string | null
}

export interface Application {
  id: string
  offerId: string
  userId: string
  phone: string
  coverLetter: string
  status: Status
  appliedAt: string
  withdrawnAt?: string
  /** The time of the recruiter's reminder. */
  remindedAt?: string
  /** Status history, from the application itself to the current `status`. */
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
  /** Sorted by id. */
  people: [string, string]
  messages: Message[]
  /** The number of unread messages at the end. */
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

export interface Notification {
  id: string
  receiverId: string
  event: NotificationEvent
  createdAt: string
  clearedAt: string | null
}

export interface SupportTicket extends SupportTicketInput {
  id: string
  userId: string | null
  createdAt: string
}
