import type { Db } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import type { CoverLetter } from './cover-letter.ts'

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
      'applications.withdrawn_at',
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
  // Withdrawn: no longer readable by the owner.
  if (row.withdrawn_at !== null && row.user_id !== callerId) throw notFound()
  if (!row.cover_letter || row.applied_at === null) throw notFound()
  const { position, applied_at: appliedAt, cover_letter: text } = row
  return { position, appliedAt, text, name: row.name ?? '', surname: row.surname ?? '' }
}
