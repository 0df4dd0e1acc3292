import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  createExperience,
  createStudy,
  deleteExperience,
  deleteStudy,
  listExperiences,
  listStudies,
  updateExperience,
  updateStudy,
} from '#contract/careers.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { request } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'

/** CONST-07 */
export const CAREERS_PER_PAGE = 4

export const EXPERIENCES_KEY = ['experiences']
export const STUDIES_KEY = ['studies']

export const experiencesQuery = (developerId: string, page: number) =>
  queryOptions({
    queryKey: [...EXPERIENCES_KEY, developerId, page],
    queryFn: apiQuery(listExperiences, {
      params: { id: developerId },
      query: { page, limit: CAREERS_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })

export const studiesQuery = (developerId: string, page: number) =>
  queryOptions({
    queryKey: [...STUDIES_KEY, developerId, page],
    queryFn: apiQuery(listStudies, { params: { id: developerId }, query: { page, limit: CAREERS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })

/** Adds an experience, or changes the one with this id. */
export const saveExperience = (id: string | undefined, body: BodyInputOf<typeof createExperience>) =>
  id === undefined ? request(createExperience, { body }) : request(updateExperience, { params: { id }, body })

/** Adds a study, or changes the one with this id. */
export const saveStudy = (id: string | undefined, body: BodyInputOf<typeof createStudy>) =>
  id === undefined ? request(createStudy, { body }) : request(updateStudy, { params: { id }, body })

export const removeExperience = (id: string) => request(deleteExperience, { params: { id } })

export const removeStudy = (id: string) => request(deleteStudy, { params: { id } })
