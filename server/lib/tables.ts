import type { Generated } from 'kysely'
import type { Status } from '#contract/applications.ts'
import type { InboxEvent } from '#contract/inbox.ts'
import type { FileKind } from '#contract/uploads.ts'
import type { Role } from '#contract/users.ts'

type Time = string
/** JSON text; read and written through `mapping.ts`. */
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
  }
  /** The filter index of `users.skills`. The same for projects and offers. */
  user_skills: { user_id: string; name: string; key: string; user_created_at: Time }
  /** Other filters of the directory (server/devs/listing.ts). */
  user_facets: { user_id: string; facet: string; user_created_at: Time }
  sessions: { id: string; user_id: string; created_at: Time; expires_at: Time; ended_at: Time | null }
  reset_tokens: {
    token_hash: string
    user_id: string
    created_at: Time
    expires_at: Time
    used_at: Time | null
  }
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
  }
  projects: RowNumber & {
    id: string
    owner_id: string
    title: string
    category: string
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
    gallery: Generated<Json>
    gallery_size: Generated<number>
    views_count: Generated<number>
    likes_count: Generated<number>
    created_at: Time
    updated_at: Time
    deleted_at: Time | null
    hidden_at: Time | null
    search_text: string | null
  }
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
    created_at: Time
    updated_at: Time
    deleted_at: Time | null
    applications_emptied_at: Time | null
    hidden_at: Time | null
    search_text: string | null
  }
  offer_skills: { offer_id: string; name: string; key: string; offer_created_at: Time }
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
  }
  application_changes: {
    id: string
    application_id: string
    changed_by: string | null
    from_status: Status | null
    to_status: Status
    changed_at: Time
  }
  conversations: {
    id: string
    low_id: string
    high_id: string
    last_seq: Generated<number>
    created_at: Time
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
  }
  messages: {
    id: string
    conversation_id: string
    seq: number
    sender_id: string
    receiver_id: string
    text: Generated<string>
    image: Generated<string>
    client_id: string | null
    content_hash: string | null
    /** The receiver's inbox number of this message; its notification has the next one. */
    inbox_seq: number | null
    created_at: Time
  }
  chat_settings: { user_id: string; signals_off_at: Time | null }
  inboxes: { user_id: string; last_seq: Generated<number>; first_seq: Generated<number> }
  inbox_events: {
    user_id: string
    seq: number
    kind: InboxEvent['event']
    ref_id: string | null
    data: Json | null
    created_at: Time
  }
  notifications: {
    id: string
    receiver_id: string
    sender_id: string
    type: number
    project_id: string | null
    /** The subject of future types. */
    subject_id: string | null
    inbox_seq: number | null
    created_at: Time
    cleared_at: Time | null
  }
  tickets: {
    id: string
    name: string
    email: string
    category: string
    subject: string
    message: string
    user_id: string | null
    created_at: Time
  }
  jobs: {
    id: string
    kind: string
    payload: Json
    run_at: Time
    attempts: Generated<number>
    done_at: Time | null
    failed_at: Time | null
    last_error: string | null
  }
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
