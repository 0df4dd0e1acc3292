import { z } from 'zod'

export const ERROR_CODES = [
  'BAD_REQUEST',
  'VALIDATION',
  'RESET_TOKEN_INVALID',
  'WRONG_PASSWORD',
  'UNAUTHENTICATED',
  'INVALID_CREDENTIALS',
  'FORBIDDEN',
  'NOT_FOUND',
  'GONE',
  'EMAIL_TAKEN',
  'ALREADY_APPLIED',
  'CONFLICT',
  'LIMIT_REACHED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  'STORAGE_FULL',
] as const

/** The one body of every failed call (decision 27). `fields` comes with VALIDATION only. */
export const ErrorBody = z
  .object({
    error: z.literal(true),
    message: z.string().min(1),
    code: z.enum(ERROR_CODES),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Error' })

export type ErrorCode = (typeof ERROR_CODES)[number]
export type ErrorBody = z.infer<typeof ErrorBody>
