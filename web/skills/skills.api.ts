import { queryOptions } from '@tanstack/react-query'
import { listSkills, type SkillScope, suggestSkills } from '#contract/skills.ts'
import { call } from '../lib/api.ts'

/** All skills, or those in use in one list; names only. */
export const skillsQuery = (scope?: SkillScope) =>
  queryOptions({
    queryKey: ['skills', 'all', scope ?? 'catalogue'],
    queryFn: ({ signal }) => call(listSkills, { query: { scope }, signal }),
    select: (page) => page.items.map((skill) => skill.name),
    staleTime: 10 * 60_000,
    meta: { logsFailure: true },
  })

/** At most ten names that contain the text; ask 300 ms after typing stops (CONST-12). */
export const skillSuggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: ['skills', 'suggestions', text.trim().toLowerCase()],
    queryFn: ({ signal }) => call(suggestSkills, { query: { q: text.trim() }, signal }),
    select: (page) => page.items.map((skill) => skill.name),
    enabled: text.trim() !== '',
    staleTime: 10 * 60_000,
    meta: { logsFailure: true },
  })
