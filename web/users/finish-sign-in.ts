import type { ResponseOf } from '#contract/endpoint.ts'
import type { login } from '#contract/users.ts'
import { startSignIn } from '../lib/session.ts'
import { storeKnownDevice } from './known-device.ts'

/** False for an unusable token. The guard of the page redirects once the profile is loaded. */
export function finishSignIn({ token, device }: ResponseOf<typeof login>): Promise<boolean> {
  storeKnownDevice(device)
  return startSignIn(token)
}
