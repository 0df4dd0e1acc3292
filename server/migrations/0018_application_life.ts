import type { Migration } from './types.ts'

/** The stored facts of an application's life, from which server/applications/application-life.ts derives its state. */
export const applicationLife: Migration = ({ id, time, strict, keyed }) => [
  // The status visible to the applicant until `sends_at`; both are null where the stored status is sent.
  'alter table applications add column sent_status text',
  `alter table applications add column sends_at ${time}`,
  // Time of the first answer; in the future while its decision is unsent. Null in older rows with an answered status.
  `alter table applications add column answered_at ${time}`,
  // The first message of the offer's owner after the application.
  `alter table applications add column replied_at ${time}`,
  `alter table applications add column withdrawn_at ${time}`,
  "alter table applications add column withdraw_reason text not null default ''",
  `alter table applications add column reminded_at ${time}`,
  `alter table applications add column no_answer_sent_at ${time}`,
  // Null in older rows, which were sent immediately.
  `alter table application_changes add column sent_at ${time}`,
  'create index applications_sends on applications (sends_at) where sends_at is not null',
  `create index applications_unanswered on applications (applied_at)
    where answered_at is null and withdrawn_at is null and no_answer_sent_at is null`,
  // A withdrawn application whose developer has applied again: `applications` has one row for offer and developer.
  `create table former_applications (
    id ${id} primary key,
    offer_id ${id} not null references offers (id),
    user_id ${id} not null references users (id),
    status text not null,
    applied_at ${time} not null,
    answered_at ${time},
    replied_at ${time},
    reminded_at ${time},
    withdrawn_at ${time} not null,
    withdraw_reason text not null default '',
    changes text not null,
    unique (offer_id, user_id)
  )${strict}`,
  'create index former_applications_user on former_applications (user_id)',
  // Offers closed by their owners, not expired ones.
  `alter table offers add column closed_at ${time}`,
  // JSON; '' below the minimum number for a rating.
  "alter table users add column responsiveness text not null default ''",
  `alter table users add column review_on_open_off_at ${time}`,
  `alter table users add column reminder_mailed_at ${time}`,
  // The recruiters whose responsiveness is to be recounted, and the time of it.
  `create table responsiveness_due (
    user_id ${id} primary key references users (id),
    due_at ${time} not null
  )${keyed}`,
  'create index responsiveness_due_at on responsiveness_due (due_at)',
]
