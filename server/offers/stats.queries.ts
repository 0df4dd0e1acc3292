import { sql } from 'kysely'
import type { ApplicationsOfDay, RecruiterStats } from '#contract/own-offers.ts'
import type { Db } from '../lib/db.ts'
import { prepared } from '../lib/prepared.ts'

const DAY_MS = 24 * 3600 * 1000
const DAYS = 7

/** Numbers over the open offers of a recruiter (decision 45). */
export async function findStats(db: Db, ownerId: string, now: number): Promise<RecruiterStats> {
  const since = new Date(now - DAYS * DAY_MS).toISOString()
  const [all] = await openOffersOf(db, { ownerId })
  const [last] = await recentOf(db, { ownerId, since })
  // Always one row each; PostgreSQL returns counts as strings.
  const offers = Number(all?.offers)
  const applicants = Number(all?.applicants)
  const recent = Number(last?.recent)
  const twoDecimals = (value: number) => Math.round(value * 100) / 100
  return {
    totalOffers: offers,
    totalApplicants: applicants,
    applicationsLast7Days: recent,
    avgDailyApplicationsLast7Days: twoDecimals(recent / DAYS),
    avgApplicationsPerOffer: offers === 0 ? 0 : twoDecimals(applicants / offers),
  }
}

const openOffersOf = prepared((db, { ownerId }: { ownerId: string }) =>
  db
    .selectFrom('offers')
    .select(({ fn }) => [
      fn.countAll<number>().as('offers'),
      fn.coalesce(fn.sum<number>('applicants_count'), sql<number>`0`).as('applicants'),
    ])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null),
)

const recentOf = prepared((db, { ownerId, since }: { ownerId: string; since: string }) =>
  applicationsSince(db, ownerId, since).select(({ fn }) => fn.countAll<number>().as('recent')),
)

/** Applications on each of the last 7 days of 24 hours, oldest first; the sum is `applicationsLast7Days`. */
export async function listDays(db: Db, ownerId: string, now: number): Promise<ApplicationsOfDay[]> {
  const days = Array.from({ length: DAYS }, (_, index) => ({
    name: `day_${index}`,
    from: new Date(now - (DAYS - index) * DAY_MS).toISOString(),
    to: new Date(now - (DAYS - index - 1) * DAY_MS).toISOString(),
  }))
  const counts: Record<string, number | null> = await applicationsSince(db, ownerId, days[0]?.from ?? '')
    .select(
      days.map(({ name, from, to }, index) => {
        const applied = sql.ref('applications.applied_at')
        // Concurrent applications count for the last day.
        const isOfDay =
          index === DAYS - 1 ? sql`${applied} > ${from}` : sql`${applied} > ${from} and ${applied} <= ${to}`
        return sql<number | null>`sum(case when ${isOfDay} then 1 else 0 end)`.as(name)
      }),
    )
    .executeTakeFirstOrThrow()
  return days.map(({ name, from, to }) => ({ from, to, applications: Number(counts[name] ?? 0) }))
}

const applicationsSince = (db: Db, ownerId: string, since: string) =>
  db
    .selectFrom('offers')
    .innerJoin('applications', 'applications.offer_id', 'offers.id')
    .where('offers.owner_id', '=', ownerId)
    .where('offers.deleted_at', 'is', null)
    .where('offers.hidden_at', 'is', null)
    .where('applications.withdrawn_at', 'is', null)
    .where('applications.applied_at', '>', since)
