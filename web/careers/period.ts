import { z } from 'zod'
import { ExperienceFields, StudyFields } from '#contract/careers.ts'
import { texts } from '#contract/texts.ts'
import { month } from '#contract/values.ts'

/** A period while it is typed: months or '', and whether it still goes on (DECISION 28). */
export type Period = { startDate: string; endDate: string; isOngoing: boolean }

/** After a change: what goes on has no end, and an end before the start is set to the start (VAL-20). */
export function normalisePeriod({ startDate, endDate, isOngoing }: Period): Period {
  if (isOngoing) return { startDate, endDate: '', isOngoing }
  const isTooEarly = startDate !== '' && endDate !== '' && endDate < startDate
  return { startDate, endDate: isTooEarly ? startDate : endDate, isOngoing }
}

export const periodOf = (entry: { startDate: string; endDate: string | null } | undefined): Period => ({
  startDate: entry?.startDate ?? '',
  endDate: entry?.endDate ?? '',
  isOngoing: entry !== undefined && entry.endDate === null,
})

/** As the API wants it: no end is null. */
export const periodToSend = ({ startDate, endDate, isOngoing }: Period) => ({
  startDate,
  endDate: isOngoing ? null : endDate,
})

const periodFields = {
  startDate: month(texts.careers.startRequired),
  endDate: z.string(),
  isOngoing: z.boolean(),
}

// Said together with what else is wrong, not only when the rest is right.
const always = { path: ['endDate'], when: () => true }
const endRequired = { ...always, message: texts.careers.endRequired }
const endBeforeStart = { ...always, message: texts.careers.endBeforeStart }

const hasEnd = ({ endDate, isOngoing }: Period) => isOngoing || endDate !== ''
const isInOrder = ({ startDate, endDate }: Period) => endDate === '' || !startDate || endDate >= startDate

/** The contract's fields with the period as the form holds it (VAL-14 to VAL-17, VAL-21, VAL-22). */
export const ExperienceForm = ExperienceFields.extend(periodFields)
  .refine(hasEnd, endRequired)
  .refine(isInOrder, endBeforeStart)

export const StudyForm = StudyFields.extend(periodFields)
  .refine(hasEnd, endRequired)
  .refine(isInOrder, endBeforeStart)
