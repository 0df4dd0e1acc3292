import type { Status } from '#contract/applications.ts'
import type { Page, QueryOf } from '#contract/endpoint.ts'
import {
  type listOwnApplicants as listOwnApplicantsCall,
  MAX_LISTED_APPLICATIONS,
  type OwnApplicant,
} from '#contract/recruiters.ts'
import type { Db } from '../lib/db.ts'
import { listedPicture } from '../lib/listed.ts'
import { inOrder, rangeOf } from '../lib/paging.ts'
import { nextTurn } from '../lib/turns.ts'
import { hasWords, readWords } from '../search/search.ts'

const YEARS = 2

/** Applications per batch (X1). */
const STEP = 1000

/**
 * The people who applied to the offers of a recruiter and did not withdraw, by their newest application. Walks the
 * index of an offer's applications in batches, however many others there are.
 */
export async function listOwnApplicants(
  db: Db,
  ownerId: string,
  { q, ...query }: QueryOf<typeof listOwnApplicantsCall>,
): Promise<Page<OwnApplicant>> {
  const words = readWords(q)
  const since = new Date()
  since.setUTCFullYear(since.getUTCFullYear() - YEARS)
  const found: Row[] = []
  for (const offerIds of inGroups(await listOffers(db, ownerId))) {
    for await (const rows of listApplications(db, offerIds, since.toISOString())) {
      found.push(...rows.filter(({ name, surname }) => hasWords(`${name} ${surname}`, words)))
    }
  }
  found.sort((a, b) => (a.applied_at + a.id < b.applied_at + b.id ? 1 : -1))
  const people = [...Map.groupBy(found, ({ user_id }) => user_id).values()]
  if (query.sort === 'oldest') people.reverse()
  const { offset, limit } = rangeOf(query)
  const shown = people.slice(offset, offset + limit).map((own) => own.slice(0, MAX_LISTED_APPLICATIONS))
  return { items: await readPeople(db, shown), total: people.length }
}

type Row = {
  id: string
  offer_id: string
  user_id: string
  status: Status
  applied_at: string
  name: string
  surname: string
}

const listOffers = (db: Db, ownerId: string) =>
  db
    .selectFrom('offers')
    .select(['id', 'applicants_count'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where('applicants_count', '>', 0)
    .execute()

/** Groups of offers with about a batch of applications together, at least one offer each. */
function inGroups(offers: { id: string; applicants_count: number }[]): string[][] {
  const groups: string[][] = []
  let room = 0
  for (const { id, applicants_count } of offers) {
    if (applicants_count > room) {
      groups.push([])
      room = STEP
    }
    groups.at(-1)?.push(id)
    room -= applicants_count
  }
  return groups
}

/** Newest first, in batches. */
async function* listApplications(db: Db, offerIds: string[], since: string): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const before = last
    const rows = await db
      .selectFrom('applications')
      .innerJoin('users', 'users.id', 'applications.user_id')
      .select([
        'applications.id',
        'applications.offer_id',
        'applications.user_id',
        'applications.status',
        'applications.applied_at',
        'users.name',
        'users.surname',
      ])
      .where('applications.offer_id', 'in', offerIds)
      .where('applications.applied_at', '>=', since)
      .where('applications.withdrawn_at', 'is', null)
      .where('users.deactivated_at', 'is', null)
      .$if(before !== undefined, (select) =>
        select.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('applications.applied_at', 'applications.id'),
            '<',
            tuple(before?.applied_at ?? '', before?.id ?? ''),
          ),
        ),
      )
      .orderBy('applications.applied_at', 'desc')
      .orderBy('applications.id', 'desc')
      .limit(STEP)
      .execute()
    yield rows
    if (rows.length < STEP) return
    last = rows.at(-1)
    await nextTurn()
  }
}

/** With the listed fields of each person and offer. */
async function readPeople(db: Db, people: Row[][]): Promise<OwnApplicant[]> {
  const userIds = people.flatMap(([newest]) => newest?.user_id ?? [])
  const offerIds = [...new Set(people.flat().map(({ offer_id }) => offer_id))]
  if (userIds.length === 0) return []
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'surname', 'avatar', 'professional_position', 'location'])
    .where('id', 'in', userIds)
    .execute()
  const offers = await db
    .selectFrom('offers')
    .select(['id', 'position'])
    .where('id', 'in', offerIds)
    .execute()
  const positions = new Map(offers.map(({ id, position }) => [id, position]))
  const byUser = new Map(people.map((own) => [own[0]?.user_id, own]))
  return inOrder(userIds, users).map(({ id, avatar, professional_position, location, ...name }) => ({
    user: {
      _id: id,
      ...name,
      avatar: listedPicture(avatar),
      role: { type: 'developer', developer: { professionalPosition: professional_position, location } },
    },
    applications: (byUser.get(id) ?? []).map((row) => ({
      _id: row.id,
      offer: { _id: row.offer_id, position: positions.get(row.offer_id) ?? '' },
      status: row.status,
      appliedDate: row.applied_at,
    })),
  }))
}
