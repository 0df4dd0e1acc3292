import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/lists.ts'
import type { RecruiterCard, RecruiterPublic } from '#contract/recruiters.ts'
import { readResponsiveness } from '../applications/responsiveness.queries.ts'
import { countHidden, type Hidden } from '../blocks/blocks.queries.ts'
import { currentHandle } from '../handles/handles.queries.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { listedPicture } from '../lib/listed.ts'
import { rangeOf } from '../lib/paging.ts'
import { readTotal } from '../lib/totals.ts'
import { recruiterDetails } from '../users/users.mapping.ts'
import { VERIFIED_COLUMNS, verifiedOf } from './verified.ts'

/** One page of the recruiters with a completed profile, and the number of all. */
export async function listRecruiters(
  db: Db,
  query: ListQuery,
  hidden?: Hidden,
): Promise<Page<RecruiterCard>> {
  const listed = {
    ...{ from: sql`from users`, id: sql`users.id` },
    where: sql`users.role = 'recruiter' and users.deactivated_at is null
      and users.onboarded_at is not null and users.moderated_at is null`,
  }
  const left = hidden ? await countHidden(db, listed, hidden.people) : 0
  const total = Math.max(0, (await readTotal(db, 'recruiters')) - left)
  const { limit, offset } = rangeOf(query)
  if (offset >= total) return { items: [], total }
  const direction = query.sort === 'oldest' ? 'asc' : 'desc'
  const page = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'recruiter')
    .where('deactivated_at', 'is', null)
    .where('moderated_at', 'is', null)
    .where('onboarded_at', 'is not', null)
    .$if(hidden !== undefined, (people) => people.where(sql<boolean>`users.id not in ${hidden?.people}`))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
  const rows = await selectCards(db)
    .innerJoin(page.as('page'), 'page.id', 'users.id')
    .orderBy('users.created_at', direction)
    .orderBy('users.id', direction)
    .execute()
  return { items: rows.map(card), total }
}

/** One active recruiter, onboarded or not (decision 30), with contact data; 404 otherwise. */
export async function requireRecruiterPage(db: Db, id: string): Promise<RecruiterPublic> {
  const row = await selectRecruiters(db)
    .where('users.id', '=', id)
    .where('users.role', '=', 'recruiter')
    .where('users.deactivated_at', 'is', null)
    .where('users.moderated_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  return recruiter(row)
}

const selectCards = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.surname',
      'users.avatar',
      'users.description',
      'users.created_at',
      'users.company_name',
      'users.location',
      'users.sector',
    ])

const selectRecruiters = (db: Db) =>
  selectCards(db).select([
    currentHandle,
    'users.website',
    'users.contact_email',
    'users.contact_phone',
    'users.multimedia',
    'users.responsiveness',
    ...VERIFIED_COLUMNS,
  ])

type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]
type RecruiterRow = Awaited<ReturnType<ReturnType<typeof selectRecruiters>['execute']>>[number]

const recruiter = (row: RecruiterRow): RecruiterPublic => ({
  ...person(row),
  handle: row.handle,
  role: { type: 'recruiter', recruiter: recruiterDetails(row) },
  responsiveness: readResponsiveness(row.responsiveness),
  verified: verifiedOf(row),
})

const person = (row: CardRow) => ({
  _id: row.id,
  name: row.name,
  surname: row.surname,
  avatar: row.avatar,
  description: row.description,
  createdAt: row.created_at,
})

/** Lists have the fields of cards (X2), without contact data (section 2 of docs/security-rules.md). */
const card = (row: CardRow): RecruiterCard => ({
  ...person(row),
  avatar: listedPicture(row.avatar),
  role: {
    type: 'recruiter',
    recruiter: { companyName: row.company_name, location: row.location, sector: row.sector },
  },
})
