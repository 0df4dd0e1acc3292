import { z } from 'zod'
import { listEndpoint } from './endpoint.ts'
import { word, words } from './lists.ts'
import { payFilters } from './pay.ts'
import { m } from './texts.ts'

export const SKILL_SCOPES = ['projects', 'developers', 'offers'] as const
export type SkillScope = (typeof SKILL_SCOPES)[number]

export const Skill = z
  .object({
    name: z.string(),
    /** In a scope: how many of its list have the skill, with these filters (FLOW-07); none for very long lists. */
    count: z.number().int().optional(),
  })
  .meta({ id: 'Skill' })
export type Skill = z.infer<typeof Skill>

export const suggestSkills = listEndpoint({
  method: 'GET',
  path: '/offers/technology',
  access: 'anyone',
  shows: ['offers', 'projects', 'people'],
  summary: 'At most 10 skills that contain q, those that start with it first (decision 25)',
  query: z.object({ q: word() }),
  failure: m.offers_skills_failed,
  item: Skill,
})

/** The list that uses the skills, and the filters of that list; those of other lists have no effect. */
export const SkillFilters = z.object({
  scope: word().transform((value) => SKILL_SCOPES.find((scope) => scope === value)),
  skills: words(),
  category: word(),
  experience: word(),
  contractType: word(),
  ...payFilters,
})
export type SkillFilters = z.output<typeof SkillFilters>

export const listSkills = listEndpoint({
  method: 'GET',
  path: '/offers/allskills',
  access: 'anyone',
  limits: ['skills'],
  shows: ['offers', 'projects', 'people'],
  summary: 'The skill catalogue and the skills in use, or those of what matches in one list (decision 44)',
  query: SkillFilters,
  failure: m.offers_skills_failed,
  item: Skill,
})
