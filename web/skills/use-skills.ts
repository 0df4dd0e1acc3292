import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SkillScope } from '#contract/skills.ts'
import {
  type CountedFilters,
  ownSkillsQuery,
  skillSuggestionsQuery,
  skillsOfListQuery,
  skillsQuery,
} from './skills.api.ts'

export function useSkills() {
  return useQuery(skillsQuery())
}

/** The skills of the matches of one list; without filters those of the whole list, or of own offers. */
export function useSkillsIn(scope: SkillScope | 'own-offers', filters: CountedFilters | undefined) {
  const isOwn = scope === 'own-offers'
  const inList = useQuery({ ...skillsOfListQuery(isOwn ? 'offers' : scope, filters ?? {}), enabled: !isOwn })
  const own = useQuery({ ...ownSkillsQuery(), enabled: isOwn })
  return isOwn ? own : inList
}

/** Keeps the former suggestions while the next are loading. */
export function useSkillSuggestions(text: string) {
  return useQuery({ ...skillSuggestionsQuery(text), placeholderData: keepPreviousData })
}
