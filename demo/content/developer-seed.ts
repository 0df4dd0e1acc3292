export type Track = 'frontend' | 'backend' | 'fullstack' | 'mobile' | 'devops' | 'design'

export interface DeveloperSeed {
  /** Reference from the rest of the content, local part of the email address, folder in `files/avatars/` and `files/cvs/`. */
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
  /** Both by default. */
  links?: 'linkedin' | 'github' | 'none'
  cv?: false
  experiences?: false
  studies?: false
  /** The degree mentioned in `about`; random by default. */
  degree?: { name: string; school: string; months: number }
}
