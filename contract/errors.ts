import { z } from 'zod'
import { SecondFactorNeeded } from './sign-in-errors.ts'

export const ERROR_CODES = [
  'BAD_REQUEST',
  'VALIDATION',
  'RESET_TOKEN_INVALID',
  'TOKEN_INVALID',
  'WRONG_PASSWORD',
  'UNAUTHENTICATED',
  'INVALID_CREDENTIALS',
  'FORBIDDEN',
  'CONFIRM_AGAIN',
  'SUSPENDED',
  'BANNED',
  'EMAIL_UNCONFIRMED',
  'NOT_VERIFIED',
  'SECOND_FACTOR',
  'WRONG_CODE',
  'PASSKEY_INVALID',
  'OIDC_FAILED',
  'NOT_FOUND',
  'GONE',
  'EMAIL_TAKEN',
  'HANDLE_TAKEN',
  'ACCOUNT_EXISTS',
  'ALREADY_APPLIED',
  'ALREADY_REPORTED',
  'ALREADY_APPEALED',
  'OFFER_CLOSED',
  'WRONG_STATE',
  'PROOF_NOT_FOUND',
  'TOO_LATE',
  'CONFLICT',
  'BLOCKED',
  'LIMIT_REACHED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  'STORAGE_FULL',
] as const

/** The one body of every failed call (decision 27). `fields` comes with VALIDATION, the keys after it with SECOND_FACTOR only. */
export const ErrorBody = z
  .object({
    error: z.literal(true),
    message: z.string().min(1),
    code: z.enum(ERROR_CODES),
    fields: z.record(z.string(), z.string()).optional(),
    ...SecondFactorNeeded.partial().shape,
  })
  .meta({ id: 'Error' })

export type ErrorCode = (typeof ERROR_CODES)[number]
export type ErrorBody = z.infer<typeof ErrorBody>
