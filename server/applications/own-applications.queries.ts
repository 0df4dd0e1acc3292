import type { z } from 'zod'
import {
  type ApplicationState,
  type LastApplication,
  type OwnApplication,
  STATES,
  type Status,
  type TimelineEvent,
} from '#contract/applications.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Sort } from '#contract/lists.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { listedPicture } from '../lib/listed.ts'
import { rangeOf } from '../lib/paging.ts'
import { inParts, nextTurn } from '../lib/turns.ts'
import { stateAt } from '../offers/offer-life.ts'
import { VERIFIED_COLUMNS, verifiedOf } from '../recruiters/verified.ts'
import { ANSWERS, lifeOf, type StateFacts, stateOf } from './application-life.ts'
import { listFormer, OFFER_END, offerEndedAt, readStored, type StoredApplication } from './facts.queries.ts'
import { readResponsiveness } from './responsiveness.queries.ts'

/** Applications per batch (X1). */
const PART = 500

type Query = { page: number; limit: number; sort: Sort; state?: ApplicationState | undefined }

/** One page of a developer's applications, withdrawn ones included, and the number of all that match (APPL-01). */
export async function listOwn(
  db: Db,
  userId: string,
  query: Query,
  noAnswerDays: number,
): Promise<Page<OwnApplication>> {
  const time = now()
  const lines = await listLines(db, userId)
  const matches =
    query.state === undefined ? lines : await linesInState(db, lines, query.state, noAnswerDays, time)
  if (query.sort === 'latest') matches.reverse()
  const { limit, offset } = rangeOf(query)
  const page = matches.slice(offset, offset + limit)
  const idsOf = (isFormer: boolean) => page.filter((line) => line.isFormer === isFormer).map(({ id }) => id)
  const stored = new Map([
    ...(await readStored(db, idsOf(false))),
    ...(await listFormer(db, { ids: idsOf(true) })).map((one) => [one.id, one] as const),
  ])
  const shown = page.flatMap(({ id }) => stored.get(id) ?? [])
  const offers = await readOffers(db, [...new Set(shown.map(({ offerId }) => offerId))])
  const items = shown.flatMap((application) => {
    const offer = offers.get(application.offerId)
    return offer ? [ownApplication(application, offer, noAnswerDays, time)] : []
  })
  return { items, total: matches.length }
}

type Line = { id: string; appliedAt: string; isFormer: boolean }

/** All applications of a developer, oldest first: at most the cap of the quota, and as many former ones. */
async function listLines(db: Db, userId: string): Promise<Line[]> {
  const current = await listCurrent(db, userId)
  await nextTurn()
  const former = await db
    .selectFrom('former_applications')
    .select(['id', 'applied_at'])
    .where('user_id', '=', userId)
    .orderBy('applied_at')
    .orderBy('id')
    .execute()
  await nextTurn()
  const lines = [...current.map((row) => lineOf(row, false)), ...former.map((row) => lineOf(row, true))]
  return lines.toSorted((a, b) => compare(a.appliedAt, b.appliedAt) || compare(a.id, b.id))
}

/** In batches, in the order of an index. */
async function listCurrent(db: Db, userId: string): Promise<LineRow[]> {
  const own = db.selectFrom('applications').where('user_id', '=', userId)
  const found: LineRow[] = []
  for (let remaining = own; ; await nextTurn()) {
    const rows = await remaining
      .select(['id', 'applied_at', 'offer_id'])
      .orderBy('applied_at')
      .orderBy('offer_id')
      .limit(PART)
      .execute()
    found.push(...rows)
    const last = rows.at(-1)
    if (!last || rows.length < PART) return found
    remaining = own.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('applied_at', 'offer_id'), '>', tuple(last.applied_at, last.offer_id)),
    )
  }
}

type LineRow = { id: string; applied_at: string }

const lineOf = (row: LineRow, isFormer: boolean): Line => ({
  id: row.id,
  appliedAt: row.applied_at,
  isFormer,
})

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

async function linesInState(
  db: Db,
  lines: Line[],
  state: ApplicationState,
  noAnswerDays: number,
  time: string,
): Promise<Line[]> {
  const matches: Line[] = []
  await readStates(db, lines, noAnswerDays, time, (line, found) => {
    if (found === state) matches.push(line)
  })
  return matches
}

/** Number of applications of a developer in each state. */
export async function countStates(
  db: Db,
  userId: string,
  noAnswerDays: number,
): Promise<Record<ApplicationState, number>> {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<ApplicationState, number>
  await readStates(db, await listLines(db, userId), noAnswerDays, now(), (_, state) => {
    counts[state] += 1
  })
  return counts
}

