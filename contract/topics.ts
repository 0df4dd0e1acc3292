/** What public answers are made of. A change of one makes every kept answer that shows it old. */
export const TOPICS = ['offers', 'projects', 'views', 'people', 'careers'] as const
export type Topic = (typeof TOPICS)[number]
