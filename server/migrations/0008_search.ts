import type { Migration } from './types.ts'

/** A trigram index over the normalised text of each searchable row (ARCHITECTURE, Data). */
export const search: Migration = ({ engine }) =>
  engine === 'postgres'
    ? ['create extension if not exists pg_trgm', ...SEARCHABLE.map(trigramIndex)]
    : SEARCHABLE.flatMap(fullTextTable)

const SEARCHABLE = ['users', 'projects', 'offers'] as const

const trigramIndex = (table: string) =>
  `create index ${table}_search on ${table} using gin (search_text gin_trgm_ops) where search_text is not null`

/** The index follows the row by triggers; rows with a null text are not in it. */
const fullTextTable = (table: string) => [
  `create virtual table ${table}_search using fts5
    (search_text, content = '${table}', content_rowid = 'row_no', tokenize = 'trigram', detail = 'full')`,
  `create trigger ${table}_search_insert after insert on ${table} when new.search_text is not null begin
    insert into ${table}_search (rowid, search_text) values (new.row_no, new.search_text);
  end`,
  `create trigger ${table}_search_update after update of search_text on ${table}
    when new.search_text is not old.search_text begin
    insert into ${table}_search (${table}_search, rowid, search_text)
      select 'delete', old.row_no, old.search_text where old.search_text is not null;
    insert into ${table}_search (rowid, search_text)
      select new.row_no, new.search_text where new.search_text is not null;
  end`,
  `create trigger ${table}_search_delete after delete on ${table} when old.search_text is not null begin
    insert into ${table}_search (${table}_search, rowid, search_text) values ('delete', old.row_no, old.search_text);
  end`,
]
