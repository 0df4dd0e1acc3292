import { LRUCache } from 'lru-cache'
import type { Configuration } from 'openid-client'
import type { Provider, ProviderId } from '#contract/openid.ts'
import type { Config } from '../config.ts'

/** A provider's claims about a person. */
export type Claims = {
  issuer: string
  subject: string
  email: string
  isVerified: boolean
  name: string
  surname: string
}

type Settings = Pick<
  Config,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_NAME'
  | 'GITHUB_CLIENT_ID'
  | 'GITHUB_CLIENT_SECRET'
  | 'GITHUB_URL'
  | 'GITHUB_API_URL'
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'PRODUCT_NAME'
  | 'publicUrl'
>
type Client = { id: ProviderId; name: string; issuer: string; clientId: string; clientSecret: string }
type Tokens = Awaited<ReturnType<Library['authorizationCodeGrant']>>
type Library = typeof import('openid-client')

/** Loaded on the first sign-in, and only where a provider is configured. */
const library = () => import('openid-client')

/** The timeout of each request: a sign-in makes three at most, and has 15 seconds (G17). */
const TIMEOUT_SECONDS = 5
/** The TTL of a provider's discovery document. */
const FRESH_MS = 3600_000
const MAX_PROVIDERS = 3

/** The configured providers, without any request. */
export const providersOf = (config: Settings): Provider[] =>
  clientsOf(config).map(({ id, name }) => ({ id, name }))

function clientsOf(config: Settings): Client[] {
  const clients: (Omit<Client, 'clientId' | 'clientSecret'> &
    Record<'clientId' | 'clientSecret', string | undefined>)[] = [
    {
      id: 'oidc',
      name: config.OIDC_NAME,
      issuer: config.OIDC_ISSUER ?? '',
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
    },
    {
      id: 'github',
      name: 'GitHub',
      issuer: config.GITHUB_URL,
      clientId: config.GITHUB_CLIENT_ID,
      clientSecret: config.GITHUB_CLIENT_SECRET,
    },
    {
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
    },
  ]
  return clients.flatMap(({ clientId, clientSecret, ...client }) =>
    clientId && clientSecret ? [{ ...client, clientId, clientSecret }] : [],
  )
}

/** The redirect URI; a separate one for each provider, so that none can impersonate another. */
const returnAddress = (config: Settings, id: ProviderId) => `${config.publicUrl}/login/oidc/${id}`

/** The configured providers; every protocol step is the library's (decision 65). */
export function createProviders(config: Settings) {
  const clients = clientsOf(config)
  const opened = new LRUCache<ProviderId, Promise<Configuration>>({ max: MAX_PROVIDERS, ttl: FRESH_MS })

  function open(client: Client): Promise<Configuration> {
    const cached = opened.get(client.id)
    if (cached) return cached
    const configuration = configure(client)
    opened.set(client.id, configuration)
    configuration.catch(() => opened.delete(client.id))
    return configuration
  }

  return {
    find: (id: ProviderId) => clients.find((client) => client.id === id),

    /** The address to open, and the state to store until the redirect. */
    async start(client: Client) {
      const openId = await library()
      const configuration = await open(client)
      const [state, nonce] = [openId.randomState(), openId.randomNonce()]
      const verifier = openId.randomPKCECodeVerifier()
      const url = openId.buildAuthorizationUrl(configuration, {
        redirect_uri: returnAddress(config, client.id),
        scope: client.id === 'github' ? 'read:user user:email' : 'openid email profile',
        state,
        code_challenge: await openId.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(client.id !== 'github' && { nonce }),
      })
      return { url: url.href, state, nonce, verifier }
    },

    /** The person's claims; throws for a response that does not match the request. */
    async finish(
      client: Client,
      given: { code: string; state: string; iss?: string | undefined },
      stored: { state: string; nonce: string; verifier: string },
    ): Promise<Claims> {
      const openId = await library()
      const configuration = await open(client)
      if (given.iss !== undefined && given.iss !== configuration.serverMetadata().issuer)
        throw new Error('The response is of another issuer')
      const url = new URL(returnAddress(config, client.id))
      url.search = new URLSearchParams({ code: given.code, state: given.state }).toString()
      const isOpenId = client.id !== 'github'
      const tokens = await openId.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: stored.verifier,
        expectedState: stored.state,
        ...(isOpenId && { expectedNonce: stored.nonce, idTokenExpected: true }),
      })
      return isOpenId
        ? readClaims(openId, configuration, tokens, client.id)
        : readGithubUser(openId, configuration, tokens, config)
    },
  }
}

