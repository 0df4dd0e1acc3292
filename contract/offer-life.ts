import { z } from 'zod'
import { m } from './texts.ts'
import { Time } from './values.ts'

export const OFFER_STATES = ['draft', 'published', 'paused', 'closed', 'expired'] as const
export type OfferState = (typeof OFFER_STATES)[number]

export const CLOSED_REASONS = ['filled', 'withdrawn', 'moderated'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

/** The reasons that an owner may give. */
export const CLOSING_REASONS = ['filled', 'withdrawn'] as const

/** The state of an offer (LIFE-01); null for the publication of a draft. */
export const offerLife = {
  state: z.enum(OFFER_STATES),
  publishedAt: Time.nullable(),
  closesAt: Time,
  closedReason: z.enum(CLOSED_REASONS).nullable(),
  acceptsApplications: z.boolean(),
}

const DAY_MS = 24 * 3600 * 1000

/** Default number of days of publication (LIFE-02). */
export const OFFER_DAYS = 60

/** Time between the notification of the owner and the end (LIFE-09). */
export const OFFER_WARNING_DAYS = 7

/** The longest publication of an offer (LIFE-02, LIFE-09). */
export const MAX_OFFER_DAYS = 180

/** From tomorrow to 180 days ahead (LIFE-02). */
export function isClosingTime(given: string): boolean {
  const ahead = Date.parse(given) - Date.now()
  return ahead >= DAY_MS && ahead <= MAX_OFFER_DAYS * DAY_MS
}

const time = () => z.iso.datetime({ offset: true, error: m.general_invalid })
const toUtc = (given: string) => new Date(given).toISOString()

export const closingTime = () =>
  time().refine(isClosingTime, { error: m.offers_closes_at_range }).transform(toUtc)

/** In a change the handler checks the range, which applies to drafts only. Null is the default span. */
export const changedClosingTime = () => time().transform(toUtc).nullable()
