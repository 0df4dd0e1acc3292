export interface ConversationSeed {
  /** Keys of the two people. */
  between: [string, string]
  startedDaysAgo: number
  latestHoursAgo: number
  /** The number of unread messages at the end. */
  unread: number
  /** Sender, text and an optional folder in `files/pictures/`; the text is empty for a picture alone. */
  messages: [sender: string, text: string, picture?: string][]
}
