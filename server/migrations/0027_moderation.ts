import type { Migration } from './types.ts'

/** Reports, decisions, the log of moderators, answers to tickets, announcements and numbers by day (MOD). */
export const moderation: Migration = ({ engine, id, time, strict, keyed }) => [
  `create table moderators (
    user_id ${id} primary key references users (id),
    created_at ${time} not null
  )${strict}`,
  // The last re-authentication by password.
  `alter table sessions add column confirmed_at ${time}`,

  // Hidden by a moderator, or until a decision.
  `alter table users add column moderated_at ${time}`,
  `alter table users add column suspended_until ${time}`,
  `alter table users add column banned_at ${time}`,
  `alter table projects add column moderated_at ${time}`,
  `alter table offers add column moderated_at ${time}`,
  'create index projects_moderated on projects (owner_id) where moderated_at is not null',
  `create index users_listed on users (role, created_at, id, deactivated_at, onboarded_at, moderated_at)
    where deactivated_at is null and onboarded_at is not null and moderated_at is null`,

  // One for all reports of a thing until it is decided.
  `create table reports (
    id ${id} primary key,
    kind text not null check (kind in ('user', 'offer', 'project', 'message')),
    thing_id ${id} not null,
    author_id ${id} references users (id),
    state text not null default 'open' check (state in ('open', 'closed')),
    snapshot text not null,
    created_at ${time} not null,
    frozen_at ${time},
    closed_at ${time}
  )${strict}`,
  "create unique index reports_open on reports (kind, thing_id) where state = 'open'",
  'create index reports_state on reports (state, created_at, id)',
  'create index reports_thing on reports (thing_id)',
  'create index reports_author on reports (author_id) where author_id is not null',
  'create index reports_created on reports (created_at)',
  'create index reports_closed on reports (closed_at) where closed_at is not null',
  `create table report_entries (
    id ${id} primary key,
    report_id ${id} not null references reports (id) on delete cascade,
    kind text not null,
    thing_id ${id} not null,
    reporter_id ${id} references users (id),
    reporter_key text not null,
    reason text not null check (reason in ('spam', 'scam', 'abuse', 'fake', 'closed', 'other')),
    text text not null,
    dismissed_at ${time},
    created_at ${time} not null
  )${strict}`,
  'create unique index report_entries_once on report_entries (kind, thing_id, reporter_key)',
  'create index report_entries_report on report_entries (report_id, created_at)',
  'create index report_entries_reporter on report_entries (reporter_id, created_at) where reporter_id is not null',
  `create table decisions (
    id ${id} primary key,
    report_id ${id} not null references reports (id) on delete cascade,
    author_id ${id} references users (id),
    act text not null check (act in ('dismiss', 'hide', 'warn', 'suspend', 'ban', 'restore')),
    reason text not null,
    until ${time},
    moderator_id ${id} not null references users (id),
    appeal text,
    appealed_at ${time},
    created_at ${time} not null
  )${strict}`,
  'create index decisions_report on decisions (report_id, created_at)',
  'create index decisions_author on decisions (author_id, created_at) where author_id is not null',
  'create index decisions_moderator on decisions (moderator_id)',

  `create table moderation_log (
    id ${id} primary key,
    at ${time} not null,
    moderator_id ${id} not null references users (id),
    act text not null,
    thing_kind text,
    thing_id ${id},
    reason text not null default ''
  )${strict}`,
  'create index moderation_log_moderator on moderation_log (moderator_id)',
  ...logIsFinal[engine],

  "alter table tickets add column state text not null default 'open' check (state in ('open', 'waiting', 'closed'))",
  'create index tickets_state on tickets (state, created_at, id)',
  `create table ticket_answers (
    id ${id} primary key,
    ticket_id ${id} not null references tickets (id) on delete cascade,
    moderator_id ${id} not null references users (id),
    text text not null,
    created_at ${time} not null
  )${strict}`,
  'create index ticket_answers_ticket on ticket_answers (ticket_id, created_at)',
  'create index ticket_answers_moderator on ticket_answers (moderator_id)',

  `create table announcements (
    id ${id} primary key,
    text text not null,
    moderator_id ${id} not null references users (id),
    created_at ${time} not null
  )${strict}`,
  'create index announcements_moderator on announcements (moderator_id)',
  `create table announcement_dismissals (
    user_id ${id} not null references users (id),
    announcement_id ${id} not null references announcements (id) on delete cascade,
    primary key (user_id, announcement_id)
  )${keyed}`,
  'create index announcement_dismissals_announcement on announcement_dismissals (announcement_id)',

  `create table daily_numbers (
    day text primary key,
    numbers text not null,
    jobs_waiting integer not null default 0,
    counted_at ${time}
  )${strict}`,
  'create index users_created on users (created_at)',
  'create index applications_applied on applications (applied_at)',
  'create index applications_answered on applications (answered_at) where answered_at is not null',
  'create index jobs_failed on jobs (failed_at) where failed_at is not null',
]

/** The log is append-only (MOD-05). */
const logIsFinal = {
  sqlite: ['update', 'delete'].map(
    (change) => `create trigger moderation_log_${change} before ${change} on moderation_log
      begin select raise(abort, 'The log of moderators is final'); end`,
  ),
  postgres: [
    `create function moderation_log_is_final() returns trigger language plpgsql as $$
      begin raise exception 'The log of moderators is final'; end $$`,
    `create trigger moderation_log_final before update or delete on moderation_log
      for each row execute function moderation_log_is_final()`,
  ],
}
