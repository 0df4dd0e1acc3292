import { z } from 'zod'

/** Responsiveness of a recruiter (APPL-10); numbers are null while not rated, days also without an answer. */
export const Responsiveness = z
  .object({
    rated: z.boolean(),
    answeredPercent: z.number().int().nullable(),
    medianDays: z.number().nullable(),
    applications: z.number().int().nullable(),
  })
  .meta({ id: 'Responsiveness' })
export type Responsiveness = z.infer<typeof Responsiveness>
