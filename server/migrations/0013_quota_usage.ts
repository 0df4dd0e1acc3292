import type { Migration } from './types.ts'

type Source = {
  kind: string
  table: string
  owner: string
  texts: string[]
  counted?: string
  stored?: string
}

/** `counted` things still exist; `stored` rows take bytes (server/quota/quotas.ts). */
const SOURCES: Source[] = [
  {
    kind: 'project',
    table: 'projects',
    owner: 'owner_id',
    texts: [
      ...['title', 'category', 'professional_role', 'duration', 'description', 'live_link', 'github_link'],
      ...['skills', 'code_sections', 'gallery'],
    ],
    counted: 'deleted_at is null',
  },
  {
    kind: 'experience',
    table: 'experiences',
    owner: 'owner_id',
    texts: ['company', 'company_logo', 'position', 'description', 'skills'],
    counted: 'deleted_at is null',
  },
  {
    kind: 'study',
    table: 'studies',
    owner: 'owner_id',
    texts: ['degree', 'institute_name', 'institute_logo', 'description'],
    counted: 'deleted_at is null',
  },
  {
    kind: 'offer',
    table: 'offers',
    owner: 'owner_id',
    texts: [
      ...['position', 'role', 'company', 'location', 'contract_types', 'skills', 'language', 'description'],
    ],
    counted: 'deleted_at is null',
  },
  { kind: 'application', table: 'applications', owner: 'user_id', texts: ['phone', 'cover_letter'] },
  {
    kind: 'statusChange',
    table: 'application_changes',
    owner: 'changed_by',
    texts: [],
    stored: 'from_status is not null and changed_by is not null',
  },
  { kind: 'message', table: 'messages', owner: 'sender_id', texts: ['text'] },
  { kind: 'like', table: 'likes', owner: 'user_id', texts: [] },
  {
    kind: 'ticket',
    table: 'tickets',
    owner: 'user_id',
    texts: ['name', 'email', 'category', 'subject', 'message'],
    stored: 'user_id is not null',
  },
]

const ROW_BYTES = 500

const totalsOf = ({ kind, table, owner, texts, counted = '1 = 1', stored = '1 = 1' }: Source) =>
  `select cast(${owner} as text) as subject, '${kind}' as kind,
    sum(case when ${counted} then 1 else 0 end) as things,
    sum(${[ROW_BYTES, ...texts.map((column) => `octet_length(${column})`)].join(' + ')}) as bytes
  from ${table} where ${stored} group by ${owner}`

const UPLOADS = `select cast(owner_id as text) as subject, 'upload' as kind, count(*) as things, sum(bytes) as bytes
  from files where deleted_at is null group by owner_id`

const ROWS = `(${[...SOURCES.map(totalsOf), UPLOADS].join(' union all ')}) as stored`

/** Usage as a select of (subject, kind, total) from the stored rows, without erased people. */
export const USAGE_OF_ROWS = `select subject, kind, total from (
    select subject, kind, things as total from ${ROWS}
    union all select subject, 'bytes' as kind, sum(bytes) as total from ${ROWS} group by subject
  ) as used
  where total > 0
    and subject not in (select cast(id as text) from users where erased_at is not null)`

/** Stored things by person, counted in the transactions that store them (X3). */
export const quotaUsage: Migration = ({ big, keyed }) => [
  `create table quota_usage (
    subject text not null,
    kind text not null,
    total ${big} not null check (total >= 0),
    day text not null,
    today ${big} not null,
    primary key (subject, kind)
  )${keyed}`,
  `insert into quota_usage (subject, kind, total, day, today)
    select subject, kind, total, '', 0 from (${USAGE_OF_ROWS}) as used`,
]
