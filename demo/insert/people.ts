import { refreshListing } from '../../server/devs/listing.ts'
import type { Tx } from '../../server/lib/db.ts'
import { changeTotal } from '../../server/lib/totals.ts'
import { DEMO_DEVELOPER, DEMO_RECRUITER } from '../accounts.ts'
import type { Developer, Recruiter, World } from '../world-types.ts'

/** Short addresses. */
const HANDLES: Record<string, string> = { [DEMO_DEVELOPER]: 'lucia', [DEMO_RECRUITER]: 'marta' }

/** Accounts in order of registration. */
export async function insertPeople(
  tx: Tx,
  { developers, recruiters }: World,
  passwordHash: string,
): Promise<void> {
  const rows = [...developers.map(developerRow), ...recruiters.map(recruiterRow)]
    .map((row) => ({ ...row, password_hash: passwordHash }))
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
  for (const row of rows) {
    await tx.insertInto('users').values(row).execute()
    const handle = HANDLES[row.email]
    const current = { user_id: row.id, taken_at: row.created_at }
    if (handle)
      await tx
        .insertInto('handles')
        .values({ handle, ...current })
        .execute()
  }
  await changeTotal(tx, 'developers', developers.filter(isPublic).length)
  await changeTotal(tx, 'recruiters', recruiters.filter(isPublic).length)
}

/** Runs after the insertion of projects, by which the directory is filtered too. */
export async function refreshListings(tx: Tx, { developers }: World): Promise<void> {
  for (const { id } of developers) await refreshListing(tx, id)
}

const isPublic = (person: Developer | Recruiter) =>
  person.onboardedAt !== null && person.deactivatedAt === null

const personRow = (person: Developer | Recruiter) => ({
  id: person.id,
  email: person.email,
  // Deactivation increments it, which revokes all tokens (decision 26).
  token_version: person.deactivatedAt === null ? 1 : 2,
  name: person.name,
  surname: person.surname,
  phone: person.phone,
  birth_date: person.birthDate,
  avatar: person.avatar,
  description: person.description,
  location: person.location,
  created_at: person.createdAt,
  onboarded_at: person.onboardedAt,
  deactivated_at: person.deactivatedAt,
})

const developerRow = (developer: Developer) => ({
  ...personRow(developer),
  role: 'developer' as const,
  professional_position: developer.professionalPosition,
  experience_years: developer.experienceYears,
  skills: JSON.stringify(developer.skills),
  languages: JSON.stringify(developer.languages),
  linkedin: developer.linkedin,
  github: developer.github,
  resume: developer.resume,
})

const recruiterRow = (recruiter: Recruiter) => ({
  ...personRow(recruiter),
  role: 'recruiter' as const,
  company_name: recruiter.companyName,
  sector: recruiter.sector,
  website: recruiter.website,
  contact_email: recruiter.contactEmail,
  contact_phone: recruiter.contactPhone,
  multimedia: JSON.stringify(recruiter.multimedia),
  verified_domain: recruiter.verified?.domain ?? null,
  verified_at: recruiter.verified?.since ?? null,
  verified_until: recruiter.verified?.until ?? null,
})
