import type { ApplicantEntry, ListedEntry } from '#contract/applications.ts'
import { excerpt } from '#contract/lists.ts'
import { plainText } from '#contract/markdown.ts'
import type { ListedOffer, Offer } from '#contract/offers.ts'
import {
  findEntryOfUser,
  listEntriesOfOffer,
  listEntriesOfUser,
  type OwnEntry,
} from '../applications/entries.queries.ts'
import { readResponsiveness } from '../applications/responsiveness.queries.ts'
import type { Caller } from '../http/route.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { excerptColumn, listedPicture } from '../lib/listed.ts'
import { preparedForIds } from '../lib/prepared.ts'
import { VERIFIED_COLUMNS, verifiedOf } from '../recruiters/verified.ts'
import { prepareRules } from '../warnings/rules.ts'
import { warningOf } from '../warnings/warnings.ts'
import { LIFE_COLUMNS, lifeOf } from './offer-life.ts'
import { payOf, workMapping, workSelect } from './offer-pay.ts'
import { listedOfferMapping, offerMapping } from './offers.mapping.ts'

export type Viewer = Pick<Caller, 'id' | 'role'> | undefined

/** Fields of both single and listed offers; none of a hidden or deactivated owner (decision 36). */
const selectCommon = (db: Db) =>
  db
    .selectFrom('offers')
    .leftJoin('users', 'users.id', 'offers.owner_id')
    .where('users.deactivated_at', 'is', null)
    .where('users.moderated_at', 'is', null)
    .select([
      'offers.id',
      'offers.created_at',
      'offers.updated_at',
      'offers.applicants_count',
      'offers.owner_id',
      ...LIFE_COLUMNS,
      ...workSelect,
      'offers.salary',
      'users.name as owner_name',
      'users.surname as owner_surname',
      'users.avatar as owner_avatar',
      'users.company_name as owner_company_name',
      'users.responsiveness as owner_responsiveness',
      ...VERIFIED_COLUMNS,
    ])

/** One offer with its owner's contact data (section 2 of docs/security-rules.md). */
export const selectOffer = (db: Db) =>
  selectCommon(db).select([
    ...offerMapping.select,
    'users.location as owner_location',
    'users.website as owner_website',
    'users.contact_email as owner_contact_email',
    'users.contact_phone as owner_contact_phone',
  ])

/** Offers with the fields of lists. */
export const selectListed = (db: Db) =>
  selectCommon(db).select([
    ...listedOfferMapping.select,
    excerptColumn('offers.description').as('description'),
  ])

export const listedByIds = preparedForIds((db, ids) => selectListed(db).where('offers.id', 'in', ids))

type RowOf<Select extends (db: Db) => { execute: () => Promise<unknown[]> }> = Awaited<
  ReturnType<ReturnType<Select>['execute']>
>[number]
type CommonRow = RowOf<typeof selectCommon>
export type OfferRow = RowOf<typeof selectOffer>
export type ListedRow = RowOf<typeof selectListed>

/** With the entries visible to the viewer: the newest for the owner, the own one for a developer (decision 30). */
export async function toOffer(db: Db, row: OfferRow, viewer: Viewer): Promise<Offer> {
  const { applicants, withdrawnTwice } = await visibleEntries(db, row, viewer)
  await prepareRules()
  const at = now()
  return {
    ...offerMapping.read(row),
    ...common(row, at),
    title: row.position,
    owner: ownerOf(row, at),
    applicants,
    applied: viewer?.role === 'developer' && applicants.length > 0,
    withdrawnTwice,
    warning: viewer?.id === row.owner_id ? null : warningOf(row.position, row.description ?? ''),
  }
}

/** Offers of a list, with the viewer's own entries. */
export async function toListed(db: Db, rows: readonly ListedRow[], viewer: Viewer): Promise<ListedOffer[]> {
  const ids = rows.map((row) => row.id)
  const entries =
    viewer?.role === 'developer'
      ? await listEntriesOfUser(db, viewer.id, ids)
      : new Map<string, OwnEntry<ListedEntry>>()
  const at = now()
  return rows.map((row) => {
    const { entry, withdrawnTwice = false } = entries.get(row.id) ?? {}
    return {
      ...listedOfferMapping.read(row),
      ...common(row, at),
      title: row.position,
      description: excerpt(plainText(row.description)),
      owner: listedOwnerOf(row, at),
      applicants: entry ? [entry] : [],
      applied: entry !== undefined,
      withdrawnTwice,
    }
  })
}

const common = (row: CommonRow, at: string) => ({
  _id: row.id,
  createdAt: row.drafted_at ?? row.created_at,
  ...lifeOf(row, at),
  pay: payOf(row),
  ...workMapping.read(row),
  updatedAt: row.updated_at,
  applicantsCount: row.applicants_count,
})

type Visible = { applicants: ApplicantEntry[]; withdrawnTwice: boolean }

async function visibleEntries(db: Db, row: OfferRow, viewer: Viewer): Promise<Visible> {
  if (viewer !== undefined && viewer.id === row.owner_id) {
    return { applicants: await listEntriesOfOffer(db, row.id), withdrawnTwice: false }
  }
  const own = viewer?.role === 'developer' ? await findEntryOfUser(db, viewer.id, row.id) : undefined
  return { applicants: own?.entry ? [own.entry] : [], withdrawnTwice: own?.withdrawnTwice ?? false }
}

/** Null for an offer without an owner. */
function personOf(row: CommonRow, at: string) {
  if (row.owner_id === null || row.owner_name === null) return null
  return {
    _id: row.owner_id,
    name: row.owner_name,
    surname: row.owner_surname ?? '',
    avatar: row.owner_avatar ?? '',
    responsiveness: readResponsiveness(row.owner_responsiveness),
    verified: verifiedOf(row, at),
  }
}

function listedOwnerOf(row: CommonRow, at: string): ListedOffer['owner'] {
  const person = personOf(row, at)
  return (
    person && {
      ...person,
      avatar: listedPicture(person.avatar),
      role: { type: 'recruiter', recruiter: { companyName: row.owner_company_name ?? '' } },
    }
  )
}

function ownerOf(row: OfferRow, at: string): Offer['owner'] {
  const person = personOf(row, at)
  const email = row.owner_contact_email ?? ''
  const phone = row.owner_contact_phone ?? ''
  return (
    person && {
      ...person,
      role: {
        type: 'recruiter',
        recruiter: {
          companyName: row.owner_company_name ?? '',
          location: row.owner_location ?? '',
          website: row.owner_website ?? '',
          contact: { email, phone },
          contactEmail: email,
          contactPhone: phone,
        },
      },
    }
  )
}
