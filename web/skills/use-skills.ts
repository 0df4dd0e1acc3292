import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SkillScope } from '#contract/skills.ts'
import { skillSuggestionsQuery, skillsQuery } from './skills.api.ts'

export function useSkills(scope?: SkillScope) {
  const skills = useQuery(skillsQuery(scope))
  useTold(skills.error)
  return skills
}

/** Those of the last text stay until the next have come. */
export function useSkillSuggestions(text: string) {
  const suggestions = useQuery({ ...skillSuggestionsQuery(text), placeholderData: keepPreviousData })
  useTold(suggestions.error)
  return suggestions
}

/** A failure is told to the console only; the choice stays empty (DECISION 85). */
function useTold(error: Error | null) {
  useEffect(() => {
    if (error) console.error(error.message)
  }, [error])
}
