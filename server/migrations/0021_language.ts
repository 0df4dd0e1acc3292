import type { Migration } from './types.ts'

/** The chosen language of a person; '' without a choice. */
export const language: Migration = () => [
  "alter table users add column language text not null default '' check (language in ('', 'en', 'es'))",
]
