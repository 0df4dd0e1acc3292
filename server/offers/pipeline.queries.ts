import { sql } from 'kysely'
import { NO_STAGES } from '#contract/applications.ts'
import type { ListedOffer } from '#contract/offers.ts'
import type { OwnNumbers, OwnOffer } from '#contract/own-offers.ts'
import { WAITING } from '../applications/application-life.ts'
import { readResponsiveness } from '../applications/responsiveness.queries.ts'
import type { Db } from '../lib/db.ts'
import { isInStateAt } from './offer-life.ts'

/** A time before every application; PostgreSQL compares times, not texts. */
const BEGINNING = '1970-01-01T00:00:00.000Z'

/** Own offers with the number of applicants by stage, of new ones, and the time of the last; without withdrawn ones. */
export async function withPipelines(
  db: Db,
  offers: readonly ListedOffer[],
  since: string | undefined,
): Promise<OwnOffer[]> {
  if (offers.length === 0) return []
  const rows = await db
    .selectFrom('applications')
    .select(({ fn }) => [
      'offer_id',
      'status',
      fn.countAll<number | string>().as('count'),
      fn.max('applied_at').as('last'),
      countIf(isNewSince(since)).as('fresh'),
    ])
    .where(
      'offer_id',
      'in',
      offers.map((offer) => offer._id),
    )
    .where('withdrawn_at', 'is', null)
    .groupBy(['offer_id', 'status'])
    .execute()
  return offers.map((offer) => {
    const own = rows.filter((row) => row.offer_id === offer._id)
    const stages = { ...NO_STAGES }
    for (const { status, count } of own) stages[status] = Number(count)
    const lastAppliedAt = own.map((row) => row.last).reduce(later, null)
    return {
      ...offer,
      stages,
      newApplicants: isOngoing(offer) ? own.reduce((sum, row) => sum + Number(row.fresh), 0) : 0,
      lastAppliedAt,
    }
  })
}

/** The recruiter's numbers to act on, at a time. */
export async function findOwnNumbers(
  db: Db,
  ownerId: string,
  since: string | undefined,
  at: string,
): Promise<OwnNumbers> {
  const isOpen = isInStateAt('published', at)
  const own = db
    .selectFrom('offers')
    .where('offers.owner_id', '=', ownerId)
    .where('offers.deleted_at', 'is', null)
    .where('offers.hidden_at', 'is', null)
  const [open, applicants, owner] = await Promise.all([
    own
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where(sql<boolean>`${isOpen}`)
      .executeTakeFirstOrThrow(),
    own
      .innerJoin('applications', 'applications.offer_id', 'offers.id')
      .select([countIf(isNewSince(since)).as('fresh'), countIf(isWaiting).as('waiting')])
      .where('applications.withdrawn_at', 'is', null)
      .where(sql<boolean>`(${isOpen} or ${isInStateAt('paused', at)})`)
      .executeTakeFirstOrThrow(),
    db.selectFrom('users').select('responsiveness').where('id', '=', ownerId).executeTakeFirst(),
  ])
  return {
    open: Number(open.count),
    new: Number(applicants.fresh),
    waiting: Number(applicants.waiting),
    medianDays: readResponsiveness(owner?.responsiveness ?? null).medianDays,
  }
}

/** The rows and the numbers count the applicants of the same offers. */
const isOngoing = ({ state }: ListedOffer) => state === 'published' || state === 'paused'

/** Applicants opened on another device are not new. */
const isNewSince = (since = BEGINNING) =>
  sql`applications.status = 'pending' and applications.applied_at > ${since}`

/** An unsent decision counts as an answer. */
const isWaiting = sql`applications.status in (${sql.join(WAITING.map((status) => sql.lit(status)))}) and applications.answered_at is null`

const countIf = (condition: ReturnType<typeof isNewSince>) =>
  sql<number | string | null>`sum(case when ${condition} then 1 else 0 end)`

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
