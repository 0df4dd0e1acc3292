import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import type { SecondFactorNeeded } from '#contract/sign-in-errors.ts'
import { m } from '#contract/texts.ts'

/** The result of a failed request (decision 27). `status` 0 is a network failure; `message` is shown to people. */
export type Failure = {
  error: true
  message: string
  status: number
  code?: ErrorCode
  fields?: Record<string, string>
  /** With code SECOND_FACTOR. */
  secondFactor?: SecondFactorNeeded
}

/** A `Failure` as an exception, for query functions. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly fields: Record<string, string> | undefined

  constructor({ message, status, code, fields }: Omit<Failure, 'error'>) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && 'error' in result && result.error === true
}

/** The resource does not exist or was deleted; a retry is pointless. */
export const isMissing = (error: ApiError | null) => error?.status === 404 || error?.status === 410

export async function readFailure(endpoint: Endpoint, response: Response): Promise<Failure> {
  return failureOf(endpoint, response.status, await response.json().catch(() => undefined))
}

/** The server's message for 400-499, the endpoint's catalogue text for everything else (decision 27). */
export function failureOf(endpoint: Endpoint, status: number, body?: unknown): Failure {
  const failure: Failure = {
    error: true,
    message: endpoint.failure?.() ?? m.general_request_failed(),
    status,
  }
  if (!isErrorBody(body)) return failure
  failure.code = body.code
  if (status < 400 || status > 499) return failure
  failure.message = body.message
  if (body.fields) failure.fields = body.fields
  const { ticket, methods, options } = body
  if (ticket && methods) failure.secondFactor = { ticket, methods, options }
  return failure
}

function isErrorBody(body: unknown): body is ErrorBody {
  return isFailure(body) && typeof body.message === 'string' && body.message !== ''
}
