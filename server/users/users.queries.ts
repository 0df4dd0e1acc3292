import type { Selectable } from 'kysely'
import type { User } from '#contract/users.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { TOKEN_LIFETIME_SECONDS } from '../lib/tokens.ts'
import { AFTER_RESET_MS } from './sign-in-limits.ts'
import {
  developerDetails,
  developerMapping,
  personMapping,
  recruiterDetails,
  recruiterMapping,
} from './users.mapping.ts'

type NewUser = Pick<Selectable<Tables['users']>, 'email' | 'name' | 'surname' | 'role' | 'password_hash'>

/** The new account's id, or undefined if the e-mail is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<string | undefined> {
  const inserted = await db
    .insertInto('users')
    .values({ id: newId(), created_at: now(), ...user })
    .onConflict((taken) => taken.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** The columns that signing in needs, of an active account; `reset_at` if its password was reset moments ago. */
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
      'reset_tokens.used_at as reset_at',
    ])
    .where('users.email', '=', email)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()
}

export async function insertSession(db: Db, userId: string): Promise<string> {
  const id = newId()
  const created = new Date()
  const expires = new Date(created.getTime() + TOKEN_LIFETIME_SECONDS * 1000)
  await db
    .insertInto('sessions')
    .values({ id, user_id: userId, created_at: created.toISOString(), expires_at: expires.toISOString() })
    .execute()
  return id
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** The full account, for its owner only. */
export async function requireUser(db: Db, id: string): Promise<User> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'role',
      'email',
      'created_at',
      'onboarded_at',
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
    hasCompletedOnboarding: row.onboarded_at !== null,
    role:
      row.role === 'developer'
        ? { type: 'developer', developer: developerDetails(row) }
        : { type: 'recruiter', recruiter: recruiterDetails(row) },
  }
}
