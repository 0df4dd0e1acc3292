import type { Applicant } from '#contract/applications.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { inOrder } from '../lib/paging.ts'
import { inParts } from '../lib/turns.ts'
import { developerDetails } from '../users/users.mapping.ts'

/** Letters and profiles read without a pause (X1). */
const PART = 100

/** The applicants of an offer with their people, newest first; deactivated ones without a person (decision 36). */
export async function listApplicants(db: Db, offerId: string): Promise<Applicant[]> {
  const ids = await db
    .selectFrom('applications')
    .select('id')
    .where('offer_id', '=', offerId)
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const applicants: Applicant[] = []
  await inParts(
    ids.map(({ id }) => id),
    PART,
    async (part) => {
      const rows = await selectApplicants(db).where('applications.id', 'in', part).execute()
      applicants.push(...inOrder(part, rows).map(applicant))
    },
  )
  return applicants
}

/** `candidateId` is the id of the application or of the person; both ids must belong together (G3). */
export async function requireApplicant(db: Db, offerId: string, candidateId: string): Promise<Applicant> {
  const row = await selectApplicants(db)
    .where('applications.offer_id', '=', offerId)
    .where(({ or, eb }) =>
      or([eb('applications.id', '=', candidateId), eb('applications.user_id', '=', candidateId)]),
    )
    .executeTakeFirst()
  if (!row) throw notFound()
  return applicant(row)
}

const selectApplicants = (db: Db) =>
  db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select([
      'applications.id',
      'applications.status',
      'applications.cover_letter',
      'applications.phone',
      'applications.applied_at',
      'users.id as user_id',
      'users.deactivated_at',
      'users.name',
      'users.surname',
      'users.email',
      'users.avatar',
      'users.professional_position',
      'users.resume',
      'users.experience_years',
      'users.location',
      'users.linkedin',
      'users.github',
      'users.skills',
      'users.languages',
    ])

type ApplicantRow = Awaited<ReturnType<ReturnType<typeof selectApplicants>['execute']>>[number]

const applicant = (row: ApplicantRow): Applicant => ({
  _id: row.id,
  user:
    row.deactivated_at === null
      ? {
          _id: row.user_id,
          name: row.name,
          surname: row.surname,
          email: row.email,
          avatar: row.avatar,
          role: { type: 'developer', developer: developerDetails(row) },
        }
      : null,
  status: row.status,
  coverLetter: row.cover_letter,
  // No way to reach somebody who has left (decision 36).
  phone: row.deactivated_at === null ? row.phone : '',
  appliedDate: row.applied_at,
})
