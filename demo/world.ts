import { TICKETS } from './content/tickets.ts'
import { buildApplications } from './world/applications.ts'
import { createBuilder, type WorldBuilder } from './world/builder.ts'
import { buildCareers } from './world/careers.ts'
import { iso } from './world/clock.ts'
import { buildConversations } from './world/conversations.ts'
import { buildLikes, buildNotifications } from './world/likes.ts'
import { buildOffers } from './world/offers.ts'
import { buildDevelopers, buildRecruiters } from './world/people.ts'
import { buildProjects } from './world/projects.ts'
import { buildRepositories } from './world/repositories.ts'
import type { Developer, Recruiter, Ticket, World } from './world-types.ts'

/** The demo world, deterministic: the same moment gives the same world. */
export function buildWorld(now: Date): World {
  const builder = createBuilder(now)
  const developers = buildDevelopers(builder)
  const recruiters = buildRecruiters(builder)
  const { projects, likes } = buildLikes(builder, buildProjects(builder, developers), developers, recruiters)
  const placed = buildOffers(builder, recruiters)
  return {
    now: iso(builder.clock.nowMs),
    developers,
    recruiters,
    projects,
    likes,
    ...buildCareers(builder, developers),
    offers: placed.map(({ offer }) => offer),
    applications: buildApplications(builder, placed, { developers, recruiters, projects }),
    conversations: buildConversations(builder, [...developers, ...recruiters]),
    notifications: buildNotifications(builder, likes),
    tickets: buildTickets(builder, [...developers, ...recruiters]),
    repositories: buildRepositories(),
    files: builder.files,
  }
}

function buildTickets(builder: WorldBuilder, people: (Developer | Recruiter)[]): Ticket[] {
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
