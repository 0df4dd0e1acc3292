import type { Migration } from './types.ts'

/**
 * The program checks the language, so that another one needs no migration. SQLite drops the check of a column only with
 * the column; its name and values stay, so the release before runs on it.
 */
export const anyLanguage: Migration = ({ engine }) =>
  engine === 'postgres'
    ? ['alter table users drop constraint users_language_check']
    : [
        "alter table users add column chosen_language text not null default ''",
        "update users set chosen_language = language where language <> ''",
        'alter table users drop column language',
        'alter table users rename column chosen_language to language',
      ]
