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

/** The skills of what matches in one list; without filters those of the whole list, or of one's own offers. */
export function useSkillsIn(scope: SkillScope | 'own-offers', filters: CountedFilters | undefined) {
  const isOwn = scope === 'own-offers'
  const inList = useQuery({ ...skillsOfListQuery(isOwn ? 'offers' : scope, filters ?? {}), enabled: !isOwn })
  const own = useQuery({ ...ownSkillsQuery(), enabled: isOwn })
  return isOwn ? own : inList
}

/** The former suggestions stay until the next arrive. */
export function useSkillSuggestions(text: string) {
  return useQuery({ ...skillSuggestionsQuery(text), placeholderData: keepPreviousData })
}
