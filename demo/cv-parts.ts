import type { Developer, Experience, Project, Study, World } from './world-types.ts'

export interface CvParts {
  developer: Developer
  experiences: Experience[]
  studies: Study[]
  projects: Project[]
  now: string
}

/** What the curriculum of one developer is made from. */
export function cvPartsOf(world: World, developerId: string): CvParts {
  const developer = world.developers.find(({ id }) => id === developerId)
  if (!developer) throw new Error('No such developer')
  const own = <T extends { ownerId: string }>(list: T[]) =>
    list.filter(({ ownerId }) => ownerId === developerId)
  return {
    developer,
    experiences: own(world.experiences).sort(latestFirst),
    studies: own(world.studies).sort(latestFirst),
    projects: own(world.projects)
      .sort((a, b) => b.views - a.views)
      .slice(0, 4),
    now: world.now,
  }
}

type Dated = Pick<Experience, 'startDate' | 'endDate'>

const latestFirst = (a: Dated, b: Dated) =>
  (b.endDate ?? '9999').localeCompare(a.endDate ?? '9999') || b.startDate.localeCompare(a.startDate)
