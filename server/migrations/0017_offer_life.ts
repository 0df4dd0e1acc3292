import type { Migration } from './types.ts'

const LEGACY_MS = 60 * 24 * 3600 * 1000

/**
 * The life of offers, their pay and places. Every column has a default that no engine writes into the rows,
 * so that stored offers are published and close 60 days after this migration (LIFE-01).
 */
export const offerLife: Migration = ({ engine, id, time, keyed }) => [
  `alter table offers add column state text not null default 'published'
    check (state in ('draft', 'published', 'paused', 'closed', 'expired'))`,
  `alter table offers add column closes_at ${time} not null default ${closesOfFormer(engine)}`,
  "alter table offers add column closed_reason text check (closed_reason in ('filled', 'withdrawn', 'moderated'))",
  `alter table offers add column drafted_at ${time}`,
  'alter table offers add column pay_min_cents integer',
  'alter table offers add column pay_max_cents integer',
  'alter table offers add column pay_currency text',
  'alter table offers add column pay_period text',
  'alter table offers add column pay_year_max integer',
  "alter table offers add column workplace text not null default ''",
  "alter table offers add column countries text not null default '[]'",
  'alter table offers add column min_years integer check (min_years between 0 and 50)',
  // In the order of the list, with all columns of its filters, so that a page reads no offer that it skips.
  `create index offers_open on offers
    (created_at, id, closes_at, pay_currency, pay_year_max, min_years, state, deleted_at, hidden_at)
    where state = 'published' and deleted_at is null and hidden_at is null`,
  // For statements with a condition on 'draft' only: otherwise SQLite would sort whole lists instead of using the index above.
  `create index offers_closing on offers (state, closes_at, id, deleted_at, hidden_at)
    where state <> 'draft' and deleted_at is null and hidden_at is null`,
  `create index offers_of_owner on offers (owner_id, state, created_at, id, closes_at, deleted_at, hidden_at)
    where deleted_at is null and hidden_at is null`,
  // A workplace or a country each; '*' is every country.
  `create table offer_places (
    offer_id ${id} not null references offers (id),
    place text not null,
    offer_created_at ${time} not null,
    primary key (offer_id, place)
  )${keyed}`,
  'create index offer_places_place on offer_places (place, offer_created_at, offer_id)',
]

/** SQLite accepts a constant only; PostgreSQL stores the current value of the expression for older rows. */
const closesOfFormer = (engine: 'sqlite' | 'postgres'): string =>
  engine === 'sqlite'
    ? `'${new Date(Date.now() + LEGACY_MS).toISOString()}'`
    : "(date_trunc('milliseconds', now()) + interval '60 days')"
