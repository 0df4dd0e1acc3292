import type { Random } from '../../server/test/random.ts'
import type { Developer, Like, Project, Recruiter } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { DAY_MS, iso } from './clock.ts'

/** People with more than the random number of likes. */
const FAVOURITES: Record<string, number> = {
  lucia: 0.2,
  carmen: 0.22,
  renata: 0.25,
  nerea: 0.22,
  ines: 0.2,
  ruben: 0.12,
}

/** Likes spread over the life of each project, and enough views for them. */
export function buildLikes(
  builder: WorldBuilder,
  projects: Project[],
  developers: Developer[],
  recruiters: Recruiter[],
) {
  const random = builder.randomFor('likes')
  const people = [...developers, ...recruiters].filter((person) => person.onboardedAt !== null)
  const ownerKey = new Map(developers.map((developer) => [developer.id, developer.key]))
  const likes: Like[] = []
  const withViews = projects.map((project) => {
    const days = (builder.clock.nowMs - Date.parse(project.createdAt)) / DAY_MS
    const charm = random.next() ** 2 * 0.75 + (FAVOURITES[ownerKey.get(project.ownerId) ?? ''] ?? 0)
    const fans = random.sample(
      people.filter((person) => person.id !== project.ownerId),
      Math.round(charm * Math.min(1, 0.2 + days / 12) * 26),
    )
    // Lucía's projects are liked late, so that she is among the outstanding talents of the month.
    const lateness = ownerKey.get(project.ownerId) === 'lucia' ? 0.95 : 1.4
    const given = fans.flatMap((fan) => likeOf(builder, random, { project, fan, lateness }))
    likes.push(...given)
    const views =
      given.length * random.int(9, 22) + Math.round(days * random.float(0.1, 1.2)) + random.int(0, 25)
    return { ...project, views }
  })
  likes.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  return { projects: withViews, likes }
}

interface Chance {
  project: Project
  fan: Developer | Recruiter
  /** Below 1 the likes come late in the life of the project, above 1 early. */
  lateness: number
}

/** Only plausible likes: after the creation of project and account, before a deactivation. */
function likeOf(builder: WorldBuilder, random: Random, { project, fan, lateness }: Chance): Like[] {
  const from = Math.max(Date.parse(project.createdAt), Date.parse(fan.createdAt)) + 900_000
  const until = fan.deactivatedAt ? Date.parse(fan.deactivatedAt) : builder.clock.nowMs - 600_000
  if (from >= until) return []
  const at = from + random.next() ** lateness * (until - from)
  return [{ projectId: project.id, userId: fan.id, ownerId: project.ownerId, createdAt: iso(at) }]
}
