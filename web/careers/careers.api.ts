import { keepPreviousData, type QueryFunction, queryOptions } from '@tanstack/react-query'
import {
  createExperience,
  createStudy,
  deleteExperience,
  deleteStudy,
  type Experience,
  listExperiences,
  listStudies,
  type Study,
  updateExperience,
  updateStudy,
} from '#contract/careers.ts'
import type { Page } from '#contract/endpoint.ts'
import { request } from '../lib/api.ts'
import type { Failure } from '../lib/api-failure.ts'
import { apiQuery } from '../lib/api-query.ts'

export type CareerKind = 'experience' | 'study'

type Shared = {
  startDate: string
  endDate: string | null
  description: string
  title: string
  organisation: string
  logo: string
  skills: string[]
}

/** An experience or a study in their common shape. */
export type Career = Shared & { _id: string }

type CareerApi = {
  list: (developerId: string, page: number) => QueryFunction<Page<Career>>
  /** Adds an entry, or changes the one with this id. */
  save: (id: string | undefined, career: Shared) => Promise<object | Failure>
  remove: (id: string) => Promise<object | Failure>
}

/** CONST-07 */
export const CAREERS_PER_PAGE = 4

const listOptions = (id: string, page: number) => ({
  params: { id },
  query: { page, limit: CAREERS_PER_PAGE },
})

const CAREER_API: Record<CareerKind, CareerApi> = {
  experience: {
    list(developerId, page) {
      const fetchPage = apiQuery(listExperiences, listOptions(developerId, page))
      return async (context) => mapItems(await fetchPage(context), fromExperience)
    },
    save(id, career) {
      const {
        title: position,
        organisation: company,
        logo: companyLogo,
        skills: experienceSkills,
        ...rest
      } = career
      const body = { position, company, companyLogo, experienceSkills, ...rest }
      return id === undefined
        ? request(createExperience, { body })
        : request(updateExperience, { params: { id }, body })
    },
    remove: (id) => request(deleteExperience, { params: { id } }),
  },
  study: {
    list(developerId, page) {
      const fetchPage = apiQuery(listStudies, listOptions(developerId, page))
      return async (context) => mapItems(await fetchPage(context), fromStudy)
    },
    save(id, career) {
      const { title: degree, organisation: instituteName, logo: instituteLogo, skills: _, ...rest } = career
      const body = { degree, instituteName, instituteLogo, ...rest }
      return id === undefined
        ? request(createStudy, { body })
        : request(updateStudy, { params: { id }, body })
    },
    remove: (id) => request(deleteStudy, { params: { id } }),
  },
}

export const careersKey = (kind: CareerKind) => ['careers', kind]

export const careersQuery = (kind: CareerKind, developerId: string, page: number) =>
  queryOptions({
    queryKey: [...careersKey(kind), developerId, page],
    queryFn: CAREER_API[kind].list(developerId, page),
    placeholderData: keepPreviousData,
  })

export const saveCareer = (kind: CareerKind, id: string | undefined, career: Shared) =>
  CAREER_API[kind].save(id, career)

export const removeCareer = (kind: CareerKind, id: string) => CAREER_API[kind].remove(id)

const fromExperience = (experience: Experience): Career => {
  const { position: title, company: organisation, companyLogo: logo, experienceSkills: skills } = experience
  const { _id, startDate, endDate, description } = experience
  return { _id, title, organisation, logo, skills, startDate, endDate, description }
}

const fromStudy = (study: Study): Career => {
  const { degree: title, instituteName: organisation, instituteLogo: logo } = study
  const { _id, startDate, endDate, description } = study
  return { _id, title, organisation, logo, skills: [], startDate, endDate, description }
}

const mapItems = <From, To>({ items, total }: Page<From>, map: (item: From) => To): Page<To> => ({
  items: items.map(map),
  total,
})
