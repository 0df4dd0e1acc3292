import { z } from 'zod'
import { Time } from './values.ts'

/** The domain that a recruiter has proven to belong to the company, and when (TRUST-01). */
export const Verified = z.object({ domain: z.string(), since: Time }).meta({ id: 'Verified' })
export type Verified = z.infer<typeof Verified>
