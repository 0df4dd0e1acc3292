import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import { listOwnSkills } from '#contract/own-offers.ts'
import {
  listSkills,
  type Skill,
  type SkillFilters,
  type SkillScope,
  suggestSkills,
} from '#contract/skills.ts'
import { apiQuery } from '../lib/api-query.ts'

/** The names of all skills. */
export const skillsQuery = () =>
  queryOptions({
    queryKey: ['skills', 'all'],
    queryFn: apiQuery(listSkills, { query: {} }),
    select: namesOf,
    staleTime: 10 * 60_000,
    meta: { logsFailure: true },
  })

/** The filters of a list, for the counts of its skills. */
export type CountedFilters = {
  [Filter in Exclude<keyof SkillFilters, 'scope'>]?: string | number | readonly string[] | undefined
}

/** The skills of the matches of one list, with counts (FLOW-07). Keeps the former ones while the next are loading. */
export const skillsOfListQuery = (scope: SkillScope, filters: CountedFilters) =>
  queryOptions({
    queryKey: ['skills', 'of', scope, filters],
    queryFn: apiQuery(listSkills, { query: { scope, ...filters } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { logsFailure: true },
  })

/** The skills of own offers; below the key of offers, to be invalidated with them. */
export const ownSkillsQuery = () =>
  queryOptions({
    queryKey: ['offers', 'mine', 'skills'],
    queryFn: apiQuery(listOwnSkills, {}),
    select: itemsOf,
    meta: { personal: true, logsFailure: true },
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

function itemsOf({ items }: Page<Skill>) {
  return items
}

function namesOf({ items }: Page<Skill>) {
  return items.map(({ name }) => name)
}
