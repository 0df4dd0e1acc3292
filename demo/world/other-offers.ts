import type { Status } from '#contract/applications.ts'
import { LETTERS } from '../content/letters.ts'
import { OTHER_APPLICATIONS, OTHER_OFFERS } from '../content/offers-in-other-states.ts'
import type { Application, Developer, Offer, Recruiter } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { DAY_MS, iso } from './clock.ts'
import { buildOffer, offerKey } from './offers.ts'
import { findByKey } from './people.ts'

/** Days for which a closed offer was open. */
const OPEN_DAYS = 7

/** Offers in every other state than published. */
export function buildOtherOffers(builder: WorldBuilder, recruiters: Recruiter[]): Map<string, Offer> {
  const random = builder.randomFor('other offers')
  return new Map(
    OTHER_OFFERS.map(({ state, daysAgo, endsInDays, closedReason = null, ...seed }) => [
      offerKey(seed),
      {
        ...buildOffer(builder, random, seed, builder.clock.daysAgo(daysAgo), recruiters),
        life: {
          state,
          closesAt: iso(builder.clock.daysAgo(-endsInDays)),
          closedReason,
          closedAt: state === 'closed' ? iso(builder.clock.daysAgo(daysAgo - OPEN_DAYS)) : null,
        },
      },
    ]),
  )
}

/** Applications to offers in other states. */
export function buildOtherApplications(
  builder: WorldBuilder,
  offers: Map<string, Offer>,
  developers: Developer[],
): Application[] {
  const random = builder.randomFor('other applications')
  return OTHER_APPLICATIONS.flatMap(({ who, offer: key, daysAgo, status, withdrawnDaysAgo }) => {
    const offer = offers.get(key)
    if (!offer) return []
    const developer = findByKey(developers, who)
    const at = builder.clock.daysAgo(daysAgo)
    const steps: Status[] = ['pending']
    if (status !== 'pending') steps.push('reviewed')
    if (status === 'interviewed') steps.push('interviewed')
    return {
      id: builder.newId(at),
      offerId: offer.id,
      userId: developer.id,
      phone: developer.phone,
      coverLetter: random.pick(LETTERS.short),
      status,
      appliedAt: iso(at),
      changes: steps.map((to, step) => {
        const changedAt = builder.clock.daysAgo(daysAgo - step * 1.1)
        return {
          id: builder.newId(changedAt),
          by: step === 0 ? developer.id : offer.ownerId,
          from: steps[step - 1] ?? null,
          to,
          at: iso(changedAt),
        }
      }),
      ...(withdrawnDaysAgo !== undefined && { withdrawnAt: iso(builder.clock.daysAgo(withdrawnDaysAgo)) }),
    }
  })
}

/** The recruiter who answers within two days. */
const PROMPT = 'ernesto'
/** The recruiter who never answers. */
const SILENT = 'lautaro'
const ANSWERS: Status[] = ['interviewed', 'rejected', 'interviewed', 'accepted', 'rejected']

/** The habits of two recruiters, to show the best and the worst responsiveness. */
export function withHabits(
  builder: WorldBuilder,
  applications: Application[],
  offers: Offer[],
  recruiters: Recruiter[],
): Application[] {
  const ownerOf = new Map(offers.map(({ id, ownerId }) => [id, ownerId]))
  const [prompt, silent] = [findByKey(recruiters, PROMPT).id, findByKey(recruiters, SILENT).id]
  let answers = 0
  return applications.map((application) => {
    const owner = ownerOf.get(application.offerId)
    const [applied] = application.changes
    if (!applied) return application
    if (owner === silent) return { ...application, status: 'pending', changes: [applied] }
    const at = Date.parse(application.appliedAt)
    if (owner !== prompt || builder.clock.nowMs - at < 2.6 * DAY_MS) return application
    const status = ANSWERS[answers++ % ANSWERS.length] ?? 'rejected'
    const steps: [Status, Status, number][] = [
      ['pending', 'reviewed', 0.7],
      ['reviewed', status, 1.7 + (answers % 5) * 0.15],
    ]
    const changes = steps.map(([from, to, days]) => ({
      id: builder.newId(at + days * DAY_MS),
      by: prompt,
      from,
      to,
      at: iso(at + days * DAY_MS),
    }))
    return { ...application, status, changes: [applied, ...changes] }
  })
}
