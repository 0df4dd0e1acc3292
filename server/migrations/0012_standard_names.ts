import type { Migration } from './types.ts'

const TABLES = [
  ['sign_ins', 'sessions'],
  ['idempotent_answers', 'idempotency_keys'],
  ['repository_answers', 'repository_cache'],
] as const

/** Former table names, which an unmigrated database still has beside the tables of a restored backup. */
export const FORMER_TABLES: readonly string[] = TABLES.map(([former]) => former)

/** The last renaming step: an older process cannot run beside a newer one across it. */
export const standardNames: Migration = ({ engine }) => [
  ...TABLES.map(([former, name]) => `alter table ${former} rename to ${name}`),
  'alter table inboxes rename column kept_from to first_seq',
  ...(engine === 'sqlite' ? SQLITE_INDEXES : POSTGRES_NAMES),
]

/** SQLite cannot rename an index. */
const SQLITE_INDEXES = [
  'drop index sign_ins_user',
  'create index sessions_user on sessions (user_id)',
  'drop index idempotent_answers_created',
  'create index idempotency_keys_created on idempotency_keys (created_at)',
]

const POSTGRES_NAMES = [
  'alter index sign_ins_user rename to sessions_user',
  'alter index idempotent_answers_created rename to idempotency_keys_created',
  ...TABLES.map(([former, name]) => `alter table ${name} rename constraint ${former}_pkey to ${name}_pkey`),
  ...TABLES.slice(0, 2).map(
    ([former, name]) =>
      `alter table ${name} rename constraint ${former}_user_id_fkey to ${name}_user_id_fkey`,
  ),
]
