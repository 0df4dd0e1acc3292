import type { FamilyName } from '../art/covers.ts'

export interface ConversationSeed {
  /** Keys of the two people. */
  between: [string, string]
  startedDaysAgo: number
  latestHoursAgo: number
  /** How many of the last lines the other side has not read. */
  unread: number
  /** Who, what, and the kind of picture that goes with it. An empty text is a picture alone. */
  lines: [who: string, text: string, picture?: FamilyName][]
}