async function configure({ id, issuer, clientId, clientSecret }: Client): Promise<Configuration> {
  const openId = await library()
  // The settings allow it on loopback only (config.ts).
  const execute = issuer.startsWith('http:') ? [openId.allowInsecureRequests] : []
  if (id === 'github') {
    // OAuth 2 without discovery and ID tokens.
    const server = {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    }
    const configuration = new openId.Configuration(
      server,
      clientId,
      undefined,
      openId.ClientSecretPost(clientSecret),
    )
    configuration.timeout = TIMEOUT_SECONDS
    for (const allow of execute) allow(configuration)
    return configuration
  }
  const found = await openId.discovery(new URL(issuer), clientId, undefined, openId.None(), {
    execute,
    timeout: TIMEOUT_SECONDS,
  })
  const { supportsPKCE, ...server } = found.serverMetadata()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const secret = methods.includes('client_secret_basic')
    ? openId.ClientSecretBasic(clientSecret)
    : openId.ClientSecretPost(clientSecret)
  const configuration = new openId.Configuration(
    // Clients may send back code and state only; the separate redirect URI distinguishes providers.
    { ...server, authorization_response_iss_parameter_supported: false },
    clientId,
    undefined,
    secret,
  )
  configuration.timeout = TIMEOUT_SECONDS
  for (const allow of execute) allow(configuration)
  return configuration
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Whether the address is this person's today. Google verifies its own addresses and its customers' domains (`hd`); of
 * others it only knows that they once were.
 */
export const isEmailVerified = (
  provider: ProviderId,
  { email, email_verified, hd }: Record<string, unknown>,
): boolean =>
  email_verified === true &&
  (provider !== 'google' || textOf(hd) !== '' || textOf(email).toLowerCase().endsWith('@gmail.com'))

async function readClaims(
  openId: Library,
  configuration: Configuration,
  tokens: Tokens,
  provider: ProviderId,
): Promise<Claims> {
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no ID token')
  const { issuer, userinfo_endpoint } = configuration.serverMetadata()
  const isWhole = claims.email !== undefined
  const more =
    isWhole || !userinfo_endpoint
      ? {}
      : await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  const said: Record<string, unknown> = { ...claims, ...more }
  const [first = '', ...rest] = textOf(said.name).split(' ')
  return {
    issuer,
    subject: claims.sub,
    email: textOf(said.email),
    isVerified: isEmailVerified(provider, said),
    name: textOf(said.given_name) || first,
    surname: textOf(said.family_name) || rest.join(' '),
  }
}

/** The id, and the primary address verified by GitHub. */
async function readGithubUser(
  openId: Library,
  configuration: Configuration,
  { access_token }: Tokens,
  { GITHUB_API_URL, PRODUCT_NAME }: Settings,
): Promise<Claims> {
  const read = async (path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': PRODUCT_NAME })
    const url = new URL(GITHUB_API_URL.replace(/\/+$/, '') + path)
    const response = await openId.fetchProtectedResource(
      configuration,
      access_token,
      url,
      'GET',
      undefined,
      headers,
    )
    if (!response.ok) {
      const { status } = response
      throw Object.assign(new Error(`GitHub responded with ${status}`), { status })
    }
    return response.json()
  }
  const user = (await read('/user')) as { id?: unknown; name?: unknown; login?: unknown }
  const emails = (await read('/user/emails')) as { email?: unknown; primary?: unknown; verified?: unknown }[]
  if (typeof user.id !== 'number') throw new Error('GitHub sent no id')
  const primary = emails.find((one) => one.primary === true)
  const [first = '', ...rest] = (textOf(user.name) || textOf(user.login)).split(' ')
  return {
    issuer: configuration.serverMetadata().issuer,
    subject: String(user.id),
    email: textOf(primary?.email),
    isVerified: primary?.verified === true,
    name: first,
    surname: rest.join(' '),
  }
}
