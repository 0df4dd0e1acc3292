import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '../lib/errors.ts'

/** The error with the endpoint's own text for 401, 403 and 404, unless it has a message of its own (decision 27). */
export function withEndpointMessage(error: ApiError, endpoint: Endpoint | undefined): ApiError {
  const message = error.isGeneral && endpoint && messageFor(error, endpoint)
  return message ? new ApiError(error.status, error.code, message) : error
}

function messageFor({ code }: ApiError, { failure, unauthenticated }: Endpoint): string | undefined {
  if (code === 'UNAUTHENTICATED') return unauthenticated?.()
  return code === 'FORBIDDEN' || code === 'NOT_FOUND' ? failure?.() : undefined
}
