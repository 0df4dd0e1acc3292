import type { NotificationEvent } from '../../server/notifications/notify.ts'
import { daysAfter } from '../../server/offers/offer-life.ts'
import type { Application, Like, Notification, Offer, Project, Recruiter } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { DAY_MS, iso } from './clock.ts'
import { lifeAt, NO_ANSWER_DAYS, OFFER_WARNING_DAYS, type Reminder } from './lives.ts'

const LIKES_NOTIFIED_DAYS = 14
const NOTIFIED_DAYS = 90
/** Those of the last days are unread. */
const UNREAD_DAYS = { like: 1.6, other: 3 }

interface Causes {
  likes: Like[]
  projects: Project[]
  applications: Application[]
  offers: Map<string, Offer>
  reminders: Reminder[]
  recruiters: Recruiter[]
}
type Planned = { at: string; event: NotificationEvent }

/** The notifications that the server would have sent, in chronological order. */
export function buildNotifications(builder: WorldBuilder, causes: Causes): Notification[] {
  const { clock } = builder
  const now = iso(clock.nowMs)
  const notifications = [
    ...likeEvents(causes).filter(({ at }) => at > iso(clock.daysAgo(LIKES_NOTIFIED_DAYS))),
    ...causes.applications.flatMap((application) => applicationEvents(application, causes, now)),
    ...[...causes.offers.values()].flatMap(endingEvents),
    ...causes.reminders.flatMap((reminder) => reminderEvents(reminder, causes.offers)),
    ...causes.recruiters.flatMap(verificationEvents),
  ]
  return notifications
    .filter(({ at }) => at <= now && at > iso(clock.daysAgo(NOTIFIED_DAYS)))
    .sort((a, b) => a.at.localeCompare(b.at))
    .flatMap(({ at, event }) => {
      const seen = clock.daysAgo(event.kind === 'like' ? UNREAD_DAYS.like : UNREAD_DAYS.other)
      const sentMs = Date.parse(at)
      const readMs = Math.max(sentMs + 60_000, Math.min(sentMs + 20 * 3_600_000, seen + 3_600_000))
      return event.receiverIds.map((receiverId) => ({
        id: builder.newId(sentMs),
        receiverId,
        event,
        createdAt: at,
        clearedAt: sentMs < seen ? iso(readMs) : null,
      }))
    })
}

function likeEvents({ likes, projects }: Causes): Planned[] {
  const titles = new Map(projects.map(({ id, title }) => [id, title]))
  return likes.map(({ projectId, userId, ownerId, createdAt }) => ({
    at: createdAt,
    event: {
      kind: 'like',
      senderId: userId,
      receiverIds: [ownerId],
      data: { title: titles.get(projectId) ?? '' },
      projectId,
    },
  }))
}

/** The recruiter is notified of the application, the applicant of its later events. */
function applicationEvents(application: Application, causes: Causes, now: string): Planned[] {
  const offer = causes.offers.get(application.offerId)
  if (!offer) return []
  const data = { applicationId: application.id, ...summaryOf(offer) }
  const toApplicant = { senderId: null, receiverIds: [application.userId] }
  return lifeAt(application, offer, now).timeline.flatMap(({ at, kind, to }): Planned[] => {
    if (kind === 'applied') {
      const senderId = application.userId
      return [{ at, event: { kind: 'newApplication', senderId, receiverIds: [offer.ownerId], data } }]
    }
    if (kind === 'status' && to) {
      const isOutcome = to === 'accepted' || to === 'rejected'
      const about = { ...toApplicant, senderId: offer.ownerId, data: { ...data, status: to } }
      return [{ at, event: { kind: isOutcome ? 'applicationDecision' : 'applicationStatus', ...about } }]
    }
    if (kind === 'closed') {
      const event = { ...toApplicant, data: { ...data, message: '' }, once: `ended ${offer.id}` }
      return [{ at, event: { kind: 'offerEnded', ...event } }]
    }
    if (kind !== 'no-answer') return []
    const similar = similarTo(offer, application, causes)
    const event = { ...toApplicant, data: { ...data, days: NO_ANSWER_DAYS, similar } }
    return [{ at, event: { kind: 'noAnswer', ...event, once: `no answer ${application.id}` } }]
  })
}

/** Open offers with the most skills in common, the newest first among equals. */
function similarTo(offer: Offer, { userId }: Application, { offers, applications }: Causes) {
  const taken = new Set(applications.flatMap((one) => (one.userId === userId ? one.offerId : [])))
  const inCommon = ({ skills }: Offer) => skills.filter((skill) => offer.skills.includes(skill)).length
  return [...offers.values()]
    .filter((one) => one.life === undefined && !taken.has(one.id) && inCommon(one) > 0)
    .sort((a, b) => inCommon(b) - inCommon(a) || b.createdAt.localeCompare(a.createdAt))
    .slice(0, 3)
    .map(summaryOf)
}

/** Only for offers whose end was not moved or preceded by a closing. */
function endingEvents(offer: Offer): Planned[] {
  if (offer.life?.state !== 'expired') return []
  const { closesAt } = offer.life
  return [
    {
      at: daysAfter(closesAt, -OFFER_WARNING_DAYS),
      event: {
        kind: 'offerEnding',
        senderId: null,
        receiverIds: [offer.ownerId],
        data: { ...summaryOf(offer), days: OFFER_WARNING_DAYS },
        once: `ending ${offer.id} ${closesAt}`,
      },
    },
  ]
}

function reminderEvents({ at, ownerId, waiting }: Reminder, offers: Map<string, Offer>): Planned[] {
  const [oldest] = waiting
  const offer = oldest && offers.get(oldest.offerId)
  if (!offer) return []
  const days = Math.floor((Date.parse(at) - Date.parse(oldest.appliedAt)) / DAY_MS)
  const data = { offerId: offer.id, position: offer.position, count: waiting.length, days }
  return [{ at, event: { kind: 'answerReminder', senderId: null, receiverIds: [ownerId], data } }]
}

const verificationEvents = ({ id, verified }: Recruiter): Planned[] =>
  verified === null
    ? []
    : [
        {
          at: verified.since,
          event: {
            kind: 'verification',
            senderId: null,
            receiverIds: [id],
            data: { company: verified.domain, state: 'verified' },
          },
        },
      ]

const summaryOf = ({ id, position, company }: Offer) => ({ offerId: id, position, company })
