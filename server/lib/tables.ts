import type { Generated } from 'kysely'
import type { Status } from '#contract/applications.ts'
import type { SupportTicketCategory } from '#contract/contact.ts'
import type { Language } from '#contract/locale.ts'
import type { Act, ReportState, SupportTicketState } from '#contract/moderation.ts'
import type { Channels, MailMode } from '#contract/notification-settings.ts'
import type { ClosedReason, OfferState } from '#contract/offer-life.ts'
import type { ProviderId } from '#contract/openid.ts'
import type { PayPeriod, Workplace } from '#contract/pay.ts'
import type { ReportKind, ReportReason } from '#contract/reports.ts'
import type { FileKind } from '#contract/uploads.ts'
import type { Role } from '#contract/users.ts'
import type { Category } from '#contract/values.ts'
import type { VerificationWay } from '#contract/verification.ts'
import type { Warning } from '#contract/warnings.ts'

type Time = string
/** JSON text, parsed by a schema (mapping.ts). */
type Json = string

type RowNumber = { row_no: Generated<number> }

export type Tables = {
  users: RowNumber & {
    id: string
    role: Role
    email: string
    password_hash: string
    token_version: Generated<number>
    name: string
    surname: string
    phone: Generated<string>
    birth_date: string | null
    avatar: Generated<string>
    description: Generated<string>
    location: Generated<string>
    created_at: Time
    updated_at: Time | null
    onboarded_at: Time | null
    deactivated_at: Time | null
    erased_at: Time | null
    /** The profile is hidden by moderation; the account works. */
    moderated_at: Time | null
    suspended_until: Time | null
    banned_at: Time | null
    professional_position: Generated<string>
    resume: Generated<string>
    experience_years: number | null
    linkedin: Generated<string>
    github: Generated<string>
    skills: Generated<Json>
    languages: Generated<Json>
    company_name: Generated<string>
    sector: Generated<string>
    website: Generated<string>
    contact_email: Generated<string>
    contact_phone: Generated<string>
    multimedia: Generated<Json>
    search_text: string | null
    responsiveness: Generated<Json>
    language: Generated<Language | ''>
    review_on_open_off_at: Time | null
    reminder_mailed_at: Time | null
    /** Since when the address is unconfirmed; null is confirmed. */
    unconfirmed_at: Time | null
    /** The address that the account gets when it is confirmed. */
    pending_email: string | null
    /** A recruiter's proven domain, and the start and end of its validity. */
    verified_domain: string | null
    verified_at: Time | null
    verified_until: Time | null
    /** Cover in developer lists, empty without one; null until the first listing (server/devs/listing.ts). */
    cover: string | null
  }
  /** The filter index of `users.skills`. The same for projects and offers. */
  user_skills: { user_id: string; name: string; key: string; user_created_at: Time }
  /** Other filters of the directory (server/devs/listing.ts). */
  user_facets: { user_id: string; facet: string; user_created_at: Time }
  sessions: {
    id: string
    user_id: string
    created_at: Time
    expires_at: Time
    ended_at: Time | null
    confirmed_at: Time | null
    browser: Generated<string>
    system: Generated<string>
    last_seen_at: Time | null
  }
  /** Devices that signed in to an account, as hashes (sign-in.ts). */
  known_devices: { user_id: string; device_hash: string; seen_at: Time }
  reset_tokens: {
    token_hash: string
    user_id: string
    created_at: Time
    expires_at: Time
    used_at: Time | null
  }
  /** `email`: the address to confirm or restore. */
  email_tokens: {
    token_hash: string
    user_id: string
    purpose: 'confirm' | 'undo'
    email: string
    created_at: Time
    expires_at: Time
    used_at: Time | null
  }
  /** Secrets are encrypted (lib/secret-box.ts); `last_step`: the last period of 30 s of which a code was used. */
  second_factors: {
    user_id: string
    totp_secret: string | null
    totp_pending: string | null
    last_step: Generated<number>
    failures: Generated<number>
    locked_until: Time | null
    /** When the app was turned on; null before 0040. */
    totp_at: Time | null
  }
  recovery_codes: { user_id: string; code_hash: string; created_at: Time | null }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: string
    counter: number
    transports: Generated<Json>
    name: string
    created_at: Time
    last_used_at: Time | null
  }
  /** Steps of sign-ins under way; `user_id` is null where a passkey alone identifies the account. */
  sign_in_tickets: {
    ticket_hash: string
    user_id: string | null
    token_version: number | null
    purpose: 'second' | 'passkey' | 'new passkey'
    challenge: string | null
    tries: Generated<number>
    expires_at: Time
  }
  /** Proofs of a domain under way; `value` is the record or the file, `code_hash` the hash of the mailed code. */
  verifications: {
    user_id: string
    domain: string
    way: VerificationWay
    address: Generated<string>
    value: string
    code_hash: string | null
    tries: Generated<number>
    created_at: Time
    ends_at: Time
  }
  handles: { handle: string; user_id: string; taken_at: Time; released_at: Time | null }
  totals: { name: 'developers' | 'recruiters' | 'projects' | 'offers' | 'hires'; value: number }
  files: {
    id: string
    name: string
    kind: FileKind
    owner_id: string
    content_type: string
    bytes: number
    width: number | null
    height: number | null
    created_at: Time
    deleted_at: Time | null
    orphaned_at: Time | null
    /** The message that carries it. */
    message_id: string | null
  }
  projects: RowNumber & {
    id: string
    owner_id: string
    title: string
    /** Empty for none, which counts as Other. */
    category: Category | ''
    year: number
    professional_role: Generated<string>
    duration: Generated<string>
    description: Generated<string>
    live_link: Generated<string>
    github_link: Generated<string>
    /** `owner/name` in lower case if the link is one of a repository. */
    repository: string | null
    skills: Generated<Json>
    code_sections: Generated<Json>
    code_languages: Generated<Json>
    gallery: Generated<Json>
    gallery_size: Generated<number>
    views_count: Generated<number>
    likes_count: Generated<number>
    created_at: Time
    updated_at: Time
    deleted_at: Time | null
    hidden_at: Time | null
    moderated_at: Time | null
    /** Start of the draft state; equals `created_at` if it never was public. `hidden_at` is set then, too. */
    drafted_at: Time | null
    search_text: string | null
  }
  /** The owner's order and pins; the highest `place` comes first, 0 is none. */
  project_places: { owner_id: string; project_id: string; place: Generated<number>; pinned_at: Time | null }
  project_skills: { project_id: string; name: string; key: string; project_created_at: Time }
  likes: { project_id: string; user_id: string; owner_id: string; created_at: Time }
  repository_cache: {
    path: string
    status: number
    etag: string | null
    body: string | null
    fetched_at: Time
    checked_at: Time
  }
  experiences: CareerColumns & {
    company: string
    company_logo: Generated<string>
    position: string
    skills: Generated<Json>
  }
  studies: CareerColumns & { degree: string; institute_name: string; institute_logo: Generated<string> }
  offers: RowNumber & {
    id: string
    owner_id: string | null
    position: string
    role: Generated<string>
    company: Generated<string>
    location: Generated<string>
    salary: number | null
    language: Generated<string>
    description: Generated<string>
    skills: Generated<Json>
    contract_types: Generated<Json>
    applicants_count: Generated<number>
    /** The last stored state: past `closes_at` the offer is expired, whatever the value (offers/offer-life.ts). */
    state: Generated<OfferState>
    closes_at: Generated<Time>
    closed_at: Time | null
    closed_reason: ClosedReason | null
    /** The owner's message to the waiting applicants, with placeholders. */
    closing_message: string | null
    /** Time of the notification to the owner that it ends soon. */
    warned_at: Time | null
    pay_min_cents: number | null
    pay_max_cents: number | null
    pay_currency: string | null
    pay_period: PayPeriod | null
    /** Whole units of the currency for a year; null where the period is unknown. */
    pay_year_max: number | null
    workplace: Generated<Workplace>
    countries: Generated<Json>
    min_years: number | null
    /** The publication, which decides the order of lists; of a draft its creation. */
    created_at: Time
    /** The creation, where the publication was later. */
    drafted_at: Time | null
    updated_at: Time
    deleted_at: Time | null
    applications_emptied_at: Time | null
    hidden_at: Time | null
    moderated_at: Time | null
    search_text: string | null
  }
  offer_skills: { offer_id: string; name: string; key: string; offer_created_at: Time }
  /** The filter index of places: a workplace or a country a row; '*' is every country. */
  offer_places: { offer_id: string; place: string; offer_created_at: Time }
  offer_contract_types: { offer_id: string; name: string; offer_created_at: Time }
  applications: {
    id: string
    offer_id: string
    user_id: string
    status: Generated<Status>
    phone: string
    cover_letter: Generated<string>
    applied_at: Time
    gdpr_accepted_at: Time
    gdpr_text_version: string
    sent_status: Status | null
    sends_at: Time | null
    answered_at: Time | null
    replied_at: Time | null
    withdrawn_at: Time | null
    withdraw_reason: Generated<string>
    reminded_at: Time | null
    no_answer_sent_at: Time | null
  }
  former_applications: {
    id: string
    offer_id: string
    user_id: string
    status: Status
    applied_at: Time
    answered_at: Time | null
    replied_at: Time | null
    reminded_at: Time | null
    withdrawn_at: Time
    withdraw_reason: Generated<string>
    changes: Json
  }
  responsiveness_due: { user_id: string; due_at: Time }
  application_changes: {
    id: string
    application_id: string
    changed_by: string | null
    from_status: Status | null
    to_status: Status
    changed_at: Time
    sent_at: Time | null
  }
  conversations: {
    id: string
    low_id: string
    high_id: string
    last_seq: Generated<number>
    created_at: Time
    /** The sender of the request that began it, and its time. */
    requested_by: string | null
    requested_at: Time | null
  }
  conversation_sides: {
    user_id: string
    peer_id: string
    conversation_id: string
    /** The highest `seq` read by this person. */
    read_seq: Generated<number>
    /** The `seq` of the last message received (not sent) by this person. */
    received_seq: Generated<number>
    unread_count: Generated<number>
    last_message_at: Time
    last_message_id: string
    /** The other person's request, open or declined. */
    requested_at: Time | null
    declined_at: Time | null
    muted_at: Time | null
    missed_mail_at: Time | null
    /** The first message of the other person that bore a sign of a scam. */
    warned_at: Time | null
  }
  messages: {
    id: string
    conversation_id: string
    seq: number
    sender_id: string
    receiver_id: string
    text: Generated<string>
    image: Generated<string>
    /** JSON of a `StoredFile`. */
    file: string | null
    client_id: string | null
    content_hash: string | null
    /** The receiver's inbox number of this message; its notification has the next one. */
    inbox_seq: number | null
    created_at: Time
    /** Time of sending, if it was part of a request. */
    requested_at: Time | null
    /** Why it is withheld from the receiver. */
    withheld: 'declined' | 'blocked' | null
    edited_at: Time | null
    removed_at: Time | null
    moderated_at: Time | null
    /** Shown to the sender alone in place of `text`. */
    own_text: string | null
    /** The sign of a scam that the text bears. */
    warning: Warning | null
    quote_id: string | null
    /** Normalised; null in rows of an older release. */
    search_text: string | null
  }
  blocks: { user_id: string; peer_id: string; created_at: Time }
  chat_settings: { user_id: string; signals_off_at: Time | null }
  inboxes: { user_id: string; last_seq: Generated<number>; first_seq: Generated<number> }
  inbox_events: {
    user_id: string
    seq: number
    kind: 'newMessage' | 'getNotification' | 'cleared'
    /** Of a `cleared`: the change that it stands for. */
    subject: 'message' | 'conversation' | null
    ref_id: string | null
    data: Json | null
    created_at: Time
  }
  notifications: {
    id: string
    receiver_id: string
    /** The receiver's own id when no person caused it. */
    sender_id: string
    type: number
    kind: string | null
    data: Generated<Json>
    /** Unique for each receiver. */
    once_key: string | null
    project_id: string | null
    subject_id: string | null
    inbox_seq: number | null
    created_at: Time
    /** When it was read. */
    cleared_at: Time | null
    hidden_at: Time | null
  }
  notification_settings: { user_id: string; kinds: Generated<Json>; quiet: Json | null; updated_at: Time }
  deliveries: {
    id: string
    user_id: string
    channel: Exclude<keyof Channels, 'bell'>
    mode: Exclude<MailMode, 'never'>
    kind: string
    data: Json
    sender_id: string | null
    project_id: string | null
    collect_key: string | null
    due_at: Time
    created_at: Time
    batch_id: string | null
  }
  push_subscriptions: {
    id: string
    user_id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: Time
  }
  push_keys: { id: number; public_key: string; private_key: string }
  tickets: {
    id: string
    name: string
    email: string
    category: SupportTicketCategory
    subject: string
    message: string
    user_id: string | null
    state: Generated<SupportTicketState>
    created_at: Time
  }
  ticket_answers: { id: string; ticket_id: string; moderator_id: string; text: string; created_at: Time }
  moderators: { user_id: string; created_at: Time }
  reports: {
    id: string
    kind: ReportKind
    thing_id: string
    author_id: string | null
    state: Generated<ReportState>
    snapshot: Json
    created_at: Time
    frozen_at: Time | null
    closed_at: Time | null
  }
  /** One row a reporter; the machine and visitors have no `reporter_id`. */
  report_entries: {
    id: string
    report_id: string
    kind: ReportKind
    thing_id: string
    reporter_id: string | null
    reporter_key: string
    reason: ReportReason
    text: string
    dismissed_at: Time | null
    created_at: Time
  }
  decisions: {
    id: string
    report_id: string
    author_id: string | null
    act: Act
    reason: string
    until: Time | null
    moderator_id: string
    appeal: string | null
    appealed_at: Time | null
    created_at: Time
  }
  moderation_log: {
    id: string
    at: Time
    moderator_id: string
    act: string
    thing_kind: string | null
    thing_id: string | null
    reason: Generated<string>
  }
  announcements: { id: string; text: string; moderator_id: string; created_at: Time }
  announcement_dismissals: { user_id: string; announcement_id: string }
  /** `numbers` of a day that is over are final. */
  daily_numbers: { day: string; numbers: Json; jobs_waiting: Generated<number>; counted_at: Time | null }
  jobs: {
    id: string
    kind: string
    payload: Json
    /** In the future while a process holds the lease, and before the next attempt. */
    run_at: Time
    /** The time at which it was first due; null until then. */
    due_at: Time | null
    job_key: string | null
    attempts: Generated<number>
    done_at: Time | null
    failed_at: Time | null
    last_error: string | null
  }
  identities: {
    id: string
    user_id: string
    provider: ProviderId
    issuer: string
    subject: string
    email: string
    created_at: Time
    last_used_at: Time
  }
  sign_in_flows: {
    flow_hash: string
    provider: ProviderId
    state: string
    nonce: string
    verifier: string
    role: Role
    user_id: string | null
    expires_at: Time
  }
  server_state: { name: string; value: string; changed_at: Time }
  quota_usage: {
    /** A person's id, or a hash of a visitor's network. */
    subject: string
    kind: string
    total: number
    /** The day (UTC) of the last creation, and the count of that day. */
    day: string
    today: number
  }
  idempotency_keys: {
    user_id: string
    path: string
    key: string
    status: number | null
    body: string | null
    created_at: Time
  }
}

type CareerColumns = {
  id: string
  owner_id: string
  description: Generated<string>
  start_month: string
  end_month: string | null
  sort_end: string
  created_at: Time
  updated_at: Time
  deleted_at: Time | null
}
