import type { Responsiveness } from '#contract/responsiveness.ts'
import { answerByOf } from './application-life.ts'

const DAY_MS = 24 * 3600_000
const RATED_FROM = 5
const PERIOD_DAYS = 180

/** An application of others to an offer of the recruiter; `answeredAt` may be in the future. */
export type Counted = { appliedAt: string; answeredAt: string | null; withdrawnAt: string | null }

export const NOT_RATED: Responsiveness = {
  rated: false,
  answeredPercent: null,
  medianDays: null,
  applications: null,
}

export const periodStart = (now: string): string =>
  new Date(Date.parse(now) - PERIOD_DAYS * DAY_MS).toISOString()

/**
 * Of the applications of the last 180 days that are answered or older than NO_ANSWER_DAYS, without withdrawn ones
 * (APPL-10). Percent are whole, days have one decimal. `changesAt` is when time alone changes the result.
 */
export function responsivenessOf(
  applications: readonly Counted[],
  noAnswerDays: number,
  now: string,
): { responsiveness: Responsiveness; changesAt: string | null } {
  const since = periodStart(now)
  let changesAt: string | null = null
  const changes = (time: string) => {
    if (time > now && (changesAt === null || time < changesAt)) changesAt = time
  }
  const answerDays: number[] = []
  let count = 0
  for (const { appliedAt, answeredAt, withdrawnAt } of applications) {
    if (withdrawnAt !== null || appliedAt < since) continue
    const isAnswered = answeredAt !== null && answeredAt <= now
    const answerBy = answerByOf(appliedAt, noAnswerDays)
    if (answeredAt !== null) changes(answeredAt)
    if (!isAnswered && answerBy > now) {
      changes(answerBy)
      continue
    }
    count += 1
    changes(answerByOf(appliedAt, PERIOD_DAYS))
    if (isAnswered) answerDays.push((Date.parse(answeredAt) - Date.parse(appliedAt)) / DAY_MS)
  }
  if (count < RATED_FROM) return { responsiveness: NOT_RATED, changesAt }
  const responsiveness = {
    rated: true,
    answeredPercent: Math.round((100 * answerDays.length) / count),
    medianDays: medianOf(answerDays),
    applications: count,
  }
  return { responsiveness, changesAt }
}

function medianOf(days: number[]): number | null {
  if (days.length === 0) return null
  const sorted = days.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? 0
  const high = sorted[Math.floor(middle)] ?? 0
  return Math.round(((low + high) / 2) * 10) / 10
}
