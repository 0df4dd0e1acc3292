import type { Random } from '../../server/test/random.ts'
import { PROJECTS } from '../content/projects.ts'
import { languageOf, SNIPPETS } from '../content/snippets.ts'
import type { Developer, Project } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { iso } from './clock.ts'
import { findByKey } from './people.ts'

/** In order of publication. */
export function buildProjects(builder: WorldBuilder, developers: Developer[]): Project[] {
  const random = builder.randomFor('projects')
  const oldestFirst = PROJECTS.toSorted((a, b) => b.daysAgo - a.daysAgo)
  return oldestFirst.map((seed) => {
    const owner = findByKey(developers, seed.by)
    const created = builder.clock.daysAgo(seed.daysAgo)
    const updated = random.chance(0.3) ? created + random.next() * (builder.clock.nowMs - created) : created
    return {
      id: builder.newId(created),
      ownerId: owner.id,
      title: seed.title,
      category: seed.category,
      year: yearOf(random, created, owner.experienceYears ?? 0),
      professionalRole: seed.role,
      duration: seed.duration,
      projectSkills: seed.skills,
      description: seed.text,
      liveLink: seed.liveLink ?? '',
      githubProjectLink: seed.repository ? `https://github.com/${seed.repository}` : '',
      codeSections: (seed.code ?? []).map((key) => SNIPPETS[key]),
      codeLanguages: (seed.code ?? []).map(languageOf),
      gallery: seed.pictures.map((name) => builder.addFile('image', owner.id, created, `pictures/${name}`)),
      views: 0,
      createdAt: iso(created),
      updatedAt: iso(updated),
    }
  })
}

function yearOf(random: Random, created: number, experienceYears: number) {
  const back = Number(random.weighted({ 0: 5, 1: 3, 2: 2, 3: 1 }))
  return new Date(created).getUTCFullYear() - Math.min(back, experienceYears)
}
