import type { ContractType } from '#contract/offers.ts'
import type { Pay } from '#contract/pay.ts'
import type { Track } from './developer-seed.ts'

export interface OfferSeed {
  /** Key of the recruiter. */
  by: string
  position: string
  track: Track
  level: 'intern' | 'junior' | 'mid' | 'senior'
  location: string
  contract: ContractType[]
  /** Euros a year, or null where it is agreed in the talk. */
  salary: number | null
  /** Otherwise it follows from the salary and the level. */
  pay?: Pay
  language: string
  skills: string[]
  /** The introduction, before the lists. */
  mission: string
  /** How many people apply; drawn from the seed unless said. */
  applicants?: number
}

export const ROLES: Record<Track, string> = {
  frontend: 'Frontend',
  backend: 'Backend',
  fullstack: 'Full Stack',
  mobile: 'Mobile',
  devops: 'DevOps',
  design: 'UX/UI',
}
