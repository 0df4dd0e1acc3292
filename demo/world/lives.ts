import { lifeOf } from '../../server/applications/application-life.ts'
import { daysAfter } from '../../server/offers/offer-life.ts'
import type { Application, Offer } from '../world-types.ts'

/** The defaults of the settings of these names. */
export const NO_ANSWER_DAYS = 14
const ANSWER_REMINDER_DAYS = 7
export const OFFER_WARNING_DAYS = 7

/** The state of an application at that time, by the server's rules. */
export const lifeAt = (application: Application, { life }: Offer, at: string) =>
  lifeOf(
    {
      appliedAt: application.appliedAt,
      changes: application.changes.flatMap(({ from, to, at, by }) =>
        from === null ? [] : [{ to, at, sentAt: at, by }],
      ),
      repliedAt: null,
      remindedAt: application.remindedAt ?? null,
      withdrawnAt: application.withdrawnAt ?? null,
      offerEndedAt: life?.closedAt ?? (life?.state === 'expired' ? life.closesAt : null),
    },
    NO_ANSWER_DAYS,
    at,
  )

export interface Reminder {
  at: string
  ownerId: string
  /** The longest waiting first. */
  waiting: Application[]
}

/** Reminders of applications that have waited for a week, at most one a day for each recruiter. */
export function buildReminders(applications: Application[], offers: Map<string, Offer>, now: string) {
  const reminders: Reminder[] = []
  const last = new Map<string, string>()
  for (const { offerId, appliedAt } of applications) {
    const ownerId = offers.get(offerId)?.ownerId ?? ''
    const at = daysAfter(appliedAt, ANSWER_REMINDER_DAYS)
    if (at > now || at < daysAfter(last.get(ownerId) ?? '1970-01-01', 1)) continue
    const waiting = applications.filter((one) => {
      const offer = offers.get(one.offerId)
      if (offer?.ownerId !== ownerId || daysAfter(one.appliedAt, ANSWER_REMINDER_DAYS) > at) return false
      return lifeAt(one, offer, at).state === 'waiting'
    })
    if (waiting.length === 0) continue
    last.set(ownerId, at)
    reminders.push({ at, ownerId, waiting })
  }
  return reminders
}

/** The applications, with the first reminder of each. */
export const withReminders = (applications: Application[], reminders: Reminder[]): Application[] =>
  applications.map((application) => {
    const first = reminders.find(({ waiting }) => waiting.includes(application))
    return first ? { ...application, remindedAt: first.at } : application
  })
