import type { Status } from '#contract/applications.ts'
import type { Role } from '#contract/users.ts'

export type Person = {
  id: string
  token: string
  role: Role
  isOnboarded: boolean
  isActive: boolean
  blocked: Set<Person>
  /** Unanswered first contacts to this person, by sender. */
  requests: Map<Person, 'asked' | 'declined'>
  /** The partners of conversations. */
  partners: Set<Person>
  reported: Set<Person | Offer>
}
export type Project = { id: string; owner: Person; likes: Set<Person>; isDeleted: boolean }
export type Offer = {
  id: string
  owner: Person
  state: 'draft' | 'published' | 'paused' | 'closed'
  isDeleted: boolean
}
export type Application = {
  id: string
  offer: Offer
  by: Person
  status: Status
  /** The notifications of the applicant, oldest first. */
  sent: Status[]
  /** An unsent outcome. */
  isUnsent: boolean
  isAnswered: boolean
  isWithdrawn: boolean
  notified: (Status | 'offerEnded')[]
}

const isIn = (statuses: readonly Status[]) => (status: Status) => statuses.includes(status)
const isOutcome = isIn(['accepted', 'rejected'])
const isAnswer = isIn(['interviewed', 'accepted', 'rejected'])
const isOpen = isIn(['pending', 'reviewed'])

/** The status visible to the applicant. */
export const seen = ({ sent }: Application): Status => sent.at(-1) ?? 'pending'

/** A model of the rules: the smallest that can still contradict the server. */
export class Model {
  people: Person[] = []
  projects: Project[] = []
  offers: Offer[] = []
  applications: Application[] = []
  /** The number of messages of one person that another has not read. */
  unread = new Map<Person, Map<Person, number>>()
  /** The number of messages between two people. */
  sent = new Map<string, number>()
  reportedByVisitors = new Set<Person | Offer>()
  registered = 0

  isShown = ({ owner, isDeleted }: Project | Offer) => owner.isActive && !isDeleted

  /** The expected totals of the public lists. */
  totals() {
    const listed = (role: Role) =>
      this.people.filter((person) => person.role === role && person.isActive && person.isOnboarded).length
    return {
      developers: listed('developer'),
      recruiters: listed('recruiter'),
      projects: this.projects.filter(this.isShown).length,
      offers: this.offers.filter((offer) => this.isShown(offer) && offer.state === 'published').length,
    }
  }

  addOffer(id: string, owner: Person, state: Offer['state']): void {
    this.offers.push({ id, owner, state, isDeleted: false })
  }

  addApplication(id: string, offer: Offer, by: Person): void {
    const fresh = { status: 'pending' as const, isUnsent: false, isAnswered: false, isWithdrawn: false }
    this.applications.push({ id, offer, by, ...fresh, sent: [], notified: [] })
  }

  /** Applications that are not withdrawn, of a person or of all. */
  standing = (offer: Offer, by?: Person) =>
    this.applications.filter(
      (one) => one.offer === offer && !one.isWithdrawn && (by === undefined || one.by === by),
    )

  /** Once, and once again after withdrawing. */
  mayApply = (offer: Offer, by: Person) =>
    this.standing(offer, by).length === 0 &&
    this.applications.filter((one) => one.offer === offer && one.by === by).length < 2

  move(application: Application, to: Status): void {
    if (application.status === to) return
    application.status = to
    application.isUnsent = isOutcome(to) && to !== seen(application)
    if (application.isUnsent || to === seen(application)) return
    this.sendStatus(application)
    if (to !== 'pending') application.notified.push(to)
  }

  notifyNow(application: Application): void {
    this.sendStatus(application)
    application.notified.push(application.status)
  }

  private sendStatus(application: Application): void {
    application.isUnsent = false
    application.sent.push(application.status)
    if (isAnswer(application.status)) application.isAnswered = true
  }

  close(offer: Offer, reject: boolean): void {
    offer.state = 'closed'
    for (const application of this.standing(offer)) {
      if (!application.by.isActive || !isOpen(seen(application))) continue
      application.notified.push('offerEnded')
      if (!reject || application.status === 'accepted') continue
      application.status = 'rejected'
      this.sendStatus(application)
    }
  }

  reply(owner: Person, to: Person): void {
    for (const application of this.applications) {
      const { offer, by, isWithdrawn } = application
      if (offer.owner === owner && by === to && !isWithdrawn) application.isAnswered = true
    }
  }

  stateOf({ isWithdrawn, isAnswered, offer }: Application) {
    if (isWithdrawn) return 'withdrawn'
    if (isAnswered) return 'answered'
    return offer.state === 'closed' || !this.isShown(offer) ? 'closed' : 'waiting'
  }

  /** Drafts are visible to the owner, paused offers also to applicants. */
  mayRead(person: Person | undefined, offer: Offer): boolean {
    if (!this.isShown(offer) || offer.owner === person) return this.isShown(offer)
    const hasApplied = person !== undefined && this.standing(offer, person).length > 0
    return offer.state === 'paused' ? hasApplied : offer.state !== 'draft'
  }

  /** The expected response to a change of an offer by this person, allowed in some states only. */
  changes(person: Person, offer: Offer, isRight: boolean, done = 200): number {
    if (!person.isActive) return 401
    if (person.role === 'developer') return 403
    if (!this.isShown(offer)) return 404
    return offer.owner !== person ? 403 : isRight ? done : 409
  }

  /** Unread messages of active senders. */
  unreadOf(person: Person): Record<string, number> {
    const counts = [...(this.unread.get(person) ?? [])].filter(([from, count]) => count > 0 && from.isActive)
    return Object.fromEntries(counts.map(([from, count]) => [from.id, count]))
  }

  message(from: Person, to: Person): number {
    const pair = [from.id, to.id].sort().join(' ')
    const seq = (this.sent.get(pair) ?? 0) + 1
    this.sent.set(pair, seq)
    // Writing accepts a request; formerly declined messages arrive as read.
    from.requests.delete(to)
    from.partners.add(to)
    if (to.blocked.has(from)) return seq
    if (this.haveApplied(from, to)) to.requests.delete(from)
    else if (!to.partners.has(from)) to.requests.set(from, 'asked')
    if (to.requests.get(from) === 'declined') return seq
    to.partners.add(from)
    const counts = this.unread.get(to) ?? new Map<Person, number>()
    this.unread.set(to, counts.set(from, (counts.get(from) ?? 0) + 1))
    return seq
  }

  private haveApplied = (one: Person, other: Person) =>
    this.applications.some(
      ({ by, offer: { owner } }) => (by === one && owner === other) || (by === other && owner === one),
    )

  block(person: Person, peer: Person, blocked: boolean): void {
    if (!blocked) {
      person.blocked.delete(peer)
      return
    }
    if (!person.blocked.has(peer)) this.read(person, peer)
    person.blocked.add(peer)
  }

  /** Declining marks the received messages as read; accepting later delivers the rest, as read. */
  answer(person: Person, from: Person, accept: boolean): void {
    if (accept) person.requests.delete(from)
    else {
      person.requests.set(from, 'declined')
      this.read(person, from)
    }
  }

  read(reader: Person, from: Person): void {
    this.unread.get(reader)?.set(from, 0)
  }
}
