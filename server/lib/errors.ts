import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import type { SecondFactorNeeded } from '#contract/sign-in-errors.ts'
import { m } from '#contract/texts.ts'

/** An error for the caller. Thrown anywhere, sent by the error handler of app.ts. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** Whether the endpoint's own text may replace the message (decision 27). */
  readonly isGeneral: boolean
  /** Methods to complete the sign-in (ACCT-02). */
  readonly secondFactor: SecondFactorNeeded | undefined

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: {
      fields?: Record<string, string>
      retryAfterSeconds?: number
      isGeneral?: boolean
      secondFactor?: SecondFactorNeeded
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
    this.isGeneral = more.isGeneral ?? false
    this.secondFactor = more.secondFactor
  }

  get body(): ErrorBody {
    const { code, message, fields, secondFactor } = this
    return { error: true, message, code, ...(fields && { fields }), ...secondFactor }
  }
}

const general = (status: number, code: ErrorCode, message: string) =>
  new ApiError(status, code, message, { isGeneral: true })

export const notFound = () => general(404, 'NOT_FOUND', m.general_not_found())
export const forbidden = () => general(403, 'FORBIDDEN', m.general_not_allowed())
export const unauthenticated = () => general(401, 'UNAUTHENTICATED', m.general_log_in())
export const conflict = (code: ErrorCode, message: string) => new ApiError(409, code, message)
export const badRequest = (message: string) => new ApiError(400, 'BAD_REQUEST', message)

/** 400 with a text for each named field; the first one is the message (decision 27). */
export function invalid(fields: Record<string, string>): ApiError {
  const [message = m.general_invalid()] = Object.values(fields)
  return new ApiError(400, 'VALIDATION', message, { fields })
}

export const unavailable = (message: string = m.general_unavailable()) =>
  new ApiError(503, 'UNAVAILABLE', message, { retryAfterSeconds: 5 })

/** The program cannot start; the message is one line for the operator. */
export class StartError extends Error {}
