import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { m } from './texts.ts'
import { email, LIMITS, Time, text } from './values.ts'
import { Verified } from './verified.ts'

/** Ways in which a recruiter proves a company's domain (TRUST-01). */
export const VERIFICATION_WAYS = ['mail', 'dns', 'file'] as const
export type VerificationWay = (typeof VERIFICATION_WAYS)[number]

export const VERIFICATION_STATES = ['none', 'pending', 'verified', 'expired'] as const

/** Below the domain; its whole content is `record.value`. */
export const VERIFICATION_FILE = '/.well-known/puente-verification.txt'

export const CODE_MINUTES = 30

/**
 * While `pending`, `domain` and `by` are those of the proof under way, `endsAt` its end, and `record` what to set: as a
 * TXT record at `host` or at the domain itself, or `value` as the content of the file. Otherwise `domain` and `endsAt`
 * are those of the mark, which others see while `verified` is not null.
 */
export const Verification = z
  .object({
    state: z.enum(VERIFICATION_STATES),
    domain: z.string().nullable(),
    by: z.enum(VERIFICATION_WAYS).nullable(),
    record: z.object({ host: z.string(), type: z.literal('TXT'), value: z.string() }).nullable(),
    endsAt: Time.nullable(),
    verified: Verified.nullable(),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

export const getVerification = endpoint({
  method: 'GET',
  path: '/recruiters/verification',
  access: 'recruiter',
  summary: 'Whether the caller has proven a company’s domain, and the record to set',
  response: Verification,
})

export const startVerification = endpoint({
  method: 'POST',
  path: '/recruiters/verification',
  access: 'recruiter',
  limits: ['verification'],
  changes: [],
  summary: 'Begins the proof of a domain; by `mail` a code is sent to `address` at it. A former one ends',
  body: z.object({
    domain: text(LIMITS.url, { required: m.general_required }),
    by: z.enum(VERIFICATION_WAYS, { error: m.general_invalid }),
    address: email().optional(),
  }),
  response: Verification,
})

export const checkVerification = endpoint({
  method: 'POST',
  path: '/recruiters/verification/check',
  access: 'recruiter',
  limits: ['verificationCheck'],
  changes: ['people', 'offers'],
  summary: 'Looks for the record or the file, or compares the code; 409 PROOF_NOT_FOUND, 400 WRONG_CODE',
  body: z.object({ code: text(20).optional() }),
  response: Verification,
})
