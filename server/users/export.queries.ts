import { listDismissed } from '../announcements/announcements.queries.ts'
import { type Change, visibleChanges } from '../applications/application-life.ts'
import { listFormer, readChangesOf } from '../applications/facts.queries.ts'
import { experienceMapping, studyMapping } from '../careers/careers.mapping.ts'
import { listHandles } from '../handles/handles.queries.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { inParts } from '../lib/turns.ts'
import { fileOf, removedAtOf, textFor } from '../messages/message-rows.ts'
import { listDecisionsAbout, listOwnReports } from '../moderation/erasure.queries.ts'
import { readSettings } from '../notifications/settings.queries.ts'
import { workMapping } from '../offers/offer-pay.ts'
import { offerMapping } from '../offers/offers.mapping.ts'
import { listIdentities } from '../openid/identities.queries.ts'
import { projectMapping } from '../projects/projects.mapping.ts'
import { findPending } from '../recruiters/verification.queries.ts'
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
    passkeys: await listPasskeys(db, userId),
    identities: await listIdentities(db, userId),
    verification: await findPending(db, userId),
    handles: await listHandles(db, userId),
    experiences: await listOwn(db, 'experiences', userId),
    studies: await listOwn(db, 'studies', userId),
    projects: await listOwn(db, 'projects', userId),
    projectPlaces: await listProjectOrder(db, userId),
    likes: await listLikes(db, userId),
    offers: await listOwn(db, 'offers', userId),
    applications: await listApplications(db, userId),
    messages: await listMessages(db, userId),
    blocks: await listBlocked(db, userId),
    notifications: await listNotifications(db, userId),
    notificationSettings: await readSettings(db, userId),
    pushSubscriptions: await listPushSubscriptions(db, userId),
    tickets: await listSupportTickets(db, userId, account.email),
    ticketAnswers: await listSupportAnswers(db, userId, account.email),
    reports: await listOwnReports(db, userId),
    decisions: await listDecisionsAbout(db, userId),
    dismissedAnnouncements: await listDismissed(db, userId),
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
    .select(['created_at', 'expires_at', 'ended_at', 'last_seen_at', 'browser', 'system'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

const JSON_COLUMNS = {
  experiences: experienceMapping.jsonColumns,
  studies: studyMapping.jsonColumns,
  projects: projectMapping.jsonColumns,
  offers: [...offerMapping.jsonColumns, ...workMapping.jsonColumns],
}

/** Deleted rows are still stored, so they are included. */
async function listOwn(db: Db, table: keyof typeof JSON_COLUMNS, ownerId: string) {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => {
    const { owner_id, ...shown } = row
    const { search_text, row_no, sort_end, hidden_at, ...own } = shown as Record<string, unknown>
    return { ...own, ...parsed(own, JSON_COLUMNS[table]) }
  })
}

const listProjectOrder = (db: Db, userId: string) =>
  db
    .selectFrom('project_places')
    .select(['project_id', 'place', 'pinned_at'])
    .where('owner_id', '=', userId)
    .orderBy('place', 'desc')
    .execute()

const listLikes = (db: Db, userId: string) =>
  db
    .selectFrom('likes')
    .innerJoin('projects', 'projects.id', 'likes.project_id')
    .select((eb) => [
      'likes.project_id',
      // Withdrawn offers and projects may have a new title since.
      eb
        .case()
        .when('projects.drafted_at', 'is', null)
        .then(eb.ref('projects.title'))
        .else('')
        .end()
        .as('title'),
      'likes.created_at',
    ])
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
      'applications.phone',
      'applications.cover_letter',
      'applications.applied_at',
      'applications.gdpr_accepted_at',
      'applications.gdpr_text_version',
      'applications.withdrawn_at',
      'applications.withdraw_reason',
    ])
    .where('applications.user_id', '=', userId)
    .orderBy('applications.applied_at')
    .execute()
  // An unsent decision belongs to the recruiter only (APPL-03).
  const time = now()
  const changes = new Map<string, Change[]>()
  await inParts(applications, 500, async (part) => {
    const ids = part.map(({ id }) => id)
    for (const [id, list] of await readChangesOf(db, ids)) changes.set(id, visibleChanges(list, time))
  })
  const former = await listFormer(db, { userId })
  return [
    ...applications.map((application) => withHistory(application, changes.get(application.id) ?? [])),
    ...former.map(({ id, offerId, withdrawReason, facts: { appliedAt, withdrawnAt, changes } }) =>
      withHistory(
        { id, offerId, applied_at: appliedAt, withdrawn_at: withdrawnAt, withdraw_reason: withdrawReason },
        visibleChanges(changes, time),
      ),
    ),
  ]
}

