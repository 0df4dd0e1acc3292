import type { Outages } from '../operations/outages.ts'
import type { createProviders } from './providers.ts'

type Providers = ReturnType<typeof createProviders>

/** Reports the state of each provider; the first step of a sign-in makes no request unless it is due. */
export function withOutages({ find, start, finish }: Providers, outages: Outages): Providers {
  return {
    find,
    async start(client) {
      try {
        return await start(client)
      } catch (error) {
        outages.failed(`sign-in ${client.id}`, outageOf(error) ?? codeOf(error))
        throw error
      }
    },
    async finish(client, given, stored) {
      try {
        const claims = await finish(client, given, stored)
        outages.worked(`sign-in ${client.id}`)
        return claims
      } catch (error) {
        const reason = outageOf(error)
        if (reason !== undefined) outages.failed(`sign-in ${client.id}`, reason)
        throw error
      }
    },
  }
}

/** The error codes of a token response about the client, which is the operator's. GitHub has one of its own. */
const REFUSED_CLIENT = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials']
/** Of the library: no response in time, or one that is no JSON. */
const NO_RESPONSE = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']

type Failure = {
  name?: string
  message?: string
  code?: string
  status?: number
  error?: string
  body?: { error?: string }
  cause?: Failure
}

/** Why the provider cannot be used; undefined for what a visitor can cause, such as a wrong code. */
function outageOf(error: unknown): string | undefined {
  for (let failure = error as Failure | undefined; failure; failure = failure.cause) {
    const { message, code = '', status = 0, error: oauthError = '', body, cause } = failure
    // A network error of `fetch`; the library's own TypeErrors have a code.
    if (failure instanceof TypeError && cause && code === '') return cause.code ?? message
    const refusal = REFUSED_CLIENT.find((name) => name === oauthError || name === body?.error)
    if (refusal) return refusal
    if (status >= 500 || status === 401 || status === 429) return `status ${status}`
    if (NO_RESPONSE.includes(code)) return code
  }
  return undefined
}

const codeOf = (error: unknown): string => {
  const { name = '', code } = error as Failure
  return code ?? name
}
