import {
  type Applicant,
  type Application,
  GDPR_TEXT_VERSION,
  type Status,
  type StatusChange,
} from '#contract/applications.ts'
import type { Db, Tx } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { newId, now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { developerDetails } from '../users/users.mapping.ts'
import type { CoverLetter } from './cover-letter.ts'

/**
 * Stores the one application of a developer to an offer; false when there is one already (O2).
 */
export async function insertApplication(
  tx: Tx,
  offerId: string,
  userId: string,
  application: Application,
): Promise<boolean> {
  const appliedAt = now()
  // The offer is counted up first: that locks its row, so a delete in the same moment comes before or after.
  const offer = await tx
    .updateTable('offers')
    .set((row) => ({ applicants_count: row('applicants_count', '+', 1) }))
    .where('id', '=', offerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!offer) throw notFound()
  const inserted = await tx
    .insertInto('applications')
    .values({
      id: newId(),
      offer_id: offerId,
      user_id: userId,
      phone: application.phone,
      cover_letter: application.coverLetter,
      applied_at: appliedAt,
      gdpr_accepted_at: appliedAt,
      gdpr_text_version: GDPR_TEXT_VERSION,
    })
    .onConflict((once) => once.columns(['offer_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await insertChange(tx, inserted.id, userId, null, 'pending', appliedAt)
  return true
}

/** The applicants of an offer with their people, newest first; deactivated ones without a person (decision 36). */
export async function listApplicants(db: Db, offerId: string): Promise<Applicant[]> {
  const rows = await selectApplicants(db)
    .where('applications.offer_id', '=', offerId)
    .orderBy('applications.applied_at', 'desc')
    .orderBy('applications.id', 'desc')
    .execute()
  return rows.map(applicant)
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

/**
 * The cover letter of an application to an open offer, for the offer's owner and the applicant (O5): 404 when
 * there is none, 403 for everyone else, whether there is one or not. One statement matches all ids (G3).
 */
export async function requireLetter(
  db: Db,
  { offerId, candidateId, callerId }: { offerId: string; candidateId: string; callerId: string },
): Promise<CoverLetter> {
  const row = await db
    .selectFrom('offers')
    .leftJoin('applications', (join) =>
      join
        .onRef('applications.offer_id', '=', 'offers.id')
        .on(({ or, eb }) =>
          or([eb('applications.id', '=', candidateId), eb('applications.user_id', '=', candidateId)]),
        ),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'applications.user_id').on('users.deactivated_at', 'is', null),
    )
    .select([
      'offers.owner_id',
      'offers.position',
      'applications.user_id',
      'applications.cover_letter',
      'applications.applied_at',
      'users.name',
      'users.surname',
    ])
    .where('offers.id', '=', offerId)
    .where('offers.deleted_at', 'is', null)
    .where('offers.hidden_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.owner_id !== callerId && row.user_id !== callerId) throw forbidden()
  if (!row.cover_letter || row.applied_at === null) throw notFound()
  const { position, applied_at: appliedAt, cover_letter: text } = row
  return { position, appliedAt, text, name: row.name ?? '', surname: row.surname ?? '' }
}

/** Any status may follow any other; each change is remembered (O3). */
export async function updateStatus(
  tx: Tx,
  { applicationId, changedBy, to }: { applicationId: string; changedBy: string; to: Status },
): Promise<void> {
  // The row is locked by a write before it is read, so that two changes at once each see the other's status.
  await tx
    .updateTable('applications')
    .set((row) => ({ status: row.ref('status') }))
    .where('id', '=', applicationId)
    .execute()
  const { status: from } = await tx
    .selectFrom('applications')
    .select('status')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow()
  if (from === to) return
  await tx.updateTable('applications').set({ status: to }).where('id', '=', applicationId).execute()
  await insertChange(tx, applicationId, changedBy, from, to, await nextChangeTime(tx, applicationId))
  if (to === 'accepted') await changeTotal(tx, 'hires', 1)
  if (from === 'accepted') await changeTotal(tx, 'hires', -1)
}

/** Who changed what and when, oldest first. For the owner of the offer only. */
export async function listChanges(db: Db, applicationId: string): Promise<StatusChange[]> {
  const rows = await db
    .selectFrom('application_changes as change')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'change.changed_by').on('users.deactivated_at', 'is', null),
    )
    .select([
      'change.from_status',
      'change.to_status',
      'change.changed_at',
      'users.id',
      'users.name',
      'users.surname',
    ])
    .where('change.application_id', '=', applicationId)
    .orderBy('change.changed_at')
    .orderBy('change.id')
    .execute()
  return rows.map((row) => ({
    from: row.from_status,
    to: row.to_status,
    changedBy: row.id,
    changedByName: row.id === null ? '' : `${row.name} ${row.surname}`,
    changedAt: row.changed_at,
  }))
}

/** Later than every change before, in the same millisecond or by a clock behind: a history has one order. */
async function nextChangeTime(tx: Tx, applicationId: string): Promise<string> {
  const { last } = await tx
    .selectFrom('application_changes')
    .select(({ fn }) => fn.max('changed_at').as('last'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow()
  const time = now()
  return last === null || last < time ? time : new Date(Date.parse(last) + 1).toISOString()
}

async function insertChange(
  tx: Tx,
  applicationId: string,
  changedBy: string,
  from: Status | null,
  to: Status,
  changedAt: string,
): Promise<void> {
  await tx
    .insertInto('application_changes')
    .values({
      id: newId(),
      application_id: applicationId,
      changed_by: changedBy,
      from_status: from,
      to_status: to,
      changed_at: changedAt,
    })
    .execute()
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
