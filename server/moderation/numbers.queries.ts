import { sql } from 'kysely'
import type { z } from 'zod'
import { DayNumbers, MAX_NUMBER_DAYS } from '#contract/numbers.ts'
import { countJobs } from '../jobs/jobs.queries.ts'
import { lanesOf } from '../jobs/jobs.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { parseJson } from '../lib/mapping.ts'
import { nextTurn } from '../lib/turns.ts'

const DAY_MS = 24 * 3600 * 1000
const MAIL_KINDS = lanesOf({ SMTP_CONNECTIONS: 1 }).mail?.kinds ?? []

const Counts = DayNumbers.omit({ date: true, jobsWaiting: true })
type Counts = z.infer<typeof Counts>
type StoredDay = { day: string; numbers: string; jobs_waiting: number; counted_at: string | null }

/**
 * Numbers of the last `days` (UTC), today last. Days counted by maintenance after their end are read, the others
 * counted by an index range of the day.
 */
export async function readNumbers(db: Db, days: number): Promise<DayNumbers[]> {
  const numbers: DayNumbers[] = []
  const stored = await readStored(db, days)
  for (const date of lastDays(days)) {
    const known = stored.get(date)
    const counts = known && isFinal(known) ? parseJson(Counts, known.numbers) : await countDay(db, date)
    numbers.push({ date, ...counts, jobsWaiting: known?.jobs_waiting ?? 0 })
  }
  const today = numbers.at(-1)
  if (today) today.jobsWaiting = Math.max(today.jobsWaiting, (await countJobs(db)).waiting)
  return numbers
}

/** Stores the days of a year that are not final yet, and today's maximum of waiting jobs. */
export async function storeNumbers(db: Db): Promise<void> {
  const stored = await readStored(db, MAX_NUMBER_DAYS)
  const { waiting } = await countJobs(db)
  const dates = lastDays(MAX_NUMBER_DAYS)
  for (const date of dates) {
    const known = stored.get(date)
    if (known && isFinal(known)) continue
    const counted_at = now()
    const seen = date === dates.at(-1) ? waiting : 0
    const values = {
      numbers: JSON.stringify(await countDay(db, date)),
      jobs_waiting: Math.max(known?.jobs_waiting ?? 0, seen),
      counted_at,
    }
    await db
      .insertInto('daily_numbers')
      .values({ day: date, ...values })
      .onConflict((counted) => counted.column('day').doUpdateSet(values))
      .execute()
    await nextTurn()
  }
}

const startOf = (date: string) => `${date}T00:00:00.000Z`
const endOf = (date: string) => new Date(Date.parse(startOf(date)) + DAY_MS).toISOString()
const isFinal = ({ day, counted_at }: StoredDay) => counted_at !== null && counted_at >= endOf(day)

/** Dates, today last. */
const lastDays = (days: number): string[] =>
  Array.from({ length: days }, (_, index) =>
    new Date(Date.now() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )

async function readStored(db: Db, days: number): Promise<Map<string, StoredDay>> {
  const [first = ''] = lastDays(days)
  const rows = await db
    .selectFrom('daily_numbers')
    .select(['day', 'numbers', 'jobs_waiting', 'counted_at'])
    .where('day', '>=', first)
    .execute()
  return new Map(rows.map((row) => [row.day, row]))
}

/** The rows created on this day, removed ones included; an offer counts on its publication. */
export async function countDay(db: Db, date: string): Promise<Counts> {
  const [from, to] = [startOf(date), endOf(date)]
  const row = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('users')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .as('people'),
      selectFrom('offers')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        // A parameter would not match the index.
        .where('state', '<>', sql.lit('draft'))
        .as('offers'),
      selectFrom('applications')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('applied_at', '>=', from)
        .where('applied_at', '<', to)
        .as('applications'),
      selectFrom('applications')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('answered_at', '>=', from)
        .where('answered_at', '<', to)
        .as('answers'),
      selectFrom('reports')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .as('reports'),
      selectFrom('jobs')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('failed_at', '>=', from)
        .where('failed_at', '<', to)
        .where('kind', 'in', MAIL_KINDS)
        .as('mailsFailed'),
    ])
    .executeTakeFirstOrThrow()
  return {
    people: Number(row.people),
    offers: Number(row.offers),
    applications: Number(row.applications),
    answers: Number(row.answers),
    reports: Number(row.reports),
    mailsFailed: Number(row.mailsFailed),
  }
}
