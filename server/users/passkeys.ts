import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Assertion, NewCredential } from '#contract/second-factor.ts'
import type { Config } from '../config.ts'
import { parseTextList } from '../lib/mapping.ts'
import { onFirstUse } from '../lib/turns.ts'

type StoredPasskey = { credential_id: string; public_key: string; counter: number; transports: string }

const library = onFirstUse(() => import('@simplewebauthn/server'))

/** Passkeys belong to a host name; on loopback that is localhost, since IP addresses are not allowed. */
function relyingParty({ publicUrl, CORS_ORIGINS }: Config) {
  const { origin, hostname, protocol, port } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  const own = isLocal ? new URL(`${protocol}//localhost:${port}`).origin : origin
  return { rpID: isLocal ? 'localhost' : hostname, origins: [own, ...CORS_ORIGINS] }
}

const transportsOf = (passkey: { transports: string }) =>
  parseTextList(passkey.transports) as AuthenticatorTransport[] // plain text in the contract

type Descriptor = { credential_id: string; transports: string }
const describe = (passkeys: readonly Descriptor[]) =>
  passkeys.map((passkey) => ({ id: passkey.credential_id, transports: transportsOf(passkey) }))

/** A discoverable passkey with user verification, which can also sign in alone. */
export async function creationOptions(
  config: Config,
  user: { id: string; email: string; name: string },
  passkeys: readonly Descriptor[],
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: config.PRODUCT_NAME,
    rpID: relyingParty(config).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: describe(passkeys),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Used alone it replaces password and second factor, so user verification is required. */
export async function requestOptions(config: Config, passkeys: readonly Descriptor[] = []) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: relyingParty(config).rpID,
    userVerification: passkeys.length > 0 ? 'preferred' : 'required',
    ...(passkeys.length > 0 && { allowCredentials: describe(passkeys) }),
  })
}

/** The row of a new passkey; undefined for a wrong response to the challenge. */
export async function verifyNew(config: Config, response: NewCredential, challenge: string) {
  const { verifyRegistrationResponse } = await library()
  const { rpID, origins } = relyingParty(config)
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'], // transports are plain text in the contract
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter }
  } catch {
    return undefined
  }
}

type AssertionInput = { response: Assertion; challenge: string; passkey: StoredPasskey; isAlone: boolean }

/** The new counter of the passkey; undefined for a wrong response to the challenge. */
export async function verifyAssertion(
  config: Config,
  { response, challenge, passkey, isAlone }: AssertionInput,
) {
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origins } = relyingParty(config)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'], // `userHandle` may be null in JSON
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpID,
      requireUserVerification: isAlone,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
        transports: transportsOf(passkey),
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
