import { type Kysely, sql } from 'kysely'
import { repositoryPath } from '../github/api-paths.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { inParts } from '../lib/turns.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countRemoved } from '../quota/usage.queries.ts'

export function findAccountState(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['email', 'role', 'onboarded_at', 'deactivated_at', 'erased_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The account with this e-mail address, active or not. */
export async function findAccountId(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row?.id
}

/** Longest deactivated first. */
export function listDueAccounts(
  db: Db,
  deactivatedBefore: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom('users')
    .select('id')
    .where('deactivated_at', '<=', deactivatedBefore)
    .where('erased_at', 'is', null)
    .orderBy('deactivated_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function listFilesOf(db: Db, ownerId: string) {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'kind', 'content_type', 'created_at', 'deleted_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()
}

/**
 * Removes the personal data of a deactivated account, after `emptyWork`; rows of others still refer to the nameless row.
 * Throws if the account was reactivated.
 */
export async function emptyAccount(tx: Tx, userId: string): Promise<void> {
  const { email } = await lockDeactivated(tx, userId)
  await tx.deleteFrom('experiences').where('owner_id', '=', userId).execute()
  await tx.deleteFrom('studies').where('owner_id', '=', userId).execute()
  await tx.deleteFrom('conversation_sides').where('user_id', '=', userId).execute()
  await deleteBesides(tx, userId, email)
  await tx
    .updateTable('users')
    .set({
      // Without '@' nobody can register it or sign in with it.
      email: `erased ${userId}`,
      password_hash: '',
      name: '',
      surname: '',
      phone: '',
      birth_date: null,
      avatar: '',
      description: '',
      location: '',
      erased_at: now(),
      professional_position: '',
      resume: '',
      experience_years: null,
      linkedin: '',
      github: '',
      skills: '[]',
      languages: '[]',
      company_name: '',
      sector: '',
      website: '',
      contact_email: '',
      contact_phone: '',
      multimedia: '[]',
      search_text: null,
    })
    .where('id', '=', userId)
    .execute()
}

async function lockDeactivated(tx: Tx, userId: string): Promise<{ email: string }> {
  // The write locks the row: a concurrent reactivation either precedes and stops this, or finds an erased account.
  const account = await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', userId)
    .where('deactivated_at', 'is not', null)
    .returning('email')
    .executeTakeFirst()
  if (!account) throw new Error('An account that is active is not emptied.')
  return account
}

/**
 * Empties what may be large, one part a transaction (X1), and can be repeated. Projects, offers and applications stay as
 * empty rows, because likes and applications of others refer to them. Throws if the account was reactivated.
 */
export async function emptyWork(db: Kysely<Tables>, userId: string): Promise<void> {
  const run = (act: (tx: Tx) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await lockDeactivated(tx, userId)
      await act(tx)
    })
  await run((tx) => deleteRepositoryAnswers(tx, userId))
  await inParts(await listIds(db, 'projects', 'owner_id', userId), PART, (ids) =>
    run((tx) => emptyProjects(tx, ids)),
  )
  await inParts(await listIds(db, 'offers', 'owner_id', userId), PART, (ids) =>
    run((tx) => emptyOffers(tx, ids)),
  )
  await inParts(await listIds(db, 'applications', 'user_id', userId), SMALL_PART, (ids) =>
    run((tx) => emptyApplications(tx, ids)),
  )
  await deleteMessages(db, userId, run)
}

const emptyProjects = (tx: Tx, ids: string[]) =>
  tx
    .updateTable('projects')
    .set({
      title: '',
      professional_role: '',
      duration: '',
      description: '',
      live_link: '',
      github_link: '',
      repository: null,
      skills: '[]',
      code_sections: '[]',
      gallery: '[]',
      gallery_size: 0,
      search_text: null,
      deleted_at: now(),
    })
    .where('id', 'in', ids)
    .execute()

/** Position and role stay for the applicants. */
const emptyOffers = (tx: Tx, ids: string[]) =>
  tx
    .updateTable('offers')
    .set({ company: '', location: '', description: '', search_text: null, deleted_at: now() })
    .where('id', 'in', ids)
    .execute()

/** Applications belong to the offer too, so their rows stay, without the person. */
const emptyApplications = (tx: Tx, ids: string[]) =>
  tx.updateTable('applications').set({ phone: '', cover_letter: '' }).where('id', 'in', ids).execute()

/** Rows changed without a pause (X1): large ones, and small ones. */
const PART = 2
const SMALL_PART = 200

async function listIds(
  db: Db,
  table: 'projects' | 'offers' | 'applications',
  column: 'owner_id' | 'user_id',
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes cached responses of repositories that only this person linked. */
async function deleteRepositoryAnswers(tx: Tx, userId: string): Promise<void> {
  const rows = await tx
    .selectFrom('projects as own')
    .select('own.repository')
    .distinct()
    .where('own.owner_id', '=', userId)
    .where('own.repository', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('projects as other')
            .select('other.id')
            .whereRef('other.repository', '=', 'own.repository')
            .where('other.owner_id', '<>', userId),
        ),
      ),
    )
    .execute()
  for (const { repository } of rows) {
    const path = repositoryPath(repository ?? '')
    await tx
      .deleteFrom('repository_cache')
      .where(({ eb, fn, val, or }) =>
        or([
          eb('path', '=', path),
          eb(fn('substr', ['path', val(1), val(path.length + 1)]), '=', `${path}/`),
        ]),
      )
      .execute()
  }
}

/** Deletes own messages, not those of others. Conversation by conversation, which suits the index. */
async function deleteMessages(
  db: Db,
  userId: string,
  run: (act: (tx: Tx) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const sides = await db
    .selectFrom('conversation_sides')
    .select(['conversation_id', 'peer_id'])
    .where('user_id', '=', userId)
    .orderBy('peer_id')
    .execute()
  await inParts(sides, 1, async (part) => {
    for (const { conversation_id, peer_id } of part) {
      const rows = await db
        .selectFrom('messages')
        .select('id')
        .where('conversation_id', '=', conversation_id)
        .where('sender_id', '=', userId)
        .execute()
      const messages = rows.map(({ id }) => id)
      await inParts(messages, SMALL_PART, (ids) =>
        run((tx) => tx.deleteFrom('messages').where('id', 'in', ids).execute()),
      )
      await run((tx) =>
        tx
          .updateTable('conversation_sides')
          .set({ unread_count: 0 })
          .where('user_id', '=', peer_id)
          .where('peer_id', '=', userId)
          .execute(),
      )
    }
  })
}

/** Deletes all other personal rows. */
async function deleteBesides(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where(({ eb, or }) => or([eb('receiver_id', '=', userId), eb('sender_id', '=', userId)]))
    .execute()
  for (const table of [
    'inbox_events',
    'inboxes',
    'chat_settings',
    'idempotency_keys',
    'user_skills',
    'user_facets',
    'reset_tokens',
    'sessions',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await tx.deleteFrom('quota_usage').where('subject', '=', userId).execute()
  const tickets = await tx
    .deleteFrom('tickets')
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .returning(['user_id', 'name', 'email', 'category', 'subject', 'message'])
    .execute()
  // Others may have written with this address.
  for (const { user_id, ...ticket } of tickets) {
    if (user_id !== null && user_id !== userId) await countRemoved(tx, user_id, 'ticket', rowBytes(ticket))
  }
  await tx
    .deleteFrom('jobs')
    .where('payload', 'in', [JSON.stringify({ email }), JSON.stringify({ userId })])
    .execute()
}
