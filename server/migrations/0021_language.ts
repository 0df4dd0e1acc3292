import type { Migration } from './types.ts'

/** The language that a person has chosen; '' while they have not. */
export const language: Migration = () => [
  "alter table users add column language text not null default '' check (language in ('', 'en', 'es'))",
]
