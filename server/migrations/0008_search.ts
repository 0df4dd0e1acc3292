import type { Migration } from './types.ts'

/**
 * Two indexes over the normalised text of each searchable row (ARCHITECTURE, Data): one of trigrams, and one of
 * grams for words of one or two characters. Rows with a null text are in neither.
 */
export const search: Migration = ({ engine }) =>
  engine === 'postgres'
    ? ['create extension if not exists pg_trgm', GRAMS_FUNCTION, ...SEARCHABLE.flatMap(trigramIndexes)]
    : SEARCHABLE.flatMap(fullTextTables)

const SEARCHABLE = ['users', 'projects', 'offers'] as const

const GRAMS_FUNCTION = `create function search_grams(search_text text) returns text[]
  language sql immutable strict parallel safe as $$
    select array_agg(distinct substr(search_text, place, size))
    from generate_series(1, length(search_text)) place, generate_series(1, 2) size
  $$`

const trigramIndexes = (table: string) => [
  `create index ${table}_search on ${table} using gin (search_text gin_trgm_ops) where search_text is not null`,
  `create index ${table}_grams on ${table} using gin (search_grams(search_text)) where search_text is not null`,
]

/** The indexes follow the row by triggers. `search_grams` is a function that db.ts gives to the connection. */
const fullTextTables = (table: string) => [
  `create virtual table ${table}_search using fts5 (search_text, content = '${table}', content_rowid = 'row_no',
    tokenize = 'trigram case_sensitive 1', detail = 'full', columnsize = 0)`,
  `create virtual table ${table}_grams using fts5 (grams, content = '', contentless_delete = 1,
    tokenize = 'ascii', detail = 'none')`,
  `create trigger ${table}_search_insert after insert on ${table} when new.search_text is not null begin
    insert into ${table}_search (rowid, search_text) values (new.row_no, new.search_text);
    insert into ${table}_grams (rowid, grams) values (new.row_no, search_grams(new.search_text));
  end`,
  `create trigger ${table}_search_update after update of search_text on ${table}
    when new.search_text is not old.search_text begin
    insert into ${table}_search (${table}_search, rowid, search_text)
      select 'delete', old.row_no, old.search_text where old.search_text is not null;
    delete from ${table}_grams where rowid = old.row_no;
    insert into ${table}_search (rowid, search_text)
      select new.row_no, new.search_text where new.search_text is not null;
    insert into ${table}_grams (rowid, grams)
      select new.row_no, search_grams(new.search_text) where new.search_text is not null;
  end`,
  `create trigger ${table}_search_delete after delete on ${table} when old.search_text is not null begin
    insert into ${table}_search (${table}_search, rowid, search_text) values ('delete', old.row_no, old.search_text);
    delete from ${table}_grams where rowid = old.row_no;
  end`,
]
