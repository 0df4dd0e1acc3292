import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count } from './lists.ts'

export const MAX_NUMBER_DAYS = 366
export const NUMBERS = [
  'people',
  'offers',
  'applications',
  'answers',
  'reports',
  'mailsFailed',
  'jobsWaiting',
] as const
export type NumberKind = (typeof NUMBERS)[number]

const Count = z.number().int()

/** New rows of a day (UTC); of waiting jobs the highest number seen. */
export const DayNumbers = z
  .object({
    date: z.iso.date(),
    people: Count,
    offers: Count,
    applications: Count,
    answers: Count,
    reports: Count,
    mailsFailed: Count,
    jobsWaiting: Count,
  })
  .meta({ id: 'DayNumbers' })
export type DayNumbers = z.infer<typeof DayNumbers>

export const getNumbers = endpoint({
  method: 'GET',
  path: '/admin/numbers',
  access: 'moderator',
  summary: 'Numbers of the last days, today last',
  query: z.object({ days: count(30, MAX_NUMBER_DAYS) }),
  response: z.object({ days: z.array(DayNumbers) }),
})
