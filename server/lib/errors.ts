import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { texts } from '#contract/texts.ts'

/** A failure that the caller is told about. Thrown where it is found, answered in one place (app.ts). */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get body(): ErrorBody {
    const { code, message, fields } = this
    return fields ? { error: true, message, code, fields } : { error: true, message, code }
  }
}

/** `message` of 403 and 404 is replaced by the call's own text when it has one (decision 27). */
export const notFound = () => new ApiError(404, 'NOT_FOUND', texts.general.notFound)
export const forbidden = () => new ApiError(403, 'FORBIDDEN', texts.general.notAllowed)
export const unauthenticated = () => new ApiError(401, 'UNAUTHENTICATED', texts.general.logIn)
export const conflict = (code: ErrorCode, message: string) => new ApiError(409, code, message)
export const badRequest = (message: string) => new ApiError(400, 'BAD_REQUEST', message)

/** Puts a text under each named input; the first is the message (decision 27). */
export function invalid(fields: Record<string, string>): ApiError {
  const [message = texts.general.invalid] = Object.values(fields)
  return new ApiError(400, 'VALIDATION', message, { fields })
}

export const unavailable = (message: string = texts.general.unavailable) =>
  new ApiError(503, 'UNAVAILABLE', message, { retryAfterSeconds: 5 })

/** The program cannot start; the message is one line for the operator. */
export class StartError extends Error {}
