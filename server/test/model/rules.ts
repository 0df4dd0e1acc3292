import type { Role } from '#contract/users.ts'

export type Person = { id: string; token: string; role: Role; isOnboarded: boolean; isActive: boolean }
export type Project = { id: string; owner: Person; likes: Set<Person>; isDeleted: boolean }
export type Offer = { id: string; owner: Person; applicants: Set<Person>; isDeleted: boolean }

/** The rules of the product in the smallest form that can still contradict the server. */
export class Model {
  people: Person[] = []
  projects: Project[] = []
  offers: Offer[] = []
  /** How many messages of one person another one has not read. */
  unread = new Map<Person, Map<Person, number>>()
  /** How many messages two people have sent each other. */
  sent = new Map<string, number>()
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
      offers: this.offers.filter(this.isShown).length,
    }
  }

  /** Unread messages of active senders. */
  unreadOf(person: Person): Record<string, number> {
    const counts = [...(this.unread.get(person) ?? [])].filter(([from, count]) => count > 0 && from.isActive)
    return Object.fromEntries(counts.map(([from, count]) => [from.id, count]))
  }

  send(from: Person, to: Person): number {
    const pair = [from.id, to.id].sort().join(' ')
    const seq = (this.sent.get(pair) ?? 0) + 1
    this.sent.set(pair, seq)
    const counts = this.unread.get(to) ?? new Map<Person, number>()
    this.unread.set(to, counts.set(from, (counts.get(from) ?? 0) + 1))
    return seq
  }

  read(reader: Person, from: Person): void {
    this.unread.get(reader)?.set(from, 0)
  }
}
