import type { Applicant, Status } from '#contract/applications.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { inBatches, nextTurn } from '../lib/turns.ts'
import { developerDetails } from '../users/users.mapping.ts'
import { sentStatusOf } from './entries.queries.ts'

/** Letters and profiles per batch (X1). */
const BATCH = 100

/**
 * The applicants of an offer with their profiles, newest first; deactivated ones without (decision 36). Withdrawn
 * ones on request only (APPL-06). A batch is read when the one before has been used.
 */
export async function* listApplicants(
  db: Db,
  offerId: string,
  status?: Status | 'withdrawn',
): AsyncGenerator<Applicant[]> {
  if (status === 'withdrawn') return yield* inBatches(await listWithdrawn(db, offerId), BATCH)
  yield* readApplicants(
    selectApplicants(db)
      .where('applications.offer_id', '=', offerId)
      .where('applications.withdrawn_at', 'is', null)
      .$if(status !== undefined, (select) => select.where('applications.status', '=', status ?? 'pending')),
  )
}

/** Newest first. */
async function* readApplicants(matches: ReturnType<typeof selectApplicants>): AsyncGenerator<Applicant[]> {
  for (let remaining = matches; ; await nextTurn()) {
    const rows = await remaining
      .orderBy('applications.applied_at', 'desc')
      .orderBy('applications.id', 'desc')
      .limit(BATCH)
      .execute()
    yield rows.map(applicant)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    remaining = matches.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('applications.applied_at', 'applications.id'), '<', tuple(last.applied_at, last.id)),
    )
  }
}

/** Newest withdrawal first, those followed by another application included. */
async function listWithdrawn(db: Db, offerId: string): Promise<Applicant[]> {
  const withdrawn = await Array.fromAsync(
    readApplicants(
      selectApplicants(db)
        .where('applications.offer_id', '=', offerId)
        .where('applications.withdrawn_at', 'is not', null),
    ),
  )
  const former = await selectFormer(db).where('former.offer_id', '=', offerId).execute()
  for await (const batch of inBatches(former, BATCH)) withdrawn.push(batch.map(formerApplicant))
  return withdrawn.flat().toSorted((a, b) => ((a.withdrawnAt ?? '') < (b.withdrawnAt ?? '') ? 1 : -1))
}

/** `candidateId` is the id of the application or of the person; both ids must belong together (G3). */
export async function requireApplicant(db: Db, offerId: string, candidateId: string): Promise<Applicant> {
  const row = await selectApplicants(db)
    .where('applications.offer_id', '=', offerId)
    .where(({ or, eb }) =>
      or([eb('applications.id', '=', candidateId), eb('applications.user_id', '=', candidateId)]),
    )
    .executeTakeFirst()
  if (row) return applicant(row)
  const former = await selectFormer(db)
    .where('former.offer_id', '=', offerId)
    .where('former.id', '=', candidateId)
    .executeTakeFirst()
  if (!former) throw notFound()
  return formerApplicant(former)
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
      'applications.sent_status',
      'applications.sends_at',
      'applications.withdrawn_at',
    ])
    .select(PERSON)

const PERSON = [
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
] as const

const selectFormer = (db: Db) =>
  db
    .selectFrom('former_applications as former')
    .innerJoin('users', 'users.id', 'former.user_id')
    .select(['former.id', 'former.status', 'former.applied_at', 'former.withdrawn_at'])
    .select(PERSON)

type ApplicantRow = Awaited<ReturnType<ReturnType<typeof selectApplicants>['execute']>>[number]

type FormerRow = Awaited<ReturnType<ReturnType<typeof selectFormer>['execute']>>[number]

const formerApplicant = (row: FormerRow): Applicant =>
  applicant({ ...row, cover_letter: '', phone: '', sent_status: null, sends_at: null })

/** Without contact data, which the owner no longer gets of a withdrawn application (APPL-06). */
function withoutContact(row: ApplicantRow): ApplicantRow {
  return { ...row, email: '', resume: '', phone: '', cover_letter: '' }
}

const applicant = (row: ApplicantRow): Applicant =>
  toApplicant(row.withdrawn_at === null ? row : withoutContact(row))

const toApplicant = (row: ApplicantRow): Applicant => ({
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
  // No contact data of deactivated people (decision 36).
  phone: row.deactivated_at === null ? row.phone : '',
  appliedDate: row.applied_at,
  sentStatus: sentStatusOf(row),
  sendsAt: row.sends_at !== null && row.sends_at > now() ? row.sends_at : null,
  withdrawnAt: row.withdrawn_at,
})
