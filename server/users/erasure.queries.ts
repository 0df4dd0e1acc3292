import { deleteJobsWith } from '../jobs/jobs.queries.ts'
import type { Db, Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import { deleteLateRows, lockDeactivated } from './emptied-work.queries.ts'

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
  return (
    db
      .selectFrom('users')
      .select('id')
      .where('deactivated_at', '<=', deactivatedBefore)
      // Not closed by the owner: a suspension ends, and a ban lasts.
      .where('suspended_until', 'is', null)
      .where('banned_at', 'is', null)
      .where('erased_at', 'is', null)
      .orderBy('deactivated_at')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
  )
}

/** The addresses that may have received mails about the account. */
export async function listAddresses(db: Db, userId: string): Promise<string[]> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'pending_email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const others = await db.selectFrom('email_tokens').select('email').where('user_id', '=', userId).execute()
  const former = others.map(({ email }) => email)
  return [...new Set([user.email, ...(user.pending_email ? [user.pending_email] : []), ...former])]
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
 * Removes the personal data of a deactivated account, after `emptyWork`; rows of others still refer to the anonymous row.
 * Throws if the account was reactivated.
 */
export async function emptyAccount(tx: Tx, userId: string): Promise<void> {
  const { email } = await lockDeactivated(tx, userId)
  await deleteLateRows(tx, userId)
  for (const table of [
    'inboxes',
    'notification_settings',
    'push_subscriptions',
    'chat_settings',
    'user_skills',
    'user_facets',
    'reset_tokens',
    'known_devices',
    'email_tokens',
    'second_factors',
    'recovery_codes',
    'passkeys',
    'sign_in_tickets',
    'identities',
    'sign_in_flows',
    'verifications',
    'handles',
    'responsiveness_due',
    'moderators',
    'announcement_dismissals',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await tx.deleteFrom('quota_usage').where('subject', '=', userId).execute()
  await deleteJobsWith(tx, [{ email }, { userId }])
  await tx
    .updateTable('users')
    .set({
      // Without '@' nobody can register it or sign in with it.
      email: `erased ${userId}`,
      pending_email: null,
      unconfirmed_at: null,
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
      verified_domain: null,
      verified_at: null,
      verified_until: null,
      contact_email: '',
      contact_phone: '',
      multimedia: '[]',
      language: '',
      search_text: null,
      responsiveness: '',
      suspended_until: null,
      banned_at: null,
    })
    .where('id', '=', userId)
    .execute()
}

/** In `server_state`: since an erasure, the search index and unused pages of SQLite contain words of the person. */
const REMAINS = 'remains of erasures'

export async function noteRemains(tx: Tx): Promise<void> {
  const row = { name: REMAINS, value: newId(), changed_at: now() }
  await tx
    .insertInto('server_state')
    .values(row)
    .onConflict((known) => known.column('name').doUpdateSet(row))
    .execute()
}

/** Those of the latest erasure. */
export async function findRemains(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('name', '=', REMAINS)
    .executeTakeFirst()
  return row?.value
}

/** Unless there was another erasure since. */
export async function deleteRemains(db: Db, value: string): Promise<void> {
  await db.deleteFrom('server_state').where('name', '=', REMAINS).where('value', '=', value).execute()
}
