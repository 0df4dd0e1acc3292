import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SkillScope } from '#contract/skills.ts'
import { skillSuggestionsQuery, skillsQuery } from './skills.api.ts'

export function useSkills(scope?: SkillScope) {
  return useQuery(skillsQuery(scope))
}

/** Those of the last text stay until the next have come. */
export function useSkillSuggestions(text: string) {
  return useQuery({ ...skillSuggestionsQuery(text), placeholderData: keepPreviousData })
}
