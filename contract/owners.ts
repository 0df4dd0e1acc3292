import { z } from 'zod'
import { Responsiveness } from './responsiveness.ts'
import { personFields, RecruiterContact } from './users.ts'
import { Verified } from './verified.ts'

/** The person shown beside a project. */
export const DeveloperRef = z
  .object({
    ...personFields,
    role: z.object({
      type: z.literal('developer'),
      developer: z.object({ professionalPosition: z.string() }),
    }),
  })
  .meta({ id: 'DeveloperRef' })
export type DeveloperRef = z.infer<typeof DeveloperRef>

/** The person shown beside an offer. Contact data only in the single read (section 2 of docs/security-rules.md). */
export const RecruiterRef = z
  .object({
    ...personFields,
    role: z.object({
      type: z.literal('recruiter'),
      recruiter: z.object({
        companyName: z.string(),
        location: z.string(),
        website: z.string(),
        contact: RecruiterContact.optional(),
        contactEmail: z.string().optional(),
        contactPhone: z.string().optional(),
      }),
    }),
    responsiveness: Responsiveness,
    verified: Verified.nullable(),
  })
  .meta({ id: 'RecruiterRef' })
export type RecruiterRef = z.infer<typeof RecruiterRef>

/** The person shown beside an offer in lists (X2). */
export const ListedRecruiterRef = RecruiterRef.extend({
  role: z.object({ type: z.literal('recruiter'), recruiter: z.object({ companyName: z.string() }) }),
}).meta({ id: 'ListedRecruiterRef' })
export type ListedRecruiterRef = z.infer<typeof ListedRecruiterRef>
