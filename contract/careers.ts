import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { ListQueryOfWhole } from './lists.ts'
import { m, type Text } from './texts.ts'
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

const stored = { _id: Id, owner: Id, createdAt: Time, updatedAt: Time }
const period = { startDate: z.string(), endDate: z.string().nullable() }

const careerEntry = <Fields extends z.ZodRawShape>(id: string, fields: Fields) =>
  z.object({ ...stored, ...period, ...fields }).meta({ id })

export const Experience = careerEntry('Experience', {
  company: z.string(),
  companyLogo: FileUrl,
  position: z.string(),
  description: z.string(),
  experienceSkills: z.array(z.string()),
})
export type Experience = z.infer<typeof Experience>

export const Study = careerEntry('Study', {
  degree: z.string(),
  instituteName: z.string(),
  instituteLogo: FileUrl,
  description: z.string(),
})
export type Study = z.infer<typeof Study>

const careerFields = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({
    ...fields,
    startDate: month(m.careers_start_required),
    endDate: endMonth(),
    description: description().optional(),
  })

export const ExperienceFields = careerFields({
  company: name(),
  position: name(),
  companyLogo: text(LIMITS.url).optional(),
  experienceSkills: skills().optional(),
})
export const ExperienceChange = ExperienceFields.partial()
export type ExperienceChange = z.output<typeof ExperienceChange>

export const StudyFields = careerFields({
  degree: name(),
  instituteName: name(),
  instituteLogo: text(LIMITS.url).optional(),
})
export const StudyChange = StudyFields.partial()
export type StudyChange = z.output<typeof StudyChange>

/** An end is never before its start (VAL-17); a current entry has no end. */
export const endsAfterStart = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate === null || endDate >= startDate

const order = { path: ['endDate'], error: m.careers_end_before_start }
export const ExperienceInput = ExperienceFields.refine(endsAfterStart, order)
export type ExperienceInput = z.output<typeof ExperienceInput>
export const StudyInput = StudyFields.refine(endsAfterStart, order)
export type StudyInput = z.output<typeof StudyInput>

const Deleted = z.object({ message: z.string(), _id: Id })

type CareerKind<Entry, Input, Change> = {
  path: string
  noun: { one: string; article: string; many: string }
  entry: Entry
  input: Input
  change: Change
  failures: { list: Text; create: Text; update: Text }
}

/** The calls of one kind of entry. */
const careerCalls = <Entry extends z.ZodType, Input extends z.ZodType, Change extends z.ZodType>({
  path,
  noun,
  entry,
  input,
  change,
  failures,
}: CareerKind<Entry, Input, Change>) => ({
  list: listEndpoint({
    method: 'GET',
    path: `${path}/owner/:id`,
    access: 'anyone',
    shows: ['careers', 'people'],
    summary: `${noun.many} of one developer, latest end first, at most 40 a page`,
    params: IdParams,
    query: ListQueryOfWhole,
    failure: failures.list,
    item: entry,
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'developer',
    changes: ['careers'],
    summary: `Adds ${noun.article} ${noun.one}`,
    body: input,
    status: 201,
    failure: failures.create,
    response: entry,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'developer',
    changes: ['careers'],
    summary: `Changes an own ${noun.one}`,
    params: IdParams,
    body: change,
    failure: failures.update,
    response: entry,
  }),
  remove: endpoint({
    method: 'PUT',
    path: `${path}/:id/soft-delete`,
    access: 'developer',
    changes: ['careers'],
    summary: `Deletes an own ${noun.one}`,
    params: IdParams,
    failure: m.general_request_failed,
    response: Deleted,
  }),
})

export const {
  list: listExperiences,
  create: createExperience,
  update: updateExperience,
  remove: deleteExperience,
} = careerCalls({
  path: '/experiences',
  noun: { one: 'experience', article: 'an', many: 'Experiences' },
  entry: Experience,
  input: ExperienceInput,
  change: ExperienceChange,
  failures: {
    list: m.careers_experiences_failed,
    create: m.careers_experience_save_failed,
    update: m.careers_experience_update_failed,
  },
})

export const {
  list: listStudies,
  create: createStudy,
  update: updateStudy,
  remove: deleteStudy,
} = careerCalls({
  path: '/studies',
  noun: { one: 'study', article: 'a', many: 'Studies' },
  entry: Study,
  input: StudyInput,
  change: StudyChange,
  failures: {
    list: m.careers_studies_failed,
    create: m.careers_study_save_failed,
    update: m.careers_study_update_failed,
  },
})
