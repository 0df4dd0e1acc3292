import { z } from 'zod'
import { ExperienceFields } from '#contract/careers.ts'
import { m } from '#contract/texts.ts'
import { month } from '#contract/values.ts'

/** A period in a form: months or '', and whether it is ongoing (decision 28). */
export type Period = { startDate: string; endDate: string; isOngoing: boolean }

/** After a change: an ongoing period has no end, and an end before the start is set to the start (VAL-20). */
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

/** For the API: an ongoing period ends with null. */
export const periodToSend = ({ startDate, endDate, isOngoing }: Period) => ({
  startDate,
  endDate: isOngoing ? null : endDate,
})

// Reported together with all other errors, not only once the rest is valid.
const always = { path: ['endDate'], when: () => true }
const endRequired = { ...always, error: m.careers_end_required }
const endBeforeStart = { ...always, error: m.careers_end_before_start }

const hasEnd = ({ endDate, isOngoing }: Period) => isOngoing || endDate !== ''
const isInOrder = ({ startDate, endDate }: Period) => endDate === '' || !startDate || endDate >= startDate

const { position, company, companyLogo, description, experienceSkills } = ExperienceFields.shape

/** The form of an experience or a study: the rules of both are the same (VAL-14 to VAL-17, VAL-21, VAL-22). */
export const CareerForm = z
  .object({
    title: position,
    organisation: company,
    logo: companyLogo,
    description,
    skills: experienceSkills,
    startDate: month(m.careers_start_required),
    endDate: z.string(),
    isOngoing: z.boolean(),
  })
  .refine(hasEnd, endRequired)
  .refine(isInOrder, endBeforeStart)
