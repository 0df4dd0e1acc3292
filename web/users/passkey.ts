import type { z } from 'zod'
import { loginWithPasskey, startPasskeyLogin } from '#contract/second-factor.ts'
import type { RequestOptions } from '#contract/sign-in-errors.ts'
import { m } from '#contract/texts.ts'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { readKnownDevice } from './known-device.ts'

/** Undefined if the person has cancelled, or the browser has no passkey. Loaded on demand. */
export async function askForPasskey(options: z.output<typeof RequestOptions>) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  // Plain text in the contract.
  return startAuthentication({ optionsJSON: options as Options }).catch(() => undefined)
}

/** Signs in with a passkey alone; returns the text of a failure. */
export async function signInWithPasskey(): Promise<string | undefined> {
  const started = await request(startPasskeyLogin)
  if (isFailure(started)) return started.message
  const response = await askForPasskey(started.options)
  if (!response) return m.security_passkey_cancelled()
  const body = { ticket: started.ticket, response, device: readKnownDevice() }
  const result = await request(loginWithPasskey, { body })
  if (isFailure(result)) return result.message
  return (await finishSignIn(result)) ? undefined : m.general_request_failed()
}
