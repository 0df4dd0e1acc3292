import type { FamilyName } from '../art/covers.ts'
import type { SnippetKey } from './snippets.ts'

export interface ProjectSeed {
  /** Key of the developer. */
  by: string
  title: string
  role: string
  duration: string
  /** Kind of cover; the other pictures of the gallery follow from it. */
  art: FamilyName
  /** What the cover may show in letters; the title's first word unless said otherwise. */
  word?: string
  skills: string[]
  text: string
  /** Number of pictures; drawn from the seed unless said. */
  pictures?: number
  code?: SnippetKey[]
  live?: true
  /** A well-known public repository that the project uses or contributed to; what is not owner/name shows the panels' refusal. */
  repository?: string
}
