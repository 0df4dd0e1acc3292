import { type Selectable, sql } from 'kysely'
import type { Role, User } from '#contract/users.ts'
import { currentHandle } from '../handles/handles.queries.ts'
import { BATCH_SIZE } from '../lib/batches.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { TOKEN_LIFETIME_SECONDS } from '../lib/tokens.ts'
import { isModerator } from '../moderation/moderators.ts'
import type { Services } from '../services.ts'
import type { Client } from './client-names.ts'
import { AFTER_RESET_MS } from './sign-in-limits.ts'
import {
  developerDetails,
  developerMapping,
  personMapping,
  recruiterDetails,
  recruiterMapping,
} from './users.mapping.ts'

/** 404 unless this is the id of an active person with the role whom no moderator hides. */
export async function requireActive(db: Db, role: Role, id: string): Promise<void> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', role)
    .where('deactivated_at', 'is', null)
    .where('moderated_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
}

type NewUser = Pick<Selectable<Tables['users']>, 'email' | 'name' | 'surname' | 'role' | 'password_hash'>

/** The new account's id, or undefined if the e-mail is taken. The address is unconfirmed. */
export async function insertUser(db: Db, user: NewUser): Promise<string | undefined> {
  const time = now()
  const inserted = await db
    .insertInto('users')
    .values({ id: newId(), created_at: time, unconfirmed_at: time, ...user })
    .onConflict((taken) => taken.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/**
 * The columns for signing in, of an active, suspended or banned account; `reset_at` if its password was reset
 * moments ago.
 */
export function findSignInData(db: Db, email: string) {
  const since = new Date(Date.now() - AFTER_RESET_MS).toISOString()
  return db
    .selectFrom('users')
    .leftJoin('reset_tokens', (join) =>
      join.onRef('reset_tokens.user_id', '=', 'users.id').on('reset_tokens.used_at', '>', since),
    )
    .select([
      'users.id',
      'users.role',
      'users.password_hash',
      'users.token_version',
      'users.suspended_until',
      'users.banned_at',
      'reset_tokens.used_at as reset_at',
    ])
    .where('users.email', '=', email)
    .where(({ or, eb }) =>
      or([
        eb('users.deactivated_at', 'is', null),
        eb('users.suspended_until', 'is not', null),
        eb('users.banned_at', 'is not', null),
      ]),
    )
    .executeTakeFirst()
}

/** The cap of one account, ended ones included; ended ones are deleted first, then the oldest (X3). */
const MAX_SESSIONS = 100

export async function insertSession(db: Db, userId: string, client?: Client): Promise<string> {
  const id = newId()
  const created = new Date()
  const expires = new Date(created.getTime() + TOKEN_LIFETIME_SECONDS * 1000)
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      created_at: created.toISOString(),
      expires_at: expires.toISOString(),
      last_seen_at: created.toISOString(),
      ...client,
    })
    .execute()
  const surplus = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy(sql`case when ended_at is null and expires_at > ${created.toISOString()} then 0 else 1 end`)
    .orderBy('id', 'desc')
    .limit(BATCH_SIZE)
    .offset(MAX_SESSIONS)
  await db.deleteFrom('sessions').where('id', 'in', surplus).execute()
  return id
}

export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** The full account, for its owner only. */
export async function requireUser(services: Pick<Services, 'db' | 'config'>, id: string): Promise<User> {
  const { db } = services
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'role',
      'email',
      'created_at',
      'onboarded_at',
      'language',
      'unconfirmed_at',
      currentHandle,
      ...personMapping.columns,
      ...developerMapping.columns,
      ...recruiterMapping.columns,
    ])
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    _id: row.id,
    ...personMapping.read(row),
    email: row.email,
    createdAt: row.created_at,
    handle: row.handle,
    language: row.language,
    emailConfirmed: row.unconfirmed_at === null,
    hasCompletedOnboarding: row.onboarded_at !== null,
    ...((await isModerator(services, id)) && { moderator: true as const }),
    role:
      row.role === 'developer'
        ? { type: 'developer', developer: developerDetails(row) }
        : { type: 'recruiter', recruiter: recruiterDetails(row) },
  }
}
