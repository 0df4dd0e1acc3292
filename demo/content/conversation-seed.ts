export interface ConversationSeed {
  /** Keys of the two people. */
  between: [string, string]
  startedDaysAgo: number
  latestHoursAgo: number
  /** How many of the last messages are unread. */
  unread: number
  /** Sender, text and an optional folder in `files/pictures/`; the text is empty for a picture alone. */
  messages: [sender: string, text: string, picture?: string][]
}