const withHistory = <Row extends { applied_at: string }>(row: Row, changes: readonly Change[]) => ({
  ...row,
  status: changes.at(-1)?.to ?? 'pending',
  history: [
    { from_status: null, to_status: 'pending', changed_at: row.applied_at },
    ...changes.map(({ to, sentAt }, index) => ({
      from_status: changes[index - 1]?.to ?? 'pending',
      to_status: to,
      changed_at: sentAt,
    })),
  ],
})

/** Conversations with the messages of both people, in the view of the exported one. */
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
      'messages.own_text',
      'messages.image',
      'messages.file',
      'messages.created_at',
      'messages.edited_at',
      'messages.removed_at',
      'messages.moderated_at',
    ])
    .where('side.user_id', '=', userId)
    .where((eb) => eb.or([eb('messages.withheld', 'is', null), eb('messages.sender_id', '=', userId)]))
    .orderBy('side.peer_id')
    .orderBy('messages.seq')
    .execute()
  return rows.map(({ name, surname, ...row }) => {
    const sent = row.sender_id === userId
    // A message hidden by a moderator still belongs to its sender.
    const isShown = sent || row.moderated_at === null
    return {
      with: `${name} ${surname}`.trim(),
      sent,
      text: sent ? (row.own_text ?? row.text) : textFor(row, userId),
      image: isShown ? row.image : '',
      file: isShown ? fileOf(row) : null,
      created_at: row.created_at,
      edited_at: sent || (isShown && row.own_text === null) ? row.edited_at : null,
      removed_at: removedAtOf(row),
    }
  })
}

/** By name, as in conversations. */
async function listBlocked(db: Db, userId: string) {
  const rows = await db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.peer_id')
    .select(['users.name', 'users.surname', 'blocks.created_at'])
    .where('blocks.user_id', '=', userId)
    .orderBy('blocks.created_at')
    .execute()
  return rows.map(({ name, surname, created_at }) => ({ person: `${name} ${surname}`.trim(), created_at }))
}

const listNotifications = (db: Db, userId: string) =>
  db
    .selectFrom('notifications')
    .select(['type', 'kind', 'data', 'project_id', 'created_at', 'cleared_at'])
    .where('receiver_id', '=', userId)
    .orderBy('created_at')
    .execute()

const listPushSubscriptions = (db: Db, userId: string) =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** Tickets sent while signed in, and those sent with the address. */
const listSupportTickets = (db: Db, userId: string, email: string) =>
  db
    .selectFrom('tickets')
    .select(['name', 'email', 'category', 'subject', 'message', 'created_at'])
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .orderBy('created_at')
    .execute()

/** The answers to them. */
const listSupportAnswers = (db: Db, userId: string, email: string) =>
  db
    .selectFrom('ticket_answers')
    .innerJoin('tickets', 'tickets.id', 'ticket_answers.ticket_id')
    .select(['tickets.subject', 'ticket_answers.text', 'ticket_answers.created_at'])
    .where(({ eb, or }) => or([eb('tickets.user_id', '=', userId), eb('tickets.email', '=', email)]))
    .orderBy('ticket_answers.created_at')
    .execute()

/** The columns with JSON lists. */
const parsed = (row: Record<string, unknown>, columns: readonly string[]) =>
  Object.fromEntries(
    columns.filter((column) => column in row).map((column) => [column, JSON.parse(String(row[column]))]),
  )
