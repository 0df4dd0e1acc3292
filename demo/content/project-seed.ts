import type { SnippetKey } from './snippets.ts'

export interface ProjectSeed {
  /** Key of the developer. */
  by: string
  title: string
  role: string
  duration: string
  /** Date of publication. */
  daysAgo: number
  /** Folders in `files/pictures/`; the first one is the cover. */
  pictures: string[]
  skills: string[]
  text: string
  code?: SnippetKey[]
  liveLink?: string
  /** A well-known public repository; an incomplete name shows the error state of the panels. */
  repository?: string
}
