import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { ListQuery } from './lists.ts'
import { texts } from './texts.ts'
import {
  description,
  endMonth,
  FileUrl,
  Id,
  IdParams,
  LIMITS,
  month,
  name,
  skills,
  Time,
  text,
} from './values.ts'

const kept = { _id: Id, owner: Id, createdAt: Time, updatedAt: Time }
const period = { startDate: z.string(), endDate: z.string().nullable() }

export const Experience = z
  .object({
    ...kept,
    ...period,
    company: z.string(),
    companyLogo: FileUrl,
    position: z.string(),
    description: z.string(),
    experienceSkills: z.array(z.string()),
  })
  .meta({ id: 'Experience' })
export type Experience = z.infer<typeof Experience>

export const Study = z
  .object({
    ...kept,
    ...period,
    degree: z.string(),
    instituteName: z.string(),
    instituteLogo: FileUrl,
    description: z.string(),
  })
  .meta({ id: 'Study' })
export type Study = z.infer<typeof Study>

const periodInput = {
  startDate: month(texts.careers.startRequired),
  endDate: endMonth(),
  description: description().optional(),
}

export const ExperienceFields = z.object({
  company: name(),
  position: name(),
  companyLogo: text(LIMITS.url).optional(),
  experienceSkills: skills().optional(),
  ...periodInput,
})
export const ExperienceChange = ExperienceFields.partial()
export type ExperienceChange = z.output<typeof ExperienceChange>

export const StudyFields = z.object({
  degree: name(),
  instituteName: name(),
  instituteLogo: text(LIMITS.url).optional(),
  ...periodInput,
})
export const StudyChange = StudyFields.partial()
export type StudyChange = z.output<typeof StudyChange>

/** An end is never before its start (VAL-17); what goes on has no end. */
export const endsAfterStart = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate === null || endDate >= startDate

const order = { path: ['endDate'], message: texts.careers.endBeforeStart }
export const ExperienceInput = ExperienceFields.refine(endsAfterStart, order)
export type ExperienceInput = z.output<typeof ExperienceInput>
export const StudyInput = StudyFields.refine(endsAfterStart, order)
export type StudyInput = z.output<typeof StudyInput>

const Deleted = z.object({ message: z.string(), _id: Id })

export const listExperiences = listEndpoint({
  method: 'GET',
  path: '/experiences/owner/:id',
  access: 'anyone',
  shows: ['careers', 'people'],
  summary: 'Experiences of one developer, latest end first',
  params: IdParams,
  query: ListQuery,
  failure: texts.careers.experiencesFailed,
  item: Experience,
})

export const createExperience = endpoint({
  method: 'POST',
  path: '/experiences',
  access: 'developer',
  changes: ['careers'],
  summary: 'Adds an experience',
  body: ExperienceInput,
  status: 201,
  failure: texts.careers.experienceSaveFailed,
  response: Experience,
})

export const updateExperience = endpoint({
  method: 'PUT',
  path: '/experiences/:id',
  access: 'developer',
  changes: ['careers'],
  summary: 'Changes an own experience',
  params: IdParams,
  body: ExperienceChange,
  failure: texts.careers.experienceUpdateFailed,
  response: Experience,
})

export const deleteExperience = endpoint({
  method: 'PUT',
  path: '/experiences/:id/soft-delete',
  access: 'developer',
  changes: ['careers'],
  summary: 'Deletes an own experience',
  params: IdParams,
  failure: texts.general.requestFailed,
  response: Deleted,
})

export const listStudies = listEndpoint({
  method: 'GET',
  path: '/studies/owner/:id',
  access: 'anyone',
  shows: ['careers', 'people'],
  summary: 'Studies of one developer, latest end first',
  params: IdParams,
  query: ListQuery,
  failure: texts.careers.studiesFailed,
  item: Study,
})

export const createStudy = endpoint({
  method: 'POST',
  path: '/studies',
  access: 'developer',
  changes: ['careers'],
  summary: 'Adds a study',
  body: StudyInput,
  status: 201,
  failure: texts.careers.studySaveFailed,
  response: Study,
})

export const updateStudy = endpoint({
  method: 'PUT',
  path: '/studies/:id',
  access: 'developer',
  changes: ['careers'],
  summary: 'Changes an own study',
  params: IdParams,
  body: StudyChange,
  failure: texts.careers.studyUpdateFailed,
  response: Study,
})

export const deleteStudy = endpoint({
  method: 'PUT',
  path: '/studies/:id/soft-delete',
  access: 'developer',
  changes: ['careers'],
  summary: 'Deletes an own study',
  params: IdParams,
  failure: texts.general.requestFailed,
  response: Deleted,
})
