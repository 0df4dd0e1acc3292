import { repositoryPath } from '../github/api-paths.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { inParts, nextTurn } from '../lib/turns.ts'

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
 * Removes the personal data of a deactivated account; rows of others still refer to the nameless row. Throws if the
 * account was reactivated.
 */
export async function emptyAccount(tx: Tx, userId: string): Promise<void> {
  // The write locks the row: a concurrent reactivation either precedes and stops this, or finds an erased account.
  const account = await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', userId)
    .where('deactivated_at', 'is not', null)
    .returning('email')
    .executeTakeFirst()
  if (!account) throw new Error('An account that is active is not emptied.')
  const { email } = account
  await emptyWork(tx, userId)
  await emptyApplications(tx, userId)
  await deleteMessages(tx, userId)
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

/** Deletes careers; empties projects and offers, because likes and applications of others refer to them. */
async function emptyWork(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('experiences').where('owner_id', '=', userId).execute()
  await tx.deleteFrom('studies').where('owner_id', '=', userId).execute()
  await deleteRepositoryAnswers(tx, userId)
  await inParts(await listIds(tx, 'projects', userId), PART, (ids) =>
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
      .execute(),
  )
  // Position and role stay for the applicants.
  await inParts(await listIds(tx, 'offers', userId), PART, (ids) =>
    tx
      .updateTable('offers')
      .set({ company: '', location: '', description: '', search_text: null, deleted_at: now() })
      .where('id', 'in', ids)
      .execute(),
  )
}

/** Rows changed without a pause (X1): large ones, and small ones. */
const PART = 2
const SMALL_PART = 200

async function listIds(tx: Tx, table: 'projects' | 'offers', ownerId: string): Promise<string[]> {
  const rows = await tx.selectFrom(table).select('id').where('owner_id', '=', ownerId).execute()
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

/** Applications belong to the offer too, so their rows stay, without the person. */
async function emptyApplications(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.selectFrom('applications').select('id').where('user_id', '=', userId).execute()
  await inParts(rows, SMALL_PART, (part) =>
    tx
      .updateTable('applications')
      .set({ phone: '', cover_letter: '' })
      .where(
        'id',
        'in',
        part.map(({ id }) => id),
      )
      .execute(),
  )
}

/** Deletes own messages, not those of others. Conversation by conversation, which suits the index. */
async function deleteMessages(tx: Tx, userId: string): Promise<void> {
  const sides = await tx
    .selectFrom('conversation_sides')
    .select(['conversation_id', 'peer_id'])
    .where('user_id', '=', userId)
    .orderBy('peer_id')
    .execute()
  for (const { conversation_id, peer_id } of sides) {
    const messages = await tx
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', conversation_id)
      .where('sender_id', '=', userId)
      .execute()
    await inParts(messages, SMALL_PART, (part) =>
      tx
        .deleteFrom('messages')
        .where(
          'id',
          'in',
          part.map(({ id }) => id),
        )
        .execute(),
    )
    await nextTurn()
    await tx
      .updateTable('conversation_sides')
      .set({ unread_count: 0 })
      .where('user_id', '=', peer_id)
      .where('peer_id', '=', userId)
      .execute()
  }
  await tx.deleteFrom('conversation_sides').where('user_id', '=', userId).execute()
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
  await tx
    .deleteFrom('tickets')
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .execute()
  await tx
    .deleteFrom('jobs')
    .where('payload', 'in', [JSON.stringify({ email }), JSON.stringify({ userId })])
    .execute()
}
