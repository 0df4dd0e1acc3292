/** Kinds of public data. A change of one makes every cached response and page that shows it stale. */
export const TOPICS = ['offers', 'projects', 'views', 'people', 'careers', 'announcements'] as const
export type Topic = (typeof TOPICS)[number]