/** Read in batches (X1). Former applications are all withdrawn. */
async function readStates(
  db: Db,
  lines: Line[],
  noAnswerDays: number,
  time: string,
  onState: (line: Line, state: ApplicationState) => void,
): Promise<void> {
  await inParts(lines, PART, async (part) => {
    const factsById = await readStateFacts(
      db,
      part.filter(({ isFormer }) => !isFormer).map(({ id }) => id),
    )
    for (const line of part) {
      const facts = factsById.get(line.id)
      if (line.isFormer) onState(line, 'withdrawn')
      else if (facts) onState(line, stateOf(facts, noAnswerDays, time))
    }
  })
}

/** The facts that decide the state, by id. */
async function readStateFacts(db: Db, ids: string[]): Promise<Map<string, StateFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('applications')
    .innerJoin('offers', 'offers.id', 'applications.offer_id')
    .select([
      'applications.id',
      'applications.status',
      'applications.applied_at',
      'applications.answered_at',
      'applications.sends_at',
      'applications.withdrawn_at',
      ...OFFER_END,
    ])
    .where('applications.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, stateFactsOf(row)] as const))
}

const stateFactsOf = (row: Parameters<typeof offerEndedAt>[0] & StateFactsRow): StateFacts => ({
  appliedAt: row.applied_at,
  withdrawnAt: row.withdrawn_at,
  offerEndedAt: offerEndedAt(row),
  // Rows older than the column have none.
  answeredAt:
    row.answered_at ?? (row.sends_at === null && ANSWERS.includes(row.status) ? row.applied_at : null),
})

type StateFactsRow = {
  status: Status
  applied_at: string
  answered_at: string | null
  sends_at: string | null
  withdrawn_at: string | null
}

async function readOffers(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, OfferRow>()
  const rows = await selectOffers(db).where('offers.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row] as const))
}

const selectOffers = (db: Db) =>
  db
    .selectFrom('offers')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'offers.owner_id').on('users.deactivated_at', 'is', null),
    )
    .select([
      'offers.id',
      'offers.position',
      'offers.company',
      'offers.location',
      ...OFFER_END,
      'users.id as owner_id',
      'users.name',
      'users.surname',
      'users.avatar',
      'users.company_name',
      'users.responsiveness',
      ...VERIFIED_COLUMNS,
    ])

type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['execute']>>[number]

function ownApplication(
  { id, facts }: StoredApplication,
  offer: OfferRow,
  noAnswerDays: number,
  time: string,
): OwnApplication {
  const { sentStatus, state, answerBy, lastChangeAt } = lifeOf(facts, noAnswerDays, time)
  const { appliedAt, withdrawnAt } = facts
  return {
    _id: id,
    status: sentStatus,
    state,
    appliedDate: appliedAt,
    lastChangeAt,
    answerBy,
    withdrawnAt,
    offer: {
      _id: offer.id,
      position: offer.position,
      company: offer.company,
      location: offer.location,
      // A deleted one has no other state to show.
      state:
        offer.deleted_at !== null || offer.hidden_at !== null
          ? 'closed'
          : stateAt({ state: offer.offer_state, closes_at: offer.closes_at }, time),
      owner: ownerOf(offer),
    },
    interview: null,
  }
}

const ownerOf = (row: OfferRow): OwnApplication['offer']['owner'] =>
  row.owner_id === null
    ? null
    : {
        _id: row.owner_id,
        name: row.name ?? '',
        surname: row.surname ?? '',
        avatar: listedPicture(row.avatar ?? ''),
        responsiveness: readResponsiveness(row.responsiveness),
        verified: verifiedOf(row),
        role: { type: 'recruiter', recruiter: { companyName: row.company_name ?? '' } },
      }

/** As the owner of the offer or the applicant sees it (APPL-02). */
export async function readTimeline(
  db: Db,
  { facts, ownerId, withdrawReason }: StoredApplication,
  viewerId: string,
  noAnswerDays: number,
): Promise<TimelineEvent[]> {
  const { timeline, ownerTimeline } = lifeOf(facts, noAnswerDays, now())
  const isOwner = viewerId === ownerId
  const events = isOwner ? ownerTimeline : timeline
  const names = await readNames(
    db,
    events.flatMap(({ by }) => by ?? []),
  )
  return events.map(({ by, ...event }) => ({
    ...event,
    by: names.get(by ?? '') ?? null,
    ...(isOwner && event.kind === 'withdrawn' && withdrawReason !== '' && { reason: withdrawReason }),
  }))
}

/** Names of active people by id. */
async function readNames(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, { _id: string; name: string }>()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'surname'])
    .where('id', 'in', [...new Set(ids)])
    .where('deactivated_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, name, surname }) => [id, { _id: id, name: `${name} ${surname}`.trim() }] as const),
  )
}

/** Phone and letter of the developer's last application (APPL-11). */
export async function readLastApplication(db: Db, userId: string): Promise<z.infer<typeof LastApplication>> {
  const row = await db
    .selectFrom('applications')
    .select(['phone', 'cover_letter'])
    .where('user_id', '=', userId)
    // Erased ones have no phone.
    .where('phone', '<>', '')
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { phone: row?.phone ?? '', coverLetter: row?.cover_letter ?? '' }
}
