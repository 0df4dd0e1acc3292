import { queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import { listSkills, type Skill, type SkillScope, suggestSkills } from '#contract/skills.ts'
import { apiQuery } from '../lib/api-query.ts'

/** All skills, or those in use in one list; names only. */
export const skillsQuery = (scope?: SkillScope) =>
  queryOptions({
    queryKey: ['skills', 'all', scope ?? 'catalogue'],
    queryFn: apiQuery(listSkills, { query: { scope } }),
    select: namesOf,
    staleTime: 10 * 60_000,
    meta: { logsFailure: true },
  })

/** At most ten names that contain the text; debounce by 300 ms (CONST-12). */
export const skillSuggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: ['skills', 'suggestions', text.trim().toLowerCase()],
    queryFn: apiQuery(suggestSkills, { query: { q: text.trim() } }),
    select: namesOf,
    enabled: text.trim() !== '',
    staleTime: 10 * 60_000,
    meta: { logsFailure: true },
  })

function namesOf({ items }: Page<Skill>) {
  return items.map(({ name }) => name)
}
