import { experienceMapping, studyMapping } from '../careers/careers.mapping.ts'
import type { Db } from '../lib/db.ts'
import { offerMapping } from '../offers/offers.mapping.ts'
import { projectMapping } from '../projects/projects.mapping.ts'
import { developerMapping, recruiterMapping } from './users.mapping.ts'

/**
 * All stored data about a person, by table; without secrets that only protect the account (password hash, tokens),
 * and of others only their names.
 */
export async function readPersonalData(db: Db, userId: string) {
  const account = await readAccount(db, userId)
  return {
    exportedAt: new Date().toISOString(),
    account,
    signIns: await listSessions(db, userId),
    experiences: await listOwn(db, 'experiences', userId),
    studies: await listOwn(db, 'studies', userId),
    projects: await listOwn(db, 'projects', userId),
    likes: await listLikes(db, userId),
    offers: await listOwn(db, 'offers', userId),
    applications: await listApplications(db, userId),
    messages: await listMessages(db, userId),
    notifications: await listNotifications(db, userId),
    tickets: await listTickets(db, userId, account.email),
  }
}

async function readAccount(db: Db, userId: string) {
  const { password_hash, token_version, search_text, row_no, ...account } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    ...account,
    ...parsed(account, [...developerMapping.jsonColumns, ...recruiterMapping.jsonColumns]),
  }
}

const listSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

const OWN = {
  experiences: experienceMapping,
  studies: studyMapping,
  projects: projectMapping,
  offers: offerMapping,
}

/** Deleted rows are still stored, so they are included. */
async function listOwn(db: Db, table: keyof typeof OWN, ownerId: string) {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => {
    const { owner_id, ...shown } = row
    const { search_text, row_no, sort_end, hidden_at, ...own } = shown as Record<string, unknown>
    return { ...own, ...parsed(own, OWN[table].jsonColumns) }
  })
}

const listLikes = (db: Db, userId: string) =>
  db
    .selectFrom('likes')
    .innerJoin('projects', 'projects.id', 'likes.project_id')
    .select(['likes.project_id', 'projects.title', 'likes.created_at'])
    .where('likes.user_id', '=', userId)
    .orderBy('likes.created_at')
    .execute()

async function listApplications(db: Db, userId: string) {
  const applications = await db
    .selectFrom('applications')
    .innerJoin('offers', 'offers.id', 'applications.offer_id')
    .select([
      'applications.id',
      'offers.position',
      'offers.company',
      'applications.status',
      'applications.phone',
      'applications.cover_letter',
      'applications.applied_at',
      'applications.gdpr_accepted_at',
      'applications.gdpr_text_version',
    ])
    .where('applications.user_id', '=', userId)
    .orderBy('applications.applied_at')
    .execute()
  const changes = await db
    .selectFrom('application_changes')
    .innerJoin('applications', 'applications.id', 'application_changes.application_id')
    .select(['application_id', 'from_status', 'to_status', 'changed_at'])
    .where('applications.user_id', '=', userId)
    .orderBy('changed_at')
    .execute()
  return applications.map((application) => ({
    ...application,
    history: changes.filter((change) => change.application_id === application.id),
  }))
}

/** Conversations with the messages of both, as the person sees them. */
async function listMessages(db: Db, userId: string) {
  const rows = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages', 'messages.conversation_id', 'side.conversation_id')
    .innerJoin('users as peer', 'peer.id', 'side.peer_id')
    .select([
      'peer.name',
      'peer.surname',
      'messages.sender_id',
      'messages.text',
      'messages.image',
      'messages.created_at',
    ])
    .where('side.user_id', '=', userId)
    .orderBy('side.peer_id')
    .orderBy('messages.seq')
    .execute()
  return rows.map(({ name, surname, sender_id, ...message }) => ({
    with: `${name} ${surname}`.trim(),
    sent: sender_id === userId,
    ...message,
  }))
}

const listNotifications = (db: Db, userId: string) =>
  db
    .selectFrom('notifications')
    .select(['type', 'project_id', 'created_at', 'cleared_at'])
    .where('receiver_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** Tickets sent while signed in, and those sent with the address. */
const listTickets = (db: Db, userId: string, email: string) =>
  db
    .selectFrom('tickets')
    .select(['name', 'email', 'category', 'subject', 'message', 'created_at'])
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .orderBy('created_at')
    .execute()

/** The columns with JSON lists. */
const parsed = (row: Record<string, unknown>, columns: readonly string[]) =>
  Object.fromEntries(
    columns.filter((column) => column in row).map((column) => [column, JSON.parse(String(row[column]))]),
  )
