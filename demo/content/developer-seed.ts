import type { AvatarRecipe } from '../art/avatars.ts'

export type Track = 'frontend' | 'backend' | 'fullstack' | 'mobile' | 'devops' | 'design'

export interface DeveloperSeed {
  /** How the rest of the demo world names this person; also the local part of the address. */
  key: string
  name: string
  surname: string
  city: string
  /** Calling code, for phone numbers. */
  code: string
  position: string
  years: number
  track: Track
  skills: string[]
  languages: [language: string, level: string][]
  about: string
  look: Omit<AvatarRecipe, 'seed'>
  /** Both, unless said otherwise. */
  links?: 'linkedin' | 'github' | 'none'
  cv?: false
  experiences?: false
  studies?: false
  /** Instead of one that is drawn, where the text speaks of it. */
  degree?: { name: string; school: string; months: number }
}
