import { z } from 'zod'
import { ownPassword } from './email-addresses.ts'
import { endpoint } from './endpoint.ts'
import { Descriptor, RequestOptions } from './sign-in-errors.ts'
import { m } from './texts.ts'
import { SignedIn, signInDevice } from './users.ts'
import { Id, IdParams, name, Time } from './values.ts'

const Text = z.string({ error: m.general_required }).max(20_000, { error: m.general_invalid })
const Code = z.string({ error: m.general_required }).trim().min(1, { error: m.general_required }).max(40)
const Base64url = z.string({ error: m.general_invalid }).max(2000)

/** As `PublicKeyCredential.toJSON()` of a browser gives it; extension results are not read. */
const Credential = { id: Base64url, rawId: Base64url, type: z.literal('public-key') }
const NewCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
const Assertion = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: z.string().max(200).nullish(),
  }),
})
export type NewCredential = z.output<typeof NewCredential>
export type Assertion = z.output<typeof Assertion>

/** `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.string() })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(Descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.string().optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.string().optional(),
    })
    .optional(),
  attestation: z.string().optional(),
})

const Passkey = z.object({ _id: Id, name: z.string(), createdAt: Time, lastUsedAt: Time.nullable() })
export type Passkey = z.infer<typeof Passkey>

const SecondFactor = z.object({
  totp: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
})
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const own = { access: 'signed-in', changes: [] } as const
const mailed = { ...own, limits: ['write', 'credentials'] } as const

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/users/second-factor',
  access: 'signed-in',
  summary: 'What the caller signs in with besides the password',
  response: SecondFactor,
})

export const startTotp = endpoint({
  ...own,
  method: 'POST',
  path: '/users/second-factor/totp',
  summary: 'A new secret for an authenticator app; it counts once it is confirmed',
  body: z.object({ password: ownPassword() }),
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = endpoint({
  ...mailed,
  method: 'POST',
  path: '/users/second-factor/totp/confirm',
  summary: 'Turns the app on with its first code; the recovery codes are shown this once',
  body: z.object({ code: Code }),
  response: RecoveryCodes,
})

export const removeTotp = endpoint({
  ...mailed,
  method: 'DELETE',
  path: '/users/second-factor/totp',
  summary: 'Turns the app off',
  body: z.object({ password: ownPassword(), code: Code }),
  response: z.object({ message: z.string() }),
})

export const renewRecoveryCodes = endpoint({
  ...mailed,
  method: 'POST',
  path: '/users/second-factor/recovery-codes',
  summary: 'Ten new recovery codes, shown this once; the former ones end',
  body: z.object({ password: ownPassword() }),
  response: RecoveryCodes,
})

export const startPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/users/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  body: z.object({ password: ownPassword() }),
  response: CreationOptions,
})

export const addPasskey = endpoint({
  ...mailed,
  method: 'POST',
  path: '/users/passkeys',
  summary: 'Adds a passkey; recovery codes come with the first second factor',
  body: z.object({ response: NewCredential, name: name(m.general_required) }),
  status: 201,
  response: z.object({
    _id: Id,
    name: z.string(),
    createdAt: Time,
    recoveryCodes: z.array(z.string()).optional(),
  }),
})

export const removePasskey = endpoint({
  ...mailed,
  method: 'DELETE',
  path: '/users/passkeys/:id',
  summary: 'Removes a passkey',
  params: IdParams,
  body: z.object({ password: ownPassword() }),
  response: z.object({ message: z.string(), _id: Id }),
})

const SignInTicket = z.string({ error: m.general_required }).max(200)

export const loginSecond = endpoint({
  method: 'POST',
  path: '/users/login/second',
  access: 'anyone',
  limits: ['secondFactor'],
  changes: [],
  summary: 'Completes a sign-in with a code of the app, a recovery code or a passkey',
  body: z
    .object({
      ticket: SignInTicket,
      code: Code.optional(),
      response: Assertion.optional(),
      device: signInDevice,
    })
    .refine(({ code, response }) => code !== undefined || response !== undefined, {
      path: ['code'],
      error: m.general_required,
    }),
  response: SignedIn,
})

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/users/login/passkey/options',
  access: 'anyone',
  limits: ['secondFactor'],
  changes: [],
  summary: 'What the browser needs to sign in with a passkey alone',
  response: z.object({ ticket: z.string(), options: RequestOptions }),
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/users/login/passkey',
  access: 'anyone',
  limits: ['secondFactor'],
  changes: [],
  summary: 'Signs in with a passkey alone',
  body: z.object({ ticket: SignInTicket, response: Assertion, device: signInDevice }),
  response: SignedIn,
})
