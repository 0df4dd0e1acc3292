import {
  type ApplicationState,
  STATUS_MEANINGS,
  STATUSES,
  type Status,
  type TimelineKind,
} from '#contract/applications.ts'

const DAY_MS = 24 * 3600_000

/** A status set by the recruiter. `sentAt` is the time at which the applicant is sent it, unless another change comes first. */
export type Change = { to: Status; at: string; sentAt: string; by: string | null }

/** The stored facts that decide the state of an application. Times are ISO 8601. */
export type Facts = {
  appliedAt: string
  /** Oldest first, without the application itself. */
  changes: readonly Change[]
  /** The first message of the offer's owner. */
  repliedAt: string | null
  remindedAt: string | null
  withdrawnAt: string | null
  /** The end of the offer: closed, expired, or deleted with its owner. */
  offerEndedAt: string | null
}

/** The facts that decide the state in a list. `answeredAt` may be in the future. */
export type StateFacts = Pick<Facts, 'appliedAt' | 'withdrawnAt' | 'offerEndedAt'> & {
  answeredAt: string | null
}

export type Event = { at: string; kind: TimelineKind; from?: Status; to?: Status; by: string | null }

export type ApplicationLife = {
  /** The last status sent to the applicant. */
  sentStatus: Status
  state: ApplicationState
  /** Null until there is an answer, and for an answer by message alone. */
  answeredAt: string | null
  answerBy: string
  /** The last event visible to the applicant. */
  lastChangeAt: string
  /** Oldest first, the applicant's view. */
  timeline: Event[]
  /** The recruiter's view: also unsent statuses and reminders. */
  ownerTimeline: Event[]
}

const isWaiting = (status: Status) => STATUS_MEANINGS[status] === 'waiting'
export const isOutcome = (status: Status) => STATUS_MEANINGS[status] === 'outcome'

/** Statuses of applications that wait for an answer. */
export const WAITING: readonly Status[] = STATUSES.filter(isWaiting)
export const ANSWERS: readonly Status[] = STATUSES.filter((status) => !isWaiting(status))

export const answerByOf = (appliedAt: string, noAnswerDays: number): string =>
  new Date(Date.parse(appliedAt) + noAnswerDays * DAY_MS).toISOString()

/** The time at which a new status is sent: outcomes are delayed, unless it is the last status that the applicant saw (APPL-03). */
export const sentAtOf = (to: Status, seen: Status, at: string, delayMinutes: number): string =>
  isOutcome(to) && to !== seen ? new Date(Date.parse(at) + delayMinutes * 60_000).toISOString() : at

/** The state of an application at a time (APPL-01, APPL-07, APPL-09): the first event decides. */
export function stateOf(facts: StateFacts, noAnswerDays: number, now: string): ApplicationState {
  const { appliedAt, withdrawnAt, offerEndedAt, answeredAt } = facts
  if (withdrawnAt !== null) return 'withdrawn'
  if (answeredAt !== null && answeredAt <= now) return 'answered'
  const answerBy = answerByOf(appliedAt, noAnswerDays)
  if (offerEndedAt !== null && offerEndedAt <= now && offerEndedAt < answerBy) return 'closed'
  return answerBy <= now ? 'no-answer' : 'waiting'
}

/** The first answer that is or will be sent, if nothing changes: a status, or a message (APPL-07). */
export const firstAnswerAt = ({ changes, repliedAt }: Pick<Facts, 'changes' | 'repliedAt'>): string | null =>
  [firstAnswerOf(changes)?.sentAt ?? null, repliedAt].reduce(earlier)

const firstAnswerOf = <Step extends Change>(changes: readonly Step[]): Step | undefined =>
  sentChanges(changes).find(({ to }) => ANSWERS.includes(to))

/** The steps that decide the visible status and the time of the answer; the others are history. */
export const decidingSteps = <Step extends Change>(changes: readonly Step[]): Step[] =>
  [firstAnswerOf(changes), changes.at(-1)].filter((step) => step !== undefined)

/** The changes sent to the applicant by then. */
export const visibleChanges = (changes: readonly Change[], now: string): Change[] =>
  sentChanges(changes).filter(({ sentAt }) => sentAt <= now)

/** The status visible to the applicant at a time. */
export const lastSent = (changes: readonly Change[], now: string): Status =>
  visibleChanges(changes, now).at(-1)?.to ?? 'pending'

/** The whole life of an application at a time. Pure: jobs only send its results. */
export function lifeOf(facts: Facts, noAnswerDays: number, now: string): ApplicationLife {
  const { appliedAt, changes, repliedAt, remindedAt, withdrawnAt, offerEndedAt } = facts
  // An outcome that is unsent by then is never sent.
  const until = withdrawnAt !== null && withdrawnAt < now ? withdrawnAt : now
  const sent = visibleChanges(changes, until)
  const answer = firstAnswerAt(facts)
  const answeredAt = answer !== null && answer <= until ? answer : null
  const answerBy = answerByOf(appliedAt, noAnswerDays)
  const isOpenAt = (time: string) =>
    (withdrawnAt === null || withdrawnAt > time) && (answeredAt === null || answeredAt > time)
  const hasClosed = offerEndedAt !== null && offerEndedAt <= now && isOpenAt(offerEndedAt)
  const hadNoAnswer =
    answerBy <= now && isOpenAt(answerBy) && !(hasClosed && offerEndedAt !== null && offerEndedAt < answerBy)
  // The actor of a withdrawal is the applicant; of other events the recruiter, or nobody.
  const shared: Event[] = [{ at: appliedAt, kind: 'applied', by: null }]
  if (repliedAt !== null && repliedAt === answeredAt)
    shared.push({ at: repliedAt, kind: 'answered', by: null })
  if (hasClosed && offerEndedAt !== null) shared.push({ at: offerEndedAt, kind: 'closed', by: null })
  if (hadNoAnswer) shared.push({ at: answerBy, kind: 'no-answer', by: null })
  if (withdrawnAt !== null) shared.push({ at: withdrawnAt, kind: 'withdrawn', by: null })

  const timeline = inOrder([...shared, ...statusEvents(sent, ({ sentAt }) => sentAt)])
  const reminded: Event[] = remindedAt === null ? [] : [{ at: remindedAt, kind: 'reminded', by: null }]
  return {
    sentStatus: lastSent(changes, until),
    state: stateOf({ appliedAt, withdrawnAt, offerEndedAt, answeredAt }, noAnswerDays, now),
    answeredAt,
    answerBy,
    lastChangeAt: timeline.at(-1)?.at ?? appliedAt,
    timeline,
    ownerTimeline: inOrder([...shared, ...statusEvents(changes, ({ at }) => at), ...reminded]),
  }
}

/** The changes still in force at their time of sending, without repetitions of the visible status. */
function sentChanges<Step extends Change>(changes: readonly Step[]): Step[] {
  const sent: Step[] = []
  for (const [index, change] of changes.entries()) {
    const next = changes[index + 1]
    const isReplaced = next !== undefined && next.at < change.sentAt
    if (!isReplaced && change.to !== (sent.at(-1)?.to ?? 'pending')) sent.push(change)
  }
  return sent
}

const statusEvents = (changes: readonly Change[], atOf: (change: Change) => string): Event[] =>
  changes.map((change, index) => ({
    at: atOf(change),
    kind: 'status',
    from: changes[index - 1]?.to ?? 'pending',
    to: change.to,
    by: change.by,
  }))

/** Stable: simultaneous events keep their order. */
const inOrder = (events: Event[]) => events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one
