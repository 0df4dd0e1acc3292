import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { getLikeStatus, likeProject, viewProject } from '#contract/likes.ts'
import type { Sort } from '#contract/lists.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  listProjectsOfDeveloper,
  orderProjects,
  type ProfileProject,
  type ProjectOrder,
  updateProject,
} from '#contract/projects.ts'
import type { Category } from '#contract/values.ts'
import { request } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'

export const PROJECTS_PER_PAGE = 12
export const PROFILE_PROJECTS_PER_PAGE = 3
const TOP_PROJECTS = 3
const MORE_PROJECTS = 3

/** The prefix of every key below, invalidated after a write. */
export const PROJECTS_KEY = ['projects']

export type ProjectFilters = { category: Category | ''; skills: string[]; sort: Sort; page: number }

export const projectsQuery = (filters: ProjectFilters) =>
  queryOptions({
    queryKey: [...PROJECTS_KEY, 'list', filters],
    queryFn: apiQuery(listProjects, { query: { ...filters, limit: PROJECTS_PER_PAGE } }),
    // Keeps the number of pages while the next one is loading.
    placeholderData: keepPreviousData,
  })

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [...PROJECTS_KEY, 'one', id],
    queryFn: apiQuery(getProject, { params: { id } }),
  })

/** Whether this person likes the project, and the number of likes. */
export const likeQuery = (id: string, userId: string | undefined) =>
  queryOptions({
    queryKey: [...PROJECTS_KEY, 'like', id, userId],
    queryFn: apiQuery(getLikeStatus, { params: { id } }),
    enabled: userId !== undefined,
  })

/** The projects of a developer in the order of the profile; for the owner with `drafts`. */
export const developerProjectsQuery = (developerId: string, page: number, drafts = false) =>
  queryOptions({
    queryKey: [...PROJECTS_KEY, 'of', developerId, page, drafts],
    queryFn: apiQuery(listProjectsOfDeveloper, {
      params: { id: developerId },
      query: { page, limit: PROFILE_PROJECTS_PER_PAGE, ...(drafts && { drafts }) },
    }),
    placeholderData: keepPreviousData,
  })

/** All own projects in their order, drafts included. */
export const ownProjectsQuery = (developerId: string) =>
  queryOptions({
    queryKey: [...PROJECTS_KEY, 'own', developerId],
    queryFn: async (context): Promise<ProfileProject[]> => {
      const projects: ProfileProject[] = []
      for (let page = 1; ; page += 1) {
        const given = { params: { id: developerId }, query: { page, drafts: true } }
        const { items, total } = await apiQuery(listProjectsOfDeveloper, given)(context)
        projects.push(...items)
        if (items.length === 0 || projects.length >= total) return projects
      }
    },
    // Never stale: the stored order is edited.
    staleTime: 0,
    gcTime: 0,
  })

/** The most viewed projects of a developer (PROF-12). */
export const topProjectsQuery = (developerId: string) =>
  queryOptions({
    queryKey: [...PROJECTS_KEY, 'top', developerId],
    queryFn: apiQuery(listProjectsOfDeveloper, {
      params: { id: developerId },
      query: { order: 'views', limit: TOP_PROJECTS },
    }),
  })

/** The next projects of the profile, from the one behind `after`; the first ones follow the last. */
export const moreProjectsQuery = (developerId: string, after: string) =>
  queryOptions({
    queryKey: [...PROJECTS_KEY, 'more', developerId, after],
    queryFn: apiQuery(listProjectsOfDeveloper, {
      params: { id: developerId },
      query: { after, limit: MORE_PROJECTS },
    }),
  })

export const setLike = (id: string, liked: boolean) =>
  request(likeProject, { params: { id }, body: { liked } })

export const countView = (id: string) => request(viewProject, { params: { id } })

export const publishProject = (body: BodyInputOf<typeof createProject>) => request(createProject, { body })

export const changeProject = (id: string, body: BodyInputOf<typeof updateProject>) =>
  request(updateProject, { params: { id }, body })

export const arrangeProjects = (body: ProjectOrder) => request(orderProjects, { body })

export const removeProject = (id: string) => request(deleteProject, { params: { id } })
