import { z } from 'zod'
import { ownPassword } from './email-addresses.ts'
import { endpoint } from './endpoint.ts'
import { m } from './texts.ts'
import { ROLES, signInDevice } from './users.ts'
import { Id, IdParams, Time } from './values.ts'

const PROVIDER_IDS = ['oidc', 'github', 'google'] as const
export type ProviderId = (typeof PROVIDER_IDS)[number]

/** An identity provider from the operator's settings (ACCT-03). */
export const Provider = z.object({ id: z.enum(PROVIDER_IDS), name: z.string() })
export type Provider = z.infer<typeof Provider>

const ProviderParams = z.object({ id: z.enum(PROVIDER_IDS) })

/** Session-storage key of the flow between leaving for the provider and coming back. */
export const FLOW_KEY = 'signInFlow'

/** An account of a provider that signs in to the caller's account. */
export const Identity = z
  .object({
    _id: Id,
    provider: z.string(),
    /** As the provider gave it. */
    email: z.string(),
    createdAt: Time,
    lastUsedAt: Time,
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

const CallbackParam = z.string({ error: m.general_required }).min(1, { error: m.general_required }).max(4000)

export const listProviders = endpoint({
  method: 'GET',
  path: '/users/oidc',
  access: 'anyone',
  shows: [],
  cached: false,
  summary: 'Providers to sign in with',
  response: z.array(Provider),
})

/**
 * `role` is that of a new account. With a token on both calls the identity is joined to the caller's account, which needs
 * the password, or a sign-in of the last minutes (decision 65).
 */
export const startOpenId = endpoint({
  method: 'POST',
  path: '/users/oidc/:id/start',
  access: 'anyone',
  limits: ['openId'],
  changes: [],
  summary: 'The address of the provider to open, and a flow that the client keeps until it comes back',
  params: ProviderParams,
  body: z.object({
    role: z.enum(ROLES, { error: m.auth_invalid_role }).optional().default('developer'),
    password: ownPassword().optional(),
  }),
  response: z.object({ url: z.string(), flow: z.string() }),
})

/** With `code` and `state` as the provider sent them back to `/login/oidc/{id}`, and `iss` if it sent one. */
export const finishOpenId = endpoint({
  method: 'POST',
  path: '/users/oidc/:id/finish',
  access: 'anyone',
  limits: ['openId'],
  changes: [],
  summary: 'Signs in, opens an account, or joins the identity to the caller’s account',
  params: ProviderParams,
  body: z.object({
    code: CallbackParam,
    state: CallbackParam,
    flow: CallbackParam,
    iss: z.string().max(2000).optional(),
    device: signInDevice,
  }),
  response: z.object({ token: z.string(), device: z.string() }),
})

export const listIdentities = endpoint({
  method: 'GET',
  path: '/users/identities',
  access: 'signed-in',
  summary: 'The accounts of providers that sign in to the caller’s account',
  response: z.array(Identity),
})

export const removeIdentity = endpoint({
  method: 'DELETE',
  path: '/users/identities/:id',
  access: 'signed-in',
  limits: ['write', 'credentials'],
  changes: [],
  summary: 'Takes an identity from the account',
  params: IdParams,
  response: z.object({ message: z.string(), _id: Id }),
})
