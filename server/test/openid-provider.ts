import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** The provider's claims by subject. */
type People = Record<
  string,
  { email?: string; email_verified?: boolean; name?: string; given_name?: string; family_name?: string }
>

export const CLIENT = { id: 'puente', secret: 'a secret of the provider and Puente' }

/**
 * A real OpenID Connect provider on this machine, which signs in the named person and consents to everything. The
 * redirect URI may be set later.
 */
export async function startOpenIdProvider(people: People, redirectUri: string | (() => string)) {
  const backTo = () => (typeof redirectUri === 'string' ? redirectUri : redirectUri())
  let subject = ''
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const open = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [backTo()],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
      cookies: { keys: ['a key of this test'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
      pkce: { required: () => true },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    })
  let opened: Provider | undefined

  async function serve(request: IncomingMessage, response: ServerResponse) {
    opened ??= open()
    const provider = opened
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    const { prompt, session, params } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: subject } })
    const grant = new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params.client_id),
    })
    grant.addOIDCScope('openid email profile')
    const consent = { grantId: await grant.save() }
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
  }

  return {
    issuer,
    /** The next person to sign in, for a browser. */
    use: (next: string) => {
      subject = next
    },

    /** Follows the redirects as the browser of this person, and returns the parameters of the final one. */
    async visit(url: string, as: string): Promise<{ code: string; state: string; iss: string }> {
      subject = as
      const cookies = new Map<string, string>()
      for (let address = url; ; ) {
        const response = await fetch(address, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (!location)
          throw new Error(`The provider responded with ${response.status}: ${await response.text()}`)
        const next = new URL(location, address)
        if (next.href.startsWith(backTo())) {
          const [code = '', state = '', iss = ''] = ['code', 'state', 'iss'].map(
            (key) => next.searchParams.get(key) ?? undefined,
          )
          return { code, state, iss }
        }
        address = next.href
      }
    },

    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}
