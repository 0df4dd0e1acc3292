import type { Selectable } from 'kysely'
import type { User } from '#contract/users.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import type { Tables } from '../lib/tables.ts'
import { TOKEN_LIFETIME_SECONDS } from '../lib/tokens.ts'

type NewUser = Pick<Selectable<Tables['users']>, 'email' | 'name' | 'surname' | 'role' | 'password_hash'>

/** The new account's id, or undefined when the e-mail is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<string | undefined> {
  const inserted = await db
    .insertInto('users')
    .values({ id: newId(), created_at: now(), ...user })
    .onConflict((taken) => taken.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** What sign-in needs of an active account. */
export function findSignInData(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'password_hash', 'token_version'])
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
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

/** The whole account, for its owner only. */
export async function requireUser(db: Db, id: string): Promise<User> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'role',
      'email',
      'name',
      'surname',
      'phone',
      'birth_date',
      'avatar',
      'description',
      'location',
      'created_at',
      'onboarded_at',
      'professional_position',
      'resume',
      'experience_years',
      'linkedin',
      'github',
      'skills',
      'languages',
      'company_name',
      'sector',
      'website',
      'contact_email',
      'contact_phone',
      'multimedia',
    ])
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    _id: row.id,
    name: row.name,
    surname: row.surname,
    email: row.email,
    phone: row.phone,
    birthDate: row.birth_date,
    avatar: row.avatar,
    description: row.description,
    createdAt: row.created_at,
    hasCompletedOnboarding: row.onboarded_at !== null,
    role:
      row.role === 'developer'
        ? { type: 'developer', developer: developerDetails(row) }
        : { type: 'recruiter', recruiter: recruiterDetails(row) },
  }
}

type UserRow = Selectable<Tables['users']>

/** Columns to the nested shape of DECISION 7. */
export const developerDetails = (
  row: Pick<
    UserRow,
    | 'professional_position'
    | 'resume'
    | 'experience_years'
    | 'location'
    | 'linkedin'
    | 'github'
    | 'skills'
    | 'languages'
  >,
) => ({
  professionalPosition: row.professional_position,
  resume: row.resume,
  experienceYears: row.experience_years === null ? '' : String(row.experience_years),
  location: row.location,
  linkedin: row.linkedin,
  github: row.github,
  skills: JSON.parse(row.skills),
  languages: JSON.parse(row.languages),
})

export const recruiterDetails = (
  row: Pick<
    UserRow,
    'company_name' | 'location' | 'sector' | 'website' | 'contact_email' | 'contact_phone' | 'multimedia'
  >,
) => ({
  companyName: row.company_name,
  location: row.location,
  sector: row.sector,
  website: row.website,
  contact: { email: row.contact_email, phone: row.contact_phone },
  contactEmail: row.contact_email,
  contactPhone: row.contact_phone,
  multimedia: JSON.parse(row.multimedia),
})
