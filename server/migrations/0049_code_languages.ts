import type { Migration } from './types.ts'

/** The languages of a project's code sections, in their order. */
export const codeLanguages: Migration = () => [
  "alter table projects add column code_languages text not null default '[]'",
]
