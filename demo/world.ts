import { TICKETS } from './content/tickets.ts'
import { buildRepositoryAnswers } from './github-answers.ts'
import { buildApplications } from './world/applications.ts'
import { buildCareers } from './world/careers.ts'
import { iso } from './world/clock.ts'
import { buildConversations } from './world/conversations.ts'
import { buildLikes, buildNotifications } from './world/likes.ts'
import { createMaker, type Maker } from './world/maker.ts'
import { buildOffers } from './world/offers.ts'
import { buildDevelopers, buildRecruiters } from './world/people.ts'
import { buildProjects } from './world/projects.ts'
import type { Developer, Recruiter, Ticket, World } from './world-types.ts'

/** The demo world. The same seed and the same moment give the same world, whatever the machine. */
export function buildWorld({ seed, now }: { seed: string; now: Date }): World {
  const maker = createMaker(seed, now)
  const developers = buildDevelopers(maker)
  const recruiters = buildRecruiters(maker)
  const { projects, likes } = buildLikes(maker, buildProjects(maker, developers), developers, recruiters)
  const placed = buildOffers(maker, recruiters)
  return {
    now: iso(maker.clock.nowMs),
    developers,
    recruiters,
    projects,
    likes,
    ...buildCareers(maker, developers),
    offers: placed.map(({ offer }) => offer),
    applications: buildApplications(maker, placed, { developers, recruiters, projects }),
    conversations: buildConversations(maker, [...developers, ...recruiters]),
    notifications: buildNotifications(maker, likes),
    tickets: buildTickets(maker, [...developers, ...recruiters]),
    repositories: buildRepositoryAnswers(),
    files: maker.files,
  }
}

function buildTickets(maker: Maker, people: (Developer | Recruiter)[]): Ticket[] {
  return TICKETS.map(({ by, hoursAgo, ...ticket }) => {
    const at = maker.clock.hoursAgo(hoursAgo)
    return {
      ...ticket,
      id: maker.newId(at),
      userId: people.find(({ key }) => key === by)?.id ?? null,
      createdAt: iso(at),
    }
  })
}
