import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SkillScope } from '#contract/skills.ts'
import { skillSuggestionsQuery, skillsQuery } from './skills.api.ts'

export function useSkills(scope?: SkillScope) {
  return useQuery(skillsQuery(scope))
}

/** The former suggestions stay until the next arrive. */
export function useSkillSuggestions(text: string) {
  return useQuery({ ...skillSuggestionsQuery(text), placeholderData: keepPreviousData })
}
