import { TICKETS } from './content/tickets.ts'
import { buildApplications } from './world/applications.ts'
import { createBuilder, type WorldBuilder } from './world/builder.ts'
import { buildCareers } from './world/careers.ts'
import { iso } from './world/clock.ts'
import { buildConversations } from './world/conversations.ts'
import { buildLikes } from './world/likes.ts'
import { buildReminders, withReminders } from './world/lives.ts'
import { buildNotifications } from './world/notifications.ts'
import { buildOffers } from './world/offers.ts'
import { buildOtherApplications, buildOtherOffers, withHabits } from './world/other-offers.ts'
import { buildDevelopers, buildRecruiters } from './world/people.ts'
import { buildProjects } from './world/projects.ts'
import { buildRepositories } from './world/repositories.ts'
import type { Developer, Recruiter, SupportTicket, World } from './world-types.ts'

/** The demo world, deterministic for a given time. */
export function buildWorld(now: Date): World {
  const builder = createBuilder(now)
  const developers = buildDevelopers(builder)
  const recruiters = buildRecruiters(builder)
  const { projects, likes } = buildLikes(builder, buildProjects(builder, developers), developers, recruiters)
  const placed = buildOffers(builder, recruiters)
  const others = buildOtherOffers(builder, recruiters)
  const offers = [...placed.map(({ offer }) => offer), ...others.values()].sort(by('createdAt'))
  const applications = [
    ...buildApplications(builder, placed, { developers, recruiters, projects }),
    ...buildOtherApplications(builder, others, developers),
  ].sort(by('appliedAt'))
  const answered = withHabits(builder, applications, offers, recruiters)
  const offersById = new Map(offers.map((offer) => [offer.id, offer]))
  const reminders = buildReminders(answered, offersById, iso(builder.clock.nowMs))
  return {
    now: iso(builder.clock.nowMs),
    developers,
    recruiters,
    projects,
    likes,
    ...buildCareers(builder, developers),
    offers,
    applications: withReminders(answered, reminders),
    conversations: buildConversations(builder, [...developers, ...recruiters]),
    notifications: buildNotifications(builder, {
      ...{ likes, projects, applications: answered, recruiters, reminders },
      offers: offersById,
    }),
    tickets: buildSupportTickets(builder, [...developers, ...recruiters]),
    repositories: buildRepositories(),
    files: builder.files,
  }
}

const by =
  <Key extends string>(key: Key) =>
  (one: Record<Key, string>, other: Record<Key, string>) =>
    one[key].localeCompare(other[key])

function buildSupportTickets(builder: WorldBuilder, people: (Developer | Recruiter)[]): SupportTicket[] {
  return TICKETS.map(({ by, hoursAgo, ...ticket }) => {
    const at = builder.clock.hoursAgo(hoursAgo)
    return {
      ...ticket,
      id: builder.newId(at),
      userId: people.find(({ key }) => key === by)?.id ?? null,
      createdAt: iso(at),
    }
  })
}
