import type { ApplicantEntry } from '#contract/applications.ts'
import type { Offer } from '#contract/offers.ts'
import { listEntriesOfOffers, listEntriesOfUser } from '../applications/entries.queries.ts'
import type { Caller } from '../http/route.ts'
import type { Db } from '../lib/db.ts'
import { preparedForIds } from '../lib/prepared.ts'
import { offerMapping } from './offers.mapping.ts'

export type Viewer = Pick<Caller, 'id' | 'role'> | undefined

/** Offers with the public data of their owners. */
export const selectOffers = (db: Db) =>
  db
    .selectFrom('offers')
    .leftJoin('users', 'users.id', 'offers.owner_id')
    .select([
      'offers.id',
      ...offerMapping.select,
      'offers.created_at',
      'offers.updated_at',
      'offers.applicants_count',
      'offers.owner_id',
      'users.name as owner_name',
      'users.surname as owner_surname',
      'users.avatar as owner_avatar',
      'users.company_name as owner_company_name',
      'users.location as owner_location',
      'users.website as owner_website',
    ])

export const offersByIds = preparedForIds((db, ids) => selectOffers(db).where('offers.id', 'in', ids))

export type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['execute']>>[number]

/** Adds the entries that the viewer may see: all to the owner, the own one to a developer (decision 30). */
export async function withEntries(db: Db, rows: readonly OfferRow[], viewer: Viewer): Promise<Offer[]> {
  const entries = await visibleEntries(db, rows, viewer)
  return rows.map((row) => {
    const applicants = entries.get(row.id) ?? []
    return {
      _id: row.id,
      ...offerMapping.read(row),
      title: row.position,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      owner: ownerOf(row),
      applicants,
      applicantsCount: row.applicants_count,
      applied: viewer?.role === 'developer' && applicants.length > 0,
    }
  })
}

async function visibleEntries(
  db: Db,
  rows: readonly OfferRow[],
  viewer: Viewer,
): Promise<Map<string, ApplicantEntry[]>> {
  if (viewer?.role === 'developer')
    return listEntriesOfUser(
      db,
      viewer.id,
      rows.map((row) => row.id),
    )
  const own = rows.filter((row) => viewer !== undefined && row.owner_id === viewer.id).map((row) => row.id)
  return listEntriesOfOffers(db, own)
}

export function ownerOf(row: OfferRow): Offer['owner'] {
  if (row.owner_id === null || row.owner_name === null) return null
  return {
    _id: row.owner_id,
    name: row.owner_name,
    surname: row.owner_surname ?? '',
    avatar: row.owner_avatar ?? '',
    role: {
      type: 'recruiter',
      recruiter: {
        companyName: row.owner_company_name ?? '',
        location: row.owner_location ?? '',
        website: row.owner_website ?? '',
      },
    },
  }
}
