import { z } from 'zod'
import { listEndpoint } from './endpoint.ts'
import { word } from './lists.ts'
import { texts } from './texts.ts'

export const SKILL_SCOPES = ['projects', 'developers', 'offers'] as const
export type SkillScope = (typeof SKILL_SCOPES)[number]

export const Skill = z.object({ name: z.string() }).meta({ id: 'Skill' })
export type Skill = z.infer<typeof Skill>

export const suggestSkills = listEndpoint({
  method: 'GET',
  path: '/offers/technology',
  access: 'anyone',
  shows: ['offers', 'projects', 'people'],
  summary: 'At most 10 skills that contain q, those that start with it first (decision 25)',
  query: z.object({ q: word() }),
  failure: texts.offers.skillsFailed,
  item: Skill,
})

export const listSkills = listEndpoint({
  method: 'GET',
  path: '/offers/allskills',
  access: 'anyone',
  shows: ['offers', 'projects', 'people'],
  summary: 'The skill catalogue and the skills in use, or those in use in one list (decision 44)',
  query: z.object({
    scope: word().transform((value) => SKILL_SCOPES.find((scope) => scope === value)),
  }),
  failure: texts.offers.skillsFailed,
  item: Skill,
})
