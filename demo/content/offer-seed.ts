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
  /** Euros a year, or null where it is negotiable. */
  salary: number | null
  /** Derived from the salary and the level by default. */
  pay?: Pay
  language: string
  skills: string[]
  /** The introduction, before the lists. */
  mission: string
  /** The number of applicants; random by default. */
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
